import{w as a}from"/static/chunk-6WWOHWXZ.js";import"/static/chunk-PDCBISVS.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
