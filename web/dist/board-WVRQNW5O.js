import{K as a}from"/static/chunk-SHPBUN7N.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
