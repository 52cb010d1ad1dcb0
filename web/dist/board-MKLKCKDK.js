import{K as a}from"/static/chunk-RKUGV6LJ.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
