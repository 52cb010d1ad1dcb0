import{x as a}from"/static/chunk-A4OMTVJE.js";export{a as BoardElement};
