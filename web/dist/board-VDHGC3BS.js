import{x as a}from"/static/chunk-F4QOIZ4I.js";export{a as BoardElement};
