import{w as a}from"/static/chunk-3CQDRGUC.js";import"/static/chunk-BJZKBRG6.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
