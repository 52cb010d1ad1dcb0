// Arrows and circles: drawn with the right button, or with a finger held still first.

import { frameOf, pointIn, squareUnder } from "./board-aim";
import type { Board } from "./board-input";
import type { BoardState } from "./board-state";
import { centre } from "./board-view";
import { fileOf, rankOf, rowsOf } from "./geometry";
import { box } from "./men";
import type { Square } from "./view";

/** How long a finger rests before it draws, ms, and how far it may stray meanwhile, pixels. */
const holdFor = 450, strayLimit = 8;

/** Connects a board to the pointers that draw on it. */
export function listenForDrawings(host: HTMLElement, board: Board): void {
  let pointer: number | null = null;
  let start = { x: 0, y: 0 };
  let hold = 0;

  const onBoard = (event: Event) => event.target instanceof Element && event.target.closest("svg.board") !== null;
  const squareAt = (event: PointerEvent) => squareUnder(board.state, pointIn(board.state, frameOf(host), event));
  const stop = () => {
    clearTimeout(hold);
    pointer = null;
    if (board.state.drawing) board.change({ drawing: null });
  };
  const begin = (square: Square, brush: number, id: number) => {
    if (!square) return;
    pointer = id;
    board.change({ selected: "", drag: null, drawing: { from: square, to: square, brush } });
  };

  host.addEventListener("pointerdown", (event) => {
    if (!onBoard(event)) return;
    stop(); // another finger or button ends what was begun
    start = { x: event.clientX, y: event.clientY };
    const square = squareAt(event);
    if (event.button === 2) {
      if (board.state.ahead.length > 0) board.cancelAhead();
      else begin(square, brushOf(event), event.pointerId);
    } else if (event.pointerType === "touch" && event.isPrimary) {
      hold = window.setTimeout(() => begin(square, 0, event.pointerId), holdFor);
    }
  });

  host.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > strayLimit) clearTimeout(hold);
    const { drawing } = board.state;
    if (!drawing || event.pointerId !== pointer) return;
    const to = snapped(board.state, drawing.from, pointIn(board.state, frameOf(host), event));
    if (to !== drawing.to) board.change({ drawing: { ...drawing, to, brush: event.pointerType === "mouse" ? brushOf(event) : drawing.brush } });
  });

  host.addEventListener("pointerup", (event) => {
    clearTimeout(hold);
    const { drawing, drawings } = board.state;
    const touch = event.pointerType === "touch";
    if (touch && !drawing && drawings.length > 0) board.drawn(null); // a tap wipes the board, a held finger does not
    if (!drawing || event.pointerId !== pointer) return;
    stop();
    const same = drawings.find((one) => one.from === drawing.from && one.to === drawing.to);
    // A finger has no keys: the same stroke again takes the next colour, and goes after the last.
    board.drawn(touch && same ? { ...drawing, brush: Math.min(3, same.brush + 1) } : drawing);
  });
  host.addEventListener("pointercancel", stop);
  host.addEventListener("contextmenu", (event) => onBoard(event) && event.preventDefault());
  // A finger that draws must not scroll the page as well.
  host.addEventListener("touchmove", (event) => {
    if (board.state.drawing && event.cancelable) event.preventDefault();
  }, { passive: false });
}

function brushOf(event: PointerEvent): number {
  return (event.shiftKey ? 1 : 0) + (event.altKey || event.ctrlKey || event.metaKey ? 2 : 0);
}

/** Returns the square an arrow points to: of those a queen or a knight reaches on an empty board, the one nearest to the pointer. */
function snapped(state: BoardState, from: Square, { x, y }: { x: number; y: number }): Square {
  let best = from, least = Infinity;
  for (const square of rowsOf(state.geometry, state.turn).flat()) {
    const files = Math.abs(fileOf(square) - fileOf(from)), ranks = Math.abs(rankOf(square) - rankOf(from));
    const reached = files === 0 || ranks === 0 || files === ranks || files * ranks === 2;
    if (!reached) continue;
    const middle = centre(state, square);
    const away = Math.hypot(middle.x - x, middle.y - y);
    if (away < least) {
      least = away;
      best = square;
    }
  }
  return least < 2 * box ? best : from;
}
