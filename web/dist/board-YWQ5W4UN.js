import{G as a}from"/static/chunk-VPR3TJLO.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
