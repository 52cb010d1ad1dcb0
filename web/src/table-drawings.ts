// The arrows and circles on the board of a table.

import type { Drawing } from "./board-state";

/** Returns the drawings with one more; the same stroke again takes it away, in another colour recolours it. Null wipes them all. */
export function withDrawing(drawings: Drawing[], drawing: Drawing | null): Drawing[] {
  if (!drawing) return [];
  const same = (one: Drawing) => one.from === drawing.from && one.to === drawing.to;
  const old = drawings.find(same);
  const rest = drawings.filter((one) => !same(one));
  return old?.brush === drawing.brush ? rest : [...rest, drawing];
}
