import{K as a}from"/static/chunk-4UZO76YK.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
