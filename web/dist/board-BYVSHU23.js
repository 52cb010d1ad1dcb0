import{K as a}from"/static/chunk-5DQDRQQI.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
