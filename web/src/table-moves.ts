// The moves of a game without variations: those of a table, and of a finished game.

import type { Content, Description } from "./dom";
import { Kept } from "./kept";
import { drawMove, drawMoveList, drawRound, drawSteps, roundsOf } from "./move-list";
import { shownPlies, type TableState } from "./table-state";
import { plyText } from "./table-words";
import type { View } from "./view";

/** What the list can ask for. */
export interface MoveActions {
  /** Look at the position after n plies; the last one is the game itself. */
  look(plies: number): void;
}

/** The page's list: a long game is drawn anew only where something has changed. */
const kept = new Kept();

/** Draws the list and the buttons that step through it. */
export function drawMoves(state: TableState, view: View, actions: MoveActions): Content[] {
  return [drawMoveRows(state, view, actions), drawMoveSteps(state, view, actions)];
}

/** Draws the list alone. */
export function drawMoveRows(state: TableState, view: View, actions: MoveActions): Description {
  const { long } = state;
  const { plies } = view;
  const shown = shownPlies(state);
  return kept.draw("list", [plies, shown, long, actions], () => drawMoveList(view, roundsOf(view, plies).map((round, index) => {
    const entries = round.flat();
    const here = entries.some((entry) => entry.plies === shown) ? shown : 0;
    return kept.draw(`round-${index}`, [here, long, actions, ...entries.map(({ ply }) => ply)], () => drawRound(round, index, (entry) =>
      drawMove(view, entry.ply, { text: plyText(entry.ply, long), plies: entry.plies, current: entry.plies === shown, go: () => actions.look(entry.plies) })));
  })));
}

/** Draws the buttons alone. */
export function drawMoveSteps(state: TableState, view: View, actions: MoveActions): Description {
  const shown = shownPlies(state), all = view.plies.length;
  return drawSteps(shown === 0, shown >= all, (by) => actions.look(Math.max(0, Math.min(all, shown + by))));
}
