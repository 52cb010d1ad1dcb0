import{x as a}from"/static/chunk-TSIT3HAX.js";export{a as BoardElement};
