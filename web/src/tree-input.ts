// Going through a line by keys, wheel and finger.

import type { BoardElement } from "./board";

/** What input asks for; each reports whether it led anywhere. */
export interface Walk {
  /** Goes so many plies on or back; Infinity is the end, -Infinity the start. */
  step(by: number): boolean;
  /** Goes to the alternative after (1) or before (-1) the ply one stands at. */
  turn(by: number): boolean;
}

/** How far the wheel turns for a ply, and a finger moves for one, in pixels. */
const wheelStep = 50, swipeStep = 48;

/** Listens on the whole page for keys, and on `board` for wheel and finger, whatever is drawn in it. */
export function listenForSteps(board: HTMLElement, walk: Walk): void {
  document.addEventListener("keydown", (event) => {
    if (!event.defaultPrevented && onKey(event, walk)) event.preventDefault();
  });
  let turned = 0;
  board.addEventListener("wheel", (event) => {
    if (event.ctrlKey || event.shiftKey || !onBoard(event)) return;
    event.preventDefault();
    turned = Math.sign(turned) === Math.sign(event.deltaY) ? turned : 0;
    turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * wheelStep;
    const plies = Math.trunc(turned / wheelStep);
    turned -= plies * wheelStep;
    if (plies !== 0) walk.step(plies);
  }, { passive: false });
  listenForSwipes(board, walk);
}

function onBoard(event: Event): boolean {
  return event.target instanceof Element && event.target.closest("svg.board") !== null;
}

function onKey(event: KeyboardEvent, walk: Walk): boolean {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, textarea, select, dialog, .promotion")) return false;
  const list = target.closest("[role=region], summary") !== null; // they scroll it
  switch (event.key) {
    case "ArrowLeft": return walk.step(-1);
    case "ArrowRight": return walk.step(1);
    case "ArrowUp": return !list && walk.turn(-1);
    case "ArrowDown": return !list && walk.turn(1);
    case "Home": return !list && walk.step(-Infinity);
    case "End": return !list && walk.step(Infinity);
  }
  return false;
}

/** A finger that goes sideways over the board, and holds no man, goes through the line. */
function listenForSwipes(board: HTMLElement, walk: Walk): void {
  let start: Touch | null = null;
  board.addEventListener("touchstart", (event) => {
    start = event.touches.length === 1 && onBoard(event) ? event.touches[0] ?? null : null;
  }, { passive: true });
  board.addEventListener("touchcancel", () => start = null);
  board.addEventListener("touchend", (event) => {
    const end = event.changedTouches[0];
    if (!start || !end) return;
    const x = end.clientX - start.clientX, y = end.clientY - start.clientY;
    start = null;
    const holds = board.querySelector<BoardElement>("melee-board")?.state.selected;
    if (!holds && Math.abs(x) > swipeStep && Math.abs(x) > 2 * Math.abs(y)) walk.step(x < 0 ? 1 : -1);
  });
}
