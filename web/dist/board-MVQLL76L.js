import{G as a}from"/static/chunk-IMOYYZRR.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
