import{K as a}from"/static/chunk-PF65PBJY.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
