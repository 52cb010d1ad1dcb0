import{K as a}from"/static/chunk-YYIAIZDA.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
