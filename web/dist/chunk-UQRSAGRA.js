function n(e,t){try{return localStorage.getItem(`melee.${e}`)??t}catch{return t}}function o(e,t){try{localStorage.setItem(`melee.${e}`,t)}catch{}}export{n as a,o as b};
