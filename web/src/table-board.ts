// What the board of a table shows.

import { emptyBoard, type BoardState, type Trail } from "./board-state";
import { turnFor } from "./geometry";
import { aheadMoves, aheadSeats, menShown } from "./table-ahead";
import { bottomSeat, isMine, isOn, type TableState } from "./table-state";
import { suitOf, type Ply, type Suit, type View } from "./view";

/** Returns what the board shows. */
export function boardOf(state: TableState): Partial<BoardState> {
  const { view: game, past } = state;
  if (!game) return {};
  const looking = past !== null && past.plies !== game.plies.length;
  const view = looking ? past.view ?? game : game;
  const suit = suitOf(game.variant);
  const shown = looking ? game.plies.slice(0, past.plies) : game.plies;
  const pending = state.pending?.token ?? state.confirming;
  const live = !looking && game.status === "playing" && isMine(game) && !pending;
  const ahead = looking ? [] : state.ahead;
  const men = looking ? view.men : menShown(state);
  return {
    suit,
    geometry: view.geometry,
    turn: turnFor(suit, bottomSeat(state, game)),
    men,
    legal: live ? game.legal : looking ? emptyBoard.legal : aheadMoves(state),
    live,
    showLegal: game.showLegal,
    trail: trailOf(shown, game.seats.length),
    check: view.check,
    dim: dimmed(suit, view),
    onTurn: isOn(view) ? view.turn : null,
    forbidden: looking ? "" : game.forbidden ?? "",
    barred: looking ? "" : game.barred ?? "",
    pending: looking || !pending ? "" : pending,
    ahead,
    aheadSeats: aheadSeats(state),
    drawings: looking ? emptyBoard.drawings : state.drawings,
    note: state.note,
  };
}

/** Returns the last move of every other seat, the newest first. */
function trailOf(plies: Ply[], seats: number): Trail[] {
  const trail: Trail[] = [];
  for (let i = plies.length - 1; i >= 0 && trail.length < Math.max(1, seats - 1); i--) {
    const ply = plies[i];
    if (ply?.from && ply.to) trail.push({ seat: ply.seat, from: ply.from, to: ply.to });
  }
  return trail;
}

/** MCX4: the clan that is not on turn in the camp on turn steps back, unless its ally plays it. */
function dimmed(suit: Suit, view: View): number[] {
  if (suit !== "camps" || view.turn === null || !isOn(view)) return [];
  const ally = (view.turn + 2) % 4;
  return view.seats[ally]?.active ? [ally] : [];
}
