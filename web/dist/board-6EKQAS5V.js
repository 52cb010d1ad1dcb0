import{K as a}from"/static/chunk-CO4UB2XN.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
