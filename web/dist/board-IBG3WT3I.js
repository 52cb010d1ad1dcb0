import{x as a}from"/static/chunk-E5UHMUK3.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
