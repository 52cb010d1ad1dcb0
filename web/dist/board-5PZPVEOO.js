import{w as a}from"/static/chunk-PGQFRGPO.js";import"/static/chunk-HAHJTNJH.js";import"/static/chunk-4EAAOEDU.js";export{a as BoardElement};
