import{G as a}from"/static/chunk-BXS2ZOZC.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
