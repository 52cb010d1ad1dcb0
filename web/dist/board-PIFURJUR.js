import{G as a}from"/static/chunk-DPBBYR4Q.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
