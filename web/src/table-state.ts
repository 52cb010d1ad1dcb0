// All a table page is drawn from, and what follows from it.

import { emptyBoard, type BoardState, type Trail } from "./board-state";
import { turnFor } from "./geometry";
import { isGrey, kindOf, seatOf, suitOf, type Man, type Ply, type Square, type Suit, type View } from "./view";

/** The one object the table page is drawn from. */
export interface TableState {
  view: View | null;
  /** Every ply of the game. */
  plies: Ply[];
  /** The position looked at, null for the game itself. */
  past: Past | null;
  /** Whether the stream is up. */
  connected: boolean;
  /** What keeps the table from being shown at all, "" for nothing. */
  fault: string;
  /** The command that is sent and not yet answered, and how many plies there were then. */
  pending: { token: string; plies: number } | null;
  /** A sentence on the last try, shown over the board. */
  note: string;
  dialog: Dialog | null;
  /** Whether the survival dialog has been put aside to look at the board. */
  aside: boolean;
  /** Whether the sheet with moves is open (small screens). */
  sheet: boolean;
  /** Whether moves are written in long algebraic notation. */
  long: boolean;
  /** Whether the board turns to the player on turn (one screen for all). */
  turning: boolean;
  /** The ply whose elimination was waved away. */
  bannerRead: number;
  /** What was last said to screen readers. */
  spoken: string;
  /** Whether the position's text has just been copied. */
  copied: boolean;
}

export interface Past {
  /** How many plies have been played in it. */
  plies: number;
  view: View | null;
}

export type Dialog =
  | { kind: "abandon"; token: string }
  | { kind: "resign"; seat: number }
  | { kind: "draw" }
  | { kind: "gains"; seat: number };

/** A table of which nothing is known yet. */
export const emptyTable: TableState = {
  view: null,
  plies: [],
  past: null,
  connected: true,
  fault: "",
  pending: null,
  note: "",
  dialog: null,
  aside: false,
  sheet: false,
  long: false,
  turning: false,
  bannerRead: 0,
  spoken: "",
  copied: false,
};

/** Returns the state with a view from the server taken in. */
export function accept(state: TableState, view: View): TableState {
  const same = state.view?.game === view.game;
  const plies = (same ? state.plies : []).slice(0, view.from).concat(view.plies);
  const answered = state.pending && (!same || plies.length > state.pending.plies || view.status === "ended");
  return {
    ...state,
    view,
    plies,
    past: same ? state.past : null,
    pending: answered ? null : state.pending,
    note: same && plies.length === state.plies.length ? state.note : "",
    dialog: same && view.status !== "ended" ? state.dialog : keepGains(state.dialog),
    aside: view.status === "choice" && state.aside,
    sheet: state.sheet && !(view.status === "ended" && state.view?.status !== "ended"), // the result lies under it
    bannerRead: same ? state.bannerRead : 0,
    fault: "",
  };
}

function keepGains(dialog: Dialog | null): Dialog | null {
  return dialog?.kind === "gains" ? dialog : null;
}

/** Reports whether people share this screen: seats that play against each other are all played here. */
export function isSameScreen(view: View): boolean {
  const camps = suitOf(view.variant) === "camps";
  return new Set(view.you.map((seat) => (camps ? seat % 2 : seat))).size > 1;
}

/** Reports whether this browser must act. */
export function isMine(view: View): boolean {
  return view.turn !== null && view.you.includes(view.turn);
}

/** Reports whether a token is a piece move. */
export function isMove(ply: Ply): boolean {
  return Boolean(ply.from && ply.to);
}

/** Returns the seats at which nobody sits by himself: MCX4's partners share a camp. */
export function allyOf(suit: Suit, seat: number): number | null {
  return suit === "camps" ? (seat + 2) % 4 : null;
}

/** Returns what the board shows. */
export function boardOf(state: TableState): Partial<BoardState> {
  const { view: game, past, plies } = state;
  if (!game) return {};
  const looking = past !== null && past.plies !== plies.length;
  const view = looking ? past.view ?? game : game;
  const suit = suitOf(game.variant);
  const shown = looking ? plies.slice(0, past.plies) : plies;
  const live = !looking && game.status === "playing" && isMine(game) && !state.pending;
  return {
    suit,
    geometry: view.geometry,
    turn: turnFor(suit, bottomSeat(state, game)),
    men: view.men,
    legal: live ? game.legal : emptyBoard.legal,
    live,
    showLegal: game.showLegal,
    trail: trailOf(shown, game.seats.length),
    check: view.check,
    dim: dimmed(suit, view),
    onTurn: view.status === "ended" ? null : view.turn,
    forbidden: looking ? "" : game.forbidden ?? "",
    barred: looking ? "" : game.barred ?? "",
    pending: looking ? "" : state.pending?.token ?? "",
    note: state.note,
  };
}

/** Returns the seat shown at the bottom. */
export function bottomSeat(state: TableState, view: View): number {
  return state.turning && isSameScreen(view) && view.turn !== null ? view.turn : view.bottom;
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
  if (suit !== "camps" || view.turn === null || view.status === "ended") return [];
  const ally = (view.turn + 2) % 4;
  return view.seats[ally]?.active ? [ally] : [];
}

/** Returns the men as they stand if the Queen of a camp survives (M14). */
export function menAfterSurvival(men: Record<Square, Man>, queen: number): Record<Square, Man> {
  return Object.fromEntries(Object.entries(men).filter(([, man]) => !isLostBySurvival(man, queen)));
}

/** Lists the men a camp loses if its Queen survives: the King's clan without its pawns (M14). */
export function lostBySurvival(men: Record<Square, Man>, queen: number): Man[] {
  return Object.values(men).filter((man) => isLostBySurvival(man, queen));
}

function isLostBySurvival(man: Man, queen: number): boolean {
  return seatOf(man) === (queen + 2) % 4 && kindOf(man) !== "P" && !isGrey(man);
}

/** The men a seat has captured up to the position shown, the greatest first. */
export function captives(state: TableState, seat: number): Man[] {
  const rank = (man: Man) => "KQRBNP".indexOf(kindOf(man));
  return state.plies.slice(0, state.past?.plies ?? state.plies.length)
    .flatMap((ply) => (ply.seat === seat && ply.taken ? [ply.taken] : []))
    .sort((a, b) => rank(a) - rank(b));
}
