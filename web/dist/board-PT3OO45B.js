import{x as a}from"/static/chunk-356DWTHB.js";export{a as BoardElement};
