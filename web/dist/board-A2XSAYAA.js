import{K as a}from"/static/chunk-JZ2FBYTJ.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
