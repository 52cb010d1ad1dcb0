import{x as a}from"/static/chunk-VFHXTXV6.js";export{a as BoardElement};
