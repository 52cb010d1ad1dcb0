import{v as a}from"/static/chunk-LA4QDUVH.js";import"/static/chunk-LI7TVR7N.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
