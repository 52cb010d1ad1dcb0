// Moves entered before their turn: a short queue, each tried when its turn comes.

import { menAfter } from "./board-state";
import { isMine, isOn, isSameScreen, type TableState } from "./table-state";
import { parseMove, seatOf, suitOf, type Man, type Square, type View } from "./view";

/** Returns how many moves may wait: three others move in between at a table of four. */
export function aheadLimit(view: View): number {
  return view.seats.length > 2 ? 3 : 1;
}

/** Lists the seats whose men can be moved ahead now; none where that makes no sense. */
export function aheadSeats(state: TableState): number[] {
  const { view, pending, confirming, past } = state;
  if (!view || view.status !== "playing" || past || confirming || isSameScreen(view)) return [];
  if (isMine(view) && !pending) return [];
  const own = view.you.filter((seat) => view.seats[seat]?.active);
  if (own.length === 0) return [];
  switch (suitOf(view.variant)) {
    case "two":
      return [0, 1]; // A1: men of both colours
    case "camps": // M6: the men of a clan that is gone are its ally's
      return [0, 1, 2, 3].filter((seat) => own.includes(seat) || (!view.seats[seat]?.active && own.includes((seat + 2) % 4)));
    case "four":
      return own;
  }
}

/** Returns the men as they stand after the moves under way and ahead. */
export function menAhead(men: Record<Square, Man>, pending: string, moves: string[]): Record<Square, Man> {
  return moves.reduce(menAfter, menAfter(men, pending));
}

/** Reports whether a move ahead is a promotion that asks for a kind: in MCX4 and Four-player there is no choice (M22, F5). */
export function asksPromotion(view: View, men: Record<Square, Man>, from: Square, to: Square): boolean {
  const man = men[from];
  if (suitOf(view.variant) !== "two" || man?.charAt(1) !== "P") return false;
  return to.slice(1) === String(seatOf(man) === 0 ? view.geometry.ranks : 1);
}

/** What becomes of the queue when the table has changed. */
export interface Step {
  ahead: string[];
  /** The move to be sent now, "" for none. */
  send: string;
  /** Whether moves were dropped because the first one cannot be played. */
  dropped: boolean;
}

/**
 * Looks at the queue after a change from one view to the next. Nothing is sent
 * in place of a move that has no answer yet; a take-back, another game, an end or
 * the loss of the own seats clears the queue, and so does a position that came by resync.
 */
export function stepAhead(before: View | null, state: TableState, resynced: boolean): Step {
  const { view, pending, ahead } = state;
  const keep = { ahead, send: "", dropped: false };
  const clear = { ...keep, ahead: [] };
  if (ahead.length === 0 || !view) return keep;
  const lost = !isOn(view) || view.status === "choice" || before?.game !== view.game || view.plies.length < before.plies.length
    || !view.you.some((seat) => view.seats[seat]?.active);
  if (lost || (resynced && before.plies.length !== view.plies.length)) return clear;
  if (!isMine(view) || pending) return keep;
  const [first = "", ...rest] = ahead;
  const send = playable(view, first);
  return send ? { ahead: rest, send, dropped: false } : { ...clear, dropped: true };
}

/** Returns the legal move a waiting one means, "" if there is none or it must be asked about first (M9). */
function playable(view: View, token: string): string {
  const move = parseMove(token);
  const legal = view.legal.filter((one) => {
    const known = parseMove(one);
    return known?.from === move?.from && known?.to === move?.to && (!move?.promotion || known?.promotion === move.promotion);
  });
  return legal.length === 1 && !view.abandons.includes(legal[0] ?? "") ? legal[0] ?? "" : "";
}
