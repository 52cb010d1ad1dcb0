import{G as a}from"/static/chunk-2T75ZNNH.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
