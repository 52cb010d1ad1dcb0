import{y as a}from"/static/chunk-AYULF32D.js";export{a as BoardElement};
