import{x as a}from"/static/chunk-6RRZIPV6.js";export{a as BoardElement};
