// Mouse, touch, pen and keys: what a player does to a board.

import { isPickable, movesFrom, type BoardState } from "./board-state";
import { firstCursor, margin, prohibition, stepFrom } from "./board-view";
import { cellOf, extent, squareOn } from "./geometry";
import { box } from "./men";
import type { Square } from "./view";

/** What input may do to a board. */
export interface Board {
  readonly state: BoardState;
  change(part: Partial<BoardState>): void;
  /** Plays a move of the selected man, asks for a promotion, or refuses it. */
  attempt(from: Square, to: Square, byHand: boolean): void;
}

interface Press {
  pointer: number;
  start: { x: number; y: number };
  from: Square;
  /** Whether the man was selected before, so that a second tap puts it down. */
  again: boolean;
  touch: boolean;
  moved: boolean;
}

/** How far a pointer moves before a press becomes a drag, in pixels. */
const dragAfter = { mouse: 4, touch: 9 };

/** How near a finger must come to a square that means something, in squares. */
const fingerReach = 0.8;

/** A finger within this distance of a man's centre holds the man instead of scrolling the page, in squares. */
const holdReach = 0.6;

/** Connects a board to the pointers and keys used on `host`. */
export function listen(host: HTMLElement, board: Board): void {
  let press: Press | null = null;
  let frame: DOMRect | null = null; // taken at pointer-down: pages may move meanwhile

  const onBoard = (event: { target: EventTarget | null }) => event.target instanceof Element && event.target.closest("svg.board") !== null;

  host.addEventListener("pointerdown", (event) => {
    if (!onBoard(event) || press) return;
    const { state } = board;
    board.change({ cursorShown: false, note: "", hint: "" });
    if (event.button !== 0 || state.promotion) {
      board.change({ selected: "", drag: null, promotion: null });
      return;
    }
    if (!state.live) return;
    frame = frameOf(host);
    const point = pointIn(state, frame, event);
    const touch = event.pointerType !== "mouse";
    const square = meant(state, point, touch);
    if (state.selected && square !== state.selected && (isTarget(state, square) || !isPickable(state, square))) {
      if (square) board.attempt(state.selected, square, false);
      else board.change({ selected: "" });
      return;
    }
    if (!isPickable(state, square)) return;
    press = { pointer: event.pointerId, start: { x: event.clientX, y: event.clientY }, from: square, again: state.selected === square, touch, moved: false };
    host.setPointerCapture(event.pointerId);
    board.change(picked(state, square));
  });

  host.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.pointer || !frame) return;
    const travelled = Math.hypot(event.clientX - press.start.x, event.clientY - press.start.y);
    if (!press.moved && travelled < dragAfter[press.touch ? "touch" : "mouse"]) return;
    press.moved = true;
    if (board.state.selected !== press.from) { // the game went on and took the man away
      press = null;
      return;
    }
    const point = pointIn(board.state, frame, event);
    board.change({ drag: { from: press.from, ...point, over: dropSquare(board.state, point, press.touch), touch: press.touch } });
  });

  host.addEventListener("pointerup", (event) => {
    if (!press || event.pointerId !== press.pointer || !frame) return;
    const { from, again, moved, touch } = press;
    press = null;
    if (!moved) {
      if (again) board.change({ selected: "" });
      return;
    }
    const { state } = board;
    const to = dropSquare(state, pointIn(state, frame, event), touch);
    if (!state.drag) return;
    board.change({ drag: null });
    if (to && to !== from) board.attempt(from, to, true);
    else if (!to) board.change({ selected: "" });
  });

  host.addEventListener("pointercancel", () => {
    press = null;
    board.change({ drag: null });
  });

  // touch-action settles this for whole squares; the rest of a man's reach is decided here.
  host.addEventListener("touchstart", (event) => {
    const touch = event.touches[0];
    if (!onBoard(event) || !touch || event.touches.length > 1) return;
    const { state } = board;
    const point = pointIn(state, frameOf(host), touch);
    const held = nearest(state, point, holdReach, (s) => isPickable(state, s));
    const target = state.selected !== "" && isTarget(state, meant(state, point, true));
    if ((held || target) && event.cancelable) event.preventDefault();
  }, { passive: false });

  // The press that asks for a promotion must not take the focus back from the question.
  host.addEventListener("mousedown", (event) => {
    if (onBoard(event) && board.state.promotion) event.preventDefault();
  });

  host.addEventListener("keydown", (event) => {
    if (onBoard(event) && onKey(board, event)) event.preventDefault();
  });
  host.addEventListener("focusin", (event) => {
    if (event.target instanceof Element && event.target.matches(".board-squares:focus-visible")) {
      board.change({ cursorShown: true });
    }
  });
  host.addEventListener("focusout", () => board.change({ cursorShown: false }));
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

/** Answers a key; reports whether it meant something. */
function onKey(board: Board, event: KeyboardEvent): boolean {
  const { state } = board;
  if (!state.cursor || event.ctrlKey || event.metaKey || event.altKey) return false;
  const step = steps[event.key];
  if (step) {
    board.change({ cursor: stepFrom(state, state.cursor, ...step), cursorShown: true });
    return true;
  }
  switch (event.key) {
    case "Enter":
    case " ":
      pickOrDrop(board);
      return true;
    case "Escape":
      if (!state.selected && !state.promotion && !state.note && !state.hint) return false;
      board.change({ selected: "", drag: null, promotion: null, note: "", hint: "" });
      return true;
    case "Home":
      board.change({ cursor: firstCursor(state), cursorShown: true });
      return true;
  }
  return false;
}

function pickOrDrop(board: Board): void {
  const { state } = board;
  const { cursor, selected } = state;
  board.change({ cursorShown: true, note: "", hint: "" });
  if (!state.live) return;
  if (selected === cursor) board.change({ selected: "" });
  else if (selected && (isTarget(state, cursor) || !isPickable(state, cursor))) board.attempt(selected, cursor, false);
  else if (isPickable(state, cursor)) board.change(picked(state, cursor));
}

/** What picking up a man changes. The man that may not move says so at once (A15). */
function picked(state: BoardState, square: Square): Partial<BoardState> {
  return { selected: square, cursor: square, hint: square === state.barred ? prohibition(state) : "" };
}

function isTarget(state: BoardState, square: Square): boolean {
  return movesFrom(state, state.selected).some((move) => move.to === square);
}

function frameOf(host: HTMLElement): DOMRect {
  return (host.querySelector("svg.board") ?? host).getBoundingClientRect();
}

/** Turns a pointer's place into board units. */
function pointIn(state: BoardState, frame: DOMRect, at: { clientX: number; clientY: number }): { x: number; y: number } {
  const { columns } = extent(state.geometry, state.turn);
  const unit = (columns * box + 2 * margin) / frame.width;
  return { x: (at.clientX - frame.left) * unit - margin, y: (at.clientY - frame.top) * unit - margin };
}

function squareUnder(state: BoardState, { x, y }: { x: number; y: number }): Square {
  return squareOn(state.geometry, state.turn, { column: Math.floor(x / box), row: Math.floor(y / box) });
}

/** Returns the square a press means. A finger that misses narrowly is led to a target or a man close by. */
function meant(state: BoardState, point: { x: number; y: number }, touch: boolean): Square {
  const under = squareUnder(state, point);
  if (!touch || isPickable(state, under)) return under;
  if (state.selected) {
    if (isTarget(state, under)) return under;
    const target = state.showLegal ? nearest(state, point, fingerReach, (s) => isTarget(state, s)) : "";
    return target || under;
  }
  return nearest(state, point, fingerReach, (s) => isPickable(state, s)) || under;
}

/** Returns the square a man is let fall on. */
function dropSquare(state: BoardState, point: { x: number; y: number }, touch: boolean): Square {
  const under = squareUnder(state, point);
  if (!touch || !state.showLegal || under === state.drag?.from || isTarget(state, under)) return under;
  return nearest(state, point, fingerReach, (s) => isTarget(state, s)) || under;
}

/** Returns the nearest square of a sort whose centre lies within a reach given in squares, "" if there is none. */
function nearest(state: BoardState, { x, y }: { x: number; y: number }, reach: number, sort: (square: Square) => boolean): Square {
  let best = "", least = reach * box;
  const column = Math.floor(x / box), row = Math.floor(y / box);
  for (let dc = -1; dc <= 1; dc++) {
    for (let dr = -1; dr <= 1; dr++) {
      const square = squareOn(state.geometry, state.turn, { column: column + dc, row: row + dr });
      if (!square || !sort(square)) continue;
      const cell = cellOf(state.geometry, state.turn, square);
      const away = Math.hypot(x - (cell.column + 0.5) * box, y - (cell.row + 0.5) * box);
      if (away < least) {
        least = away;
        best = square;
      }
    }
  }
  return best;
}
