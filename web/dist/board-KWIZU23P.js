import{v as a}from"/static/chunk-X3PS2B5O.js";import"/static/chunk-OUP5NO2L.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
