import{w as a}from"/static/chunk-U4JMVFON.js";import"/static/chunk-7VDCNDZP.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
