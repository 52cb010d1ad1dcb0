import{y as a}from"/static/chunk-2A6VNCQY.js";export{a as BoardElement};
