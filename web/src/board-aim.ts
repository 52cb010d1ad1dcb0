// Which square a pointer means.

import { isPickable, movesFrom, type BoardState } from "./board-state";
import { margin } from "./board-view";
import { cellOf, extent, squareOn } from "./geometry";
import { box } from "./men";
import type { Square } from "./view";

/** How near a finger must come to a square that means something, in squares. */
const fingerReach = 0.8;

/** Reports whether the selected man can go to a square. */
export function isTarget(state: BoardState, square: Square): boolean {
  return movesFrom(state, state.selected).some((move) => move.to === square);
}

/** Returns where the board is on the screen now. */
export function frameOf(host: HTMLElement): DOMRect {
  return (host.querySelector("svg.board") ?? host).getBoundingClientRect();
}

/** Turns a pointer's place into board units. */
export function pointIn(state: BoardState, frame: DOMRect, at: { clientX: number; clientY: number }): { x: number; y: number } {
  const { columns } = extent(state.geometry, state.turn);
  const unit = (columns * box + 2 * margin) / frame.width;
  return { x: (at.clientX - frame.left) * unit - margin, y: (at.clientY - frame.top) * unit - margin };
}

/** Returns the square at a place given in board units, "" if there is none. */
export function squareUnder(state: BoardState, { x, y }: { x: number; y: number }): Square {
  return squareOn(state.geometry, state.turn, { column: Math.floor(x / box), row: Math.floor(y / box) });
}

/** Returns the square a press means. A finger that misses narrowly is led to a target or a man close by. */
export function meant(state: BoardState, point: { x: number; y: number }, touch: boolean): Square {
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
export function dropSquare(state: BoardState, point: { x: number; y: number }, touch: boolean): Square {
  const under = squareUnder(state, point);
  if (!touch || !state.showLegal || under === state.drag?.from || isTarget(state, under)) return under;
  return nearest(state, point, fingerReach, (s) => isTarget(state, s)) || under;
}

/** Returns the nearest square of a sort whose centre lies within a reach given in squares, "" if there is none. */
export function nearest(state: BoardState, { x, y }: { x: number; y: number }, reach: number, sort: (square: Square) => boolean): Square {
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
