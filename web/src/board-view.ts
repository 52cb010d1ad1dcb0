// What a board state looks like, layer by layer.

import { isPickable, movesFrom, pickableSquares, type BoardState } from "./board-state";
import { drawOver } from "./board-over";
import type { Entry } from "./board-roster";
import { svg, type Content, type Description } from "./dom";
import { cellOf, edgeOf, extent, isDark, rankOf, rowsOf, squareOn } from "./geometry";
import type { Kept } from "./kept";
import { box, drawMan } from "./men";
import { kindOf, parseMove, seatOf, type Man, type Square } from "./view";
import { say, squareName } from "./words";

/** Room around the squares, in board units, for the lit edge. */
export const margin = 5;

/** What a board needs besides its state. */
export interface Canvas {
  /** Told apart from other boards of the page. */
  name: string;
  entries: Entry[];
  taken: Entry[];
  /** A man put down by hand: he is there already and does not glide. */
  placed: Square;
  /** Called when the sign of a forbidden move is pointed at, focused or tapped. */
  explain: (shown: boolean) => void;
  /** Whether a man is picked now: the picture may be a frame behind. */
  picked: () => boolean;
  /** What was drawn last, by layer: a drag redraws only itself. */
  layers: Kept;
}

/** Says what may not be done here: undo the last move (A6), or move its man again (A15). */
export function prohibition(state: BoardState): string {
  return say(state.barred ? "rules.A15.here" : "rules.A6.here");
}

/** Draws the whole board. */
export function drawBoard(state: BoardState, canvas: Canvas): Description {
  const { columns, rows } = extent(state.geometry, state.turn);
  const hatch = `${canvas.name}-hatch`;
  const playable = state.live || state.aheadSeats.length > 0;
  return svg("svg", {
    key: "board",
    class: `board suit-${state.suit}${playable ? " board-live" : ""}`,
    viewBox: `${-margin} ${-margin} ${columns * box + 2 * margin} ${rows * box + 2 * margin}`,
    ...(!state.cursor && { role: "img", "aria-label": state.label || undefined }),
  },
    svg("defs", {}, svg("pattern", { id: hatch, width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      svg("rect", { class: "hatch-line", width: 1.6, height: 5 }))),
    drawGrid(state, canvas),
    canvas.layers.draw("coordinates", [state.geometry, state.turn], () => drawCoordinates(state)),
    drawEdge(state),
    drawUnder(state),
    canvas.layers.draw("men", [state.suit, state.geometry, state.turn, canvas.entries, canvas.taken, canvas.placed, state.dim, state.pending, state.ahead, state.drag?.from],
      () => drawMen(state, canvas, `url(#${hatch})`)),
    drawOver(state, canvas),
    drawDragged(state, `url(#${hatch})`));
}

/** Returns the upper left corner of a square, in board units. */
export function at(state: BoardState, square: Square): { x: number; y: number } {
  const { column, row } = cellOf(state.geometry, state.turn, square);
  return { x: column * box, y: row * box };
}

/** Returns the middle of a square, in board units. */
export function centre(state: BoardState, square: Square): { x: number; y: number } {
  const { x, y } = at(state, square);
  return { x: x + box / 2, y: y + box / 2 };
}

/** The squares: a grid with a cursor where the board can be played, else mere ground. */
function drawGrid(state: BoardState, canvas: Canvas): Description {
  const { geometry, turn, suit, men, legal, live, aheadSeats, selected, showLegal, check, barred, cursor } = state;
  const squares = canvas.layers.draw("squares", [geometry, turn, suit, men, legal, live, aheadSeats.join(), selected, showLegal, check, barred, cursor === ""],
    () => svg("g", cursor ? { role: "rowgroup" } : {}, drawSquares(state, canvas.name)));
  return svg("g", {
    class: "board-squares",
    ...(cursor && { role: "grid", "aria-label": state.label, "aria-description": say("board.keys"), tabindex: 0, "aria-activedescendant": `${canvas.name}-${cursor}` }),
  }, squares);
}

function drawSquares(state: BoardState, name: string): Content {
  const grid = state.cursor !== "";
  const pickable = pickableSquares(state);
  const lines = rowsOf(state.geometry, state.turn);
  const upright = state.turn % 2 === 0;
  const head = (role: string, square: Square, file: boolean) => svg("g", { role },
    svg("text", { class: "unseen" }, file ? square.charAt(0) : String(rankOf(square) + 1)));
  const longest = lines.find((line) => line.length === extent(state.geometry, state.turn).columns) ?? [];
  const heads = grid && svg("g", { key: "heads", role: "row" }, longest.map((square) => head("columnheader", square, upright)));
  return [heads, lines.map((line) =>
    svg("g", grid ? { role: "row" } : {}, grid && line[0] && head("rowheader", line[0], !upright), line.map((square) => {
      const { x, y } = at(state, square);
      return svg("rect", {
        class: `square ${isDark(square) ? "dark" : "light"}${pickable.has(square) ? " hold" : ""}`,
        x, y, width: box, height: box,
        ...(grid && {
          id: `${name}-${square}`,
          role: "gridcell",
          "aria-label": cellLabel(state, square),
          "aria-selected": state.selected === square ? "true" : undefined,
        }),
      });
    })))];
}

function cellLabel(state: BoardState, square: Square): string {
  const name = squareName(state.suit, square, state.men[square]);
  const target = state.showLegal && state.selected !== "" && movesFrom(state, state.selected).some((m) => m.to === square);
  const parts = [name];
  if (state.check.includes(square)) parts.push(say("board.square.check"));
  if (state.barred === square) parts.push(say("board.square.barred"));
  if (target) parts.push(say("board.square.target"));
  return parts.join(", ");
}

/** File letters along the lower rim of the shape, rank numbers along its left one, inside the squares. */
function drawCoordinates(state: BoardState): Description {
  const { columns, rows } = extent(state.geometry, state.turn);
  const upright = state.turn % 2 === 0;
  const text = (square: Square, acrossFiles: boolean) => (acrossFiles === upright ? square.charAt(0) : String(rankOf(square) + 1));
  const marks: Content[] = [];
  for (let column = 0; column < columns; column++) {
    for (let row = rows - 1; row >= 0; row--) {
      const square = squareOn(state.geometry, state.turn, { column, row });
      if (!square) continue;
      marks.push(svg("text", { class: inkOn(square), x: column * box + box - 1.5, y: row * box + box - 3, "text-anchor": "end" }, text(square, true)));
      break;
    }
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const square = squareOn(state.geometry, state.turn, { column, row });
      if (!square) continue;
      marks.push(svg("text", { class: inkOn(square), x: column * box + 2, y: row * box + 10 }, text(square, false)));
      break;
    }
  }
  return svg("g", { class: "coordinates", "aria-hidden": "true" }, marks);
}

function inkOn(square: Square): string {
  return isDark(square) ? "on-dark" : "on-light";
}

/** The thin line at the edge of the seat on turn. */
function drawEdge(state: BoardState): Description {
  const { columns, rows } = extent(state.geometry, state.turn);
  const inset = state.geometry.corner * box;
  const width = columns * box, height = rows * box, thick = 3;
  const edge = state.onTurn === null ? "" : edgeOf(state.suit, state.onTurn, state.turn);
  const shape = {
    bottom: { x: inset, y: height + 1, width: width - 2 * inset, height: thick },
    top: { x: inset, y: -1 - thick, width: width - 2 * inset, height: thick },
    left: { x: -1 - thick, y: inset, width: thick, height: height - 2 * inset },
    right: { x: width + 1, y: inset, width: thick, height: height - 2 * inset },
    "": null,
  }[edge];
  return svg("g", { "aria-hidden": "true" },
    shape && svg("rect", { key: edge, class: `edge seat-${state.onTurn}`, rx: 1.5, ...shape }));
}

/** What lies on the squares below the men. */
function drawUnder(state: BoardState): Description {
  const rim = (square: Square, seat: number, age: number) => {
    const { x, y } = at(state, square);
    return svg("rect", { class: `trail seat-${seat} age-${Math.min(age, 3)}`, x: x + 2, y: y + 2, width: box - 4, height: box - 4, rx: 3 });
  };
  const full = (square: Square, name: string) => svg("rect", { class: name, ...at(state, square), width: box, height: box });
  return svg("g", { "aria-hidden": "true" },
    state.marks.map((square) => full(square, "marked")),
    state.ahead.flatMap((token) => {
      const move = parseMove(token);
      return move ? [full(move.from, "ahead"), full(move.to, "ahead")] : [];
    }),
    state.selected && full(state.selected, "selected"),
    state.drag?.over && full(state.drag.over, "over"),
    [...state.trail].reverse().map((move, index) => {
      const age = state.trail.length - 1 - index;
      return [rim(move.from, move.seat, age), rim(move.to, move.seat, age)];
    }),
    state.check.map((square) => {
      const { x, y } = centre(state, square);
      return svg("circle", { key: `check-${square}`, class: "check", cx: x, cy: y, r: 21.5 });
    }));
}

function drawMen(state: BoardState, canvas: Canvas, hatch: string): Description {
  const underWay = [state.pending, ...state.ahead].map((token) => parseMove(token)?.to);
  const man = (entry: Entry, taken: boolean) => {
    const { x, y } = at(state, entry.square);
    const grey = entry.man.endsWith("x");
    const states = [
      "man", `seat-${seatOf(entry.man)}`, `kind-${kindOf(entry.man)}`,
      grey && "grey",
      taken && "taken",
      !grey && state.dim.includes(seatOf(entry.man)) && "dim",
      underWay.includes(entry.square) && "pending",
      state.drag?.from === entry.square && "lifted",
      canvas.placed === entry.square && "placed",
    ].filter(Boolean).join(" ");
    return svg("g", { key: `man-${entry.id}`, class: states, style: { transform: `translate(${x}px, ${y}px)` } },
      pictureOf(state, entry.man, hatch));
  };
  return svg("g", { class: "men", "aria-hidden": "true" },
    canvas.taken.map((entry) => man(entry, true)), canvas.entries.map((entry) => man(entry, false)));
}

const pictures = new Map<string, Description>();

/** Returns a man's picture, the same object every time, so that the renderer need not look inside. */
function pictureOf(state: BoardState, man: Man, hatch: string): Description {
  const key = `${state.suit} ${man} ${hatch}`;
  let picture = pictures.get(key);
  if (!picture) pictures.set(key, picture = svg("g", { class: "picture" }, drawMan(state.suit, man, hatch)));
  return picture;
}

function drawDragged(state: BoardState, hatch: string): Description {
  const { drag } = state;
  const man = drag && state.men[drag.from];
  if (!drag || !man) return svg("g", { key: "dragged" });
  const scale = drag.touch ? 1.7 : 1.08;
  const x = drag.x - (box * scale) / 2, y = drag.y - (drag.touch ? box * 1.9 : (box * scale) / 2);
  return svg("g", { key: "dragged", class: "dragged", "aria-hidden": "true" },
    svg("g", {
      class: `man seat-${seatOf(man)} kind-${kindOf(man)} placed`,
      style: { transform: `translate(${x}px, ${y}px) scale(${scale})` },
    }, pictureOf(state, man, hatch)));
}

/** Returns the column and row of a square as percentages of the board, for what is laid over it in HTML. */
export function percentAt(state: BoardState, square: Square): { left: number; top: number } {
  const { columns, rows } = extent(state.geometry, state.turn);
  const { column, row } = cellOf(state.geometry, state.turn, square);
  return { left: ((column + 0.5) / columns) * 100, top: ((row + 0.5) / rows) * 100 };
}

/** Returns the square the keyboard cursor starts on: a king one may move, else the first square with a man, else any. */
export function firstCursor(state: BoardState): Square {
  const squares = rowsOf(state.geometry, state.turn).reverse().flat();
  return squares.find((s) => isPickable(state, s) && kindOf(state.men[s] ?? "") === "K")
    ?? squares.find((s) => isPickable(state, s))
    ?? squares.find((s) => state.men[s])
    ?? squares[Math.floor(squares.length / 2)]
    ?? "";
}

/** Returns the square one step from another on the screen, the same one where the board ends. */
export function stepFrom(state: BoardState, square: Square, columns: number, rows: number): Square {
  const { column, row } = cellOf(state.geometry, state.turn, square);
  return squareOn(state.geometry, state.turn, { column: column + columns, row: row + rows }) || square;
}
