// Mouse, touch, pen and keys: what a player does to a board.

import { dropSquare, frameOf, isTarget, meant, nearest, pointIn } from "./board-aim";
import { isPickable, type BoardState, type Drawing } from "./board-state";
import { firstCursor, prohibition, stepFrom } from "./board-view";
import type { Square } from "./view";

/** What input may do to a board. */
export interface Board {
  readonly state: BoardState;
  change(part: Partial<BoardState>): void;
  /** Plays a move of the selected man, asks for a promotion, or refuses it. */
  attempt(from: Square, to: Square, byHand: boolean): void;
  /** Takes the moves ahead back. */
  cancelAhead(): void;
  /** Hands over an arrow or circle, or asks for all of them to go. */
  drawn(drawing: Drawing | null): void;
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
    if (state.drawings.length > 0 && event.pointerType !== "touch") board.drawn(null);
    if (!canPlay(state)) return;
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
    if (board.state.drawing) { // the press has become a drawing
      press = null;
      return;
    }
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

/** Reports whether men can be moved, now or ahead. */
function canPlay(state: BoardState): boolean {
  return state.live || state.aheadSeats.length > 0;
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

/** Answers a key; reports whether it meant something. */
function onKey(board: Board, event: KeyboardEvent): boolean {
  const { state } = board;
  if (!state.cursor || event.ctrlKey || event.metaKey || event.altKey) return false;
  const step = steps[event.key];
  if ((step || event.key === "Home") && state.leavesArrows && !state.cursorShown) return false;
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
      if (!state.selected && !state.promotion && state.ahead.length > 0) board.cancelAhead();
      else if (!state.selected && !state.promotion && !state.note && !state.hint) return false;
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
  if (!canPlay(state)) return;
  if (selected === cursor) board.change({ selected: "" });
  else if (selected && (isTarget(state, cursor) || !isPickable(state, cursor))) board.attempt(selected, cursor, false);
  else if (isPickable(state, cursor)) board.change(picked(state, cursor));
}

/** What picking up a man changes. The man that may not move says so at once (A15). */
function picked(state: BoardState, square: Square): Partial<BoardState> {
  return { selected: square, cursor: square, hint: square === state.barred ? prohibition(state) : "" };
}
