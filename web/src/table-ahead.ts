// Moves entered before their turn: a short queue, each tried when its turn comes.

import { menAfter } from "./board-state";
import { isMine, isOn, isSameScreen, type TableState } from "./table-state";
import { isGrey, parseMove, seatOf, suitOf, type Man, type Square, type View } from "./view";

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

/** Returns the men the board shows: with the moves under way and ahead carried out. */
export function menShown({ view, pending, confirming, ahead }: TableState): Record<Square, Man> {
  const men = view?.men ?? {};
  return ahead.length > 0 ? menAhead(men, pending?.token ?? confirming, ahead) : men;
}

/** Lists the men that can be moved ahead, as the server is asked about them: "f3:0N". */
function movable(state: TableState): string[] {
  const seats = aheadSeats(state);
  if (seats.length === 0) return [];
  return Object.entries(menShown(state)).flatMap(([square, man]) => (!isGrey(man) && seats.includes(seatOf(man)) ? [`${square}:${man}`] : []));
}

/** Lists the moves that may be entered ahead, as far as they are known. */
export function aheadMoves(state: TableState): string[] {
  return movable(state).flatMap((man) => state.reach[man] ?? []);
}

/** How many men the server is asked about at once. */
const askedAtOnce = 64;

/** Lists men whose moves are to be asked for. */
export function unknownReach(state: TableState): string[] {
  return movable(state).filter((man) => !(man in state.reach)).slice(0, askedAtOnce);
}

/** Asks where men could go before their turn: the server knows how they move. */
export async function askReach(view: View, men: string[]): Promise<Record<string, string[]>> {
  const query = new URLSearchParams({ men: men.join(",") });
  for (const [name, value] of Object.entries(view.options)) query.set(`option.${name}`, value);
  const response = await fetch(`/api/variants/${view.variant}/reach?${query}`);
  if (!response.ok) return {};
  const bySquare = (await response.json()) as Record<Square, string[]>;
  return Object.fromEntries(men.map((man) => [man, bySquare[man.split(":")[0] ?? ""] ?? []]));
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
