// Going through a line of moves by keys, wheel and finger.

import type { BoardElement } from "./board";

/** What input asks for. */
export interface Walk {
  /** Goes so many plies on or back, Infinity to the end, -Infinity to the start; reports whether that led anywhere. */
  step(by: number): boolean;
  /** Goes to the alternative after (1) or before (-1) the ply one stands at; reports whether there is one. */
  turn?(by: number): boolean;
  /** Begins to play by itself, or pauses. */
  toggle?(): void;
}

/** How far a finger goes for a step, in CSS pixels. */
const swipe = 36;
/** How far the wheel turns for a step, in CSS pixels: a notch is 100 to 120, a touchpad tells many little ones. */
const notch = 60;

/** Listens on the whole page for keys, and within `root` for wheel and finger over a board, whatever is drawn there. */
export function listenForSteps(root: HTMLElement, walk: Walk): void {
  document.addEventListener("keydown", (event) => {
    if (!event.defaultPrevented && onKey(event, walk)) event.preventDefault();
  });
  listenForWheel(root, walk);
  listenForSwipes(root, walk);
}

function boardUnder(event: Event): BoardElement | null {
  return event.target instanceof Element ? event.target.closest("melee-board") : null;
}

/** Answers a key; reports whether it meant something. */
function onKey(event: KeyboardEvent, walk: Walk): boolean {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, textarea, select, dialog, .promotion")) return false;
  const scrolls = target.closest("[role=region], summary") !== null;
  switch (event.key) {
    case "ArrowLeft": return walk.step(-1);
    case "ArrowRight": return walk.step(1);
    case "ArrowUp": return !scrolls && walk.turn?.(-1) === true;
    case "ArrowDown": return !scrolls && walk.turn?.(1) === true;
    case "Home": return !scrolls && walk.step(-Infinity);
    case "End": return !scrolls && walk.step(Infinity);
    case " ":
      if (!walk.toggle || target.closest("button, a, summary, [tabindex]")) return false; // it presses or scrolls them
      walk.toggle();
      return true;
  }
  return false;
}

function listenForWheel(root: HTMLElement, walk: Walk): void {
  let turned = 0;
  root.addEventListener("wheel", (event) => {
    const { deltaY, deltaMode, ctrlKey, shiftKey } = event;
    if (ctrlKey || shiftKey || deltaY === 0 || !boardUnder(event)) return; // it zooms, or goes sideways
    event.preventDefault();
    const by = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : deltaY * notch;
    turned = Math.sign(turned) === Math.sign(by) ? turned + by : by;
    if (Math.abs(turned) < notch) return;
    turned = 0;
    walk.step(Math.sign(by));
  }, { passive: false });
}

/** A finger that goes sideways over the board, and holds no man, goes through the line. */
function listenForSwipes(root: HTMLElement, walk: Walk): void {
  let start: Touch | null = null;
  root.addEventListener("touchstart", (event) => {
    start = event.touches.length === 1 && boardUnder(event) ? event.touches[0] ?? null : null;
  }, { passive: true });
  root.addEventListener("touchcancel", () => (start = null));
  root.addEventListener("touchend", (event) => {
    const end = event.changedTouches[0];
    if (!start || !end) return;
    const x = end.clientX - start.clientX, y = end.clientY - start.clientY;
    start = null;
    const holds = boardUnder(event)?.state.selected;
    if (!holds && Math.abs(x) > swipe && Math.abs(x) > 2 * Math.abs(y)) walk.step(x < 0 ? 1 : -1);
  });
}
