import{v as a}from"/static/chunk-3FSV6MEL.js";import"/static/chunk-ZUATRCW2.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
