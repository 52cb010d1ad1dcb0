import{w as a}from"/static/chunk-TG2NLLYM.js";import"/static/chunk-LI7TVR7N.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
