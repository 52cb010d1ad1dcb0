function s(o,t){if(!t)return[];let n=r=>r.from===t.from&&r.to===t.to,f=o.find(n),e=o.filter(r=>!n(r));return f?.brush===t.brush?e:[...e,t]}export{s as a};
