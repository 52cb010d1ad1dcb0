// What lies over the men: targets, cursor, arrows, signs.

import { movesFrom, type BoardState, type Drawing } from "./board-state";
import { at, centre, prohibition, type Canvas } from "./board-view";
import { svg, type Content, type Description } from "./dom";
import { box } from "./men";
import { parseMove } from "./view";

/** What lies over the men: targets, cursor, arrows. */
export function drawOver(state: BoardState, canvas: Canvas): Description {
  const targets = state.selected && state.showLegal ? [...new Set(movesFrom(state, state.selected).map((m) => m.to))] : [];
  return svg("g", { class: "over" },
    targets.map((square) => {
      const { x, y } = centre(state, square);
      return state.men[square]
        ? svg("circle", { key: `ring-${square}`, class: "target ring", cx: x, cy: y, r: 21 })
        : svg("circle", { key: `dot-${square}`, class: "target dot", cx: x, cy: y, r: 7 });
    }),
    state.cursorShown && state.cursor && svg("rect", {
      key: "cursor", class: "cursor", x: at(state, state.cursor).x + 1.5, y: at(state, state.cursor).y + 1.5, width: box - 3, height: box - 3, rx: 2,
    }),
    state.arrows.map((token) => drawArrow(state, token, "arrow")),
    [...state.best.entries()].reverse().map(([index, token]) => drawArrow(state, token, `best best-${Math.min(index, 2)}`)),
    drawAhead(state),
    [...state.drawings, ...(state.drawing ? [state.drawing] : [])].map((drawing) => drawDrawing(state, drawing)),
    state.forbidden && drawForbidden(state, canvas),
    state.barred && drawProhibition(state, canvas, at(state, state.barred).x + box - 9, at(state, state.barred).y + 9));
}

/** The moves ahead, numbered where there are several. */
function drawAhead(state: BoardState): Content {
  return state.ahead.map((token, index) => {
    const move = parseMove(token);
    if (!move) return null;
    const { x, y } = at(state, move.to);
    return svg("g", { key: `ahead-${index}`, class: "ahead-move" },
      drawArrow(state, token, "ahead-arrow"),
      state.ahead.length > 1 && svg("circle", { cx: x + 9, cy: y + 9, r: 8 }),
      state.ahead.length > 1 && svg("text", { x: x + 9, y: y + 12.5, "text-anchor": "middle" }, String(index + 1)));
  });
}

function drawDrawing(state: BoardState, { from, to, brush }: Drawing): Content {
  const name = `drawing brush-${brush}`;
  if (from !== to) return drawArrow(state, from + to, name);
  const { x, y } = centre(state, from);
  return svg("g", { key: `${name}-${from}`, class: name }, svg("circle", { cx: x, cy: y, r: 20 }));
}

function drawArrow(state: BoardState, token: string, name: string): Content {
  const move = parseMove(token);
  if (!move || move.from === move.to) return null;
  const from = centre(state, move.from), to = centre(state, move.to);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const ux = (to.x - from.x) / length, uy = (to.y - from.y) / length;
  const tip = { x: to.x - ux * 8, y: to.y - uy * 8 };
  const neck = { x: tip.x - ux * 10, y: tip.y - uy * 10 };
  const points = [[tip.x, tip.y], [neck.x - uy * 6, neck.y + ux * 6], [neck.x + uy * 6, neck.y - ux * 6]].map((p) => p.join(",")).join(" ");
  return svg("g", { key: `${name}-${token}`, class: name },
    svg("line", { x1: from.x + ux * 8, y1: from.y + uy * 8, x2: neck.x, y2: neck.y }),
    svg("polygon", { points }));
}

function drawForbidden(state: BoardState, canvas: Canvas): Content {
  const move = parseMove(state.forbidden);
  if (!move) return null;
  const from = centre(state, move.from), to = centre(state, move.to);
  return [
    drawArrow(state, state.forbidden, "forbidden"),
    drawProhibition(state, canvas, (from.x + to.x) / 2, (from.y + to.y) / 2),
  ];
}

/** The sign ⊘, which explains itself when it is pointed at, focused or tapped; while a man is picked, moves go through it. */
function drawProhibition(state: BoardState, canvas: Canvas, x: number, y: number): Description {
  const show = () => canvas.explain(true), hide = () => canvas.explain(false);
  return svg("g", {
    key: "prohibition", class: state.selected ? "prohibition through" : "prohibition", tabindex: 0, role: "img", "aria-label": prohibition(state),
    onpointerenter: show, onpointerleave: hide, onfocus: show, onblur: hide,
    onpointerdown: (event: Event) => {
      if (canvas.picked()) return;
      event.stopPropagation();
      show();
    },
  },
    svg("circle", { class: "reach", cx: x, cy: y, r: 20 }),
    svg("circle", { class: "disc", cx: x, cy: y, r: 8.5 }),
    svg("path", { d: `M ${x - 5.2} ${y + 5.2} L ${x + 5.2} ${y - 5.2}` }));
}

