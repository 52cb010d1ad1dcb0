// All a table page is drawn from, and what follows from it.

import type { Drawing } from "./board-state";
import { whole } from "./table-patch";
import { isGrey, kindOf, seatOf, suitOf, type Man, type Ply, type Square, type Suit, type View } from "./view";

/** The one object the table page is drawn from. */
export interface TableState {
  /** The game as it stands, every ply of it included. */
  view: View | null;
  /** The position looked at, null for the game itself. */
  past: Past | null;
  /** Whether the connection is up. */
  connected: boolean;
  /** What keeps the table from being shown at all, "" for nothing. */
  fault: string;
  /** The command that is sent and not yet answered, and how many plies there were then. */
  pending: { token: string; plies: number } | null;
  /** The move that is to be confirmed before it is sent, "" for none. */
  confirming: string;
  /** Moves entered before their turn, in the order in which they are to be played; a promotion names its kind. */
  ahead: string[];
  /** Where men could go before their turn, by square and man ("f3:0N"), as far as it has been asked. */
  reach: Record<string, string[]>;
  /** Arrows and circles drawn on the board. */
  drawings: Drawing[];
  /** A sentence on the last try, shown over the board. */
  note: string;
  dialog: Dialog | null;
  /** Whether the survival dialog has been put aside to look at the board. */
  aside: boolean;
  /** Whether the sheet with moves is open (small screens), and what it shows. */
  sheet: boolean;
  tab: "moves" | "talk" | "settings";
  /** The number of the last line of talk that was on the screen. */
  read: number;
  /** Whether what is said goes to the partner alone. */
  toTeam: boolean;
  /** Speakers this browser does not want to read. */
  muted: string[];
  /** Whether moves are written in long algebraic notation. */
  long: boolean;
  /** Whether the board turns to the player on turn (one screen for all). */
  turning: boolean;
  /** The ply whose elimination was waved away. */
  bannerRead: number;
  /** What was last said to screen readers: the course of the game, and what cannot wait. */
  spoken: string;
  urgent: string;
  /** What has just been copied, "" for nothing. */
  copied: string;
  /** The box for typed moves: null while it is closed. */
  typed: { text: string; answer: string } | null;
  /** What the player calls himself. */
  name: string;
  /** Where a guest gets the account that he needs to sit down, null where he needs none. */
  entry: { logIn: string; signUp: string } | null;
  /** The seat an invitation was for, null for none. */
  invited: number | null;
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
  | { kind: "hand"; seat: number }
  | { kind: "seat"; seat: number }
  | { kind: "gains"; seat: number }
  | { kind: "keys" };

/** A table of which nothing is known yet. */
export const emptyTable: TableState = {
  view: null,
  past: null,
  connected: true,
  fault: "",
  pending: null,
  confirming: "",
  ahead: [],
  reach: {},
  drawings: [],
  note: "",
  dialog: null,
  aside: false,
  sheet: false,
  tab: "moves",
  read: -1,
  toTeam: false,
  muted: [],
  long: false,
  turning: false,
  bannerRead: 0,
  spoken: "",
  urgent: "",
  copied: "",
  typed: null,
  name: "",
  entry: null,
  invited: null,
};

/** Returns the state with a view from the server taken in. */
export function accept(state: TableState, view: View): TableState {
  const old = state.view;
  const next = whole(old, view);
  const same = old?.game === next.game;
  const moved = !same || old.plies.length !== next.plies.length || old.position !== next.position;
  const over = next.status === "ended" || next.status === "closed";
  const answered = state.pending && (!same || next.plies.length !== state.pending.plies || over);
  return {
    ...state,
    view: next,
    past: same && state.past && state.past.plies < next.plies.length ? state.past : null,
    pending: answered ? null : state.pending,
    confirming: moved ? "" : state.confirming,
    note: moved ? "" : state.note,
    dialog: same && !over && !(moved && state.dialog?.kind === "abandon") ? state.dialog : lasting(state.dialog),
    aside: next.status === "choice" && state.aside,
    sheet: state.sheet && !(over && old?.status !== next.status), // the result lies under it
    bannerRead: same ? state.bannerRead : 0,
    drawings: same ? state.drawings : [],
    fault: "",
  };
}

/** Keeps the dialogs that ask nothing of the game. */
function lasting(dialog: Dialog | null): Dialog | null {
  return dialog?.kind === "gains" || dialog?.kind === "seat" || dialog?.kind === "keys" ? dialog : null;
}

/** Returns how many plies the board shows. */
export function shownPlies({ past, view }: TableState): number {
  return past?.plies ?? view?.plies.length ?? 0;
}

/** Reports whether a game is on: somebody is to act. */
export function isOn(view: View): boolean {
  return view.status === "playing" || view.status === "choice";
}

/** Reports whether people share this screen: seats that play against each other are all played here. */
export function isSameScreen(view: View): boolean {
  const camps = suitOf(view.variant) === "camps";
  return new Set(view.you.map((seat) => (camps ? seat % 2 : seat))).size > 1;
}

/** Reports whether this browser must act. */
export function isMine(view: View): boolean {
  return isOn(view) && view.turn !== null && view.you.includes(view.turn);
}

/** Reports whether this browser is the only person at the table. */
export function isAlone(view: View): boolean {
  return view.you.length > 0 && view.seats.every((seat) => seat.player !== "guest");
}

/** Reports whether the people at this browser can end the game as a draw without asking anybody. */
export function drawsAlone(view: View): boolean {
  return isSameScreen(view) && isAlone(view);
}

/** Reports whether a token is a piece move. */
export function isMove(ply: Ply): boolean {
  return Boolean(ply.from && ply.to);
}

/** Returns the seat of the ally: MCX4's partners share a camp. */
export function allyOf(suit: Suit, seat: number): number | null {
  return suit === "camps" ? (seat + 2) % 4 : null;
}

/** Returns the seat shown at the bottom. */
export function bottomSeat(state: TableState, view: View): number {
  return state.turning && isSameScreen(view) && view.turn !== null ? view.turn : view.bottom;
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
  return (state.view?.plies ?? []).slice(0, shownPlies(state))
    .flatMap((ply) => (ply.seat === seat && ply.taken ? [ply.taken] : []))
    .sort((a, b) => rank(a) - rank(b));
}
