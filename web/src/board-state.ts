// The one object a board is drawn from, and what follows from it.

import type { Turn } from "./geometry";
import { isGrey, parseMove, type Geometry, type Man, type Move, type Square, type Suit } from "./view";

/** All a board shows. The first half comes from the game, the second is what the player is doing. */
export interface BoardState {
  suit: Suit;
  geometry: Geometry;
  turn: Turn;
  men: Record<Square, Man>;
  /** Moves that may be played now, or entered ahead, as tokens. */
  legal: string[];
  /** Whether the player may move at all. */
  live: boolean;
  /** Whether targets are marked (F25). */
  showLegal: boolean;
  /** Last moves, the newest first. */
  trail: Trail[];
  check: Square[];
  /** Seats whose men step back a little: the clan that is not on turn. */
  dim: number[];
  /** The seat whose edge is lit, null for none. */
  onTurn: number | null;
  /** The return A6 forbids, "" for none. */
  forbidden: string;
  /** The square of the man A15 bars, "" for none. */
  barred: Square;
  /** A move that is sent and not yet acknowledged, "" for none. */
  pending: string;
  /** Moves entered before their turn, carried out in `men` already. */
  ahead: string[];
  /** The seats whose men may be moved ahead; none while the player is to move or watches. */
  aheadSeats: number[];
  /** Arrows and circles the player has drawn. */
  drawings: Drawing[];
  /** Squares and arrows a text speaks of, in diagrams. */
  marks: Square[];
  arrows: string[];
  /** Moves that are good here, the best first; they are drawn as arrows. */
  best: string[];
  /** What the board is called by screen readers. */
  label: string;
  /** One sentence shown over the foot of the board, "" for none. */
  note: string;

  selected: Square;
  cursor: Square;
  /** Whether the cursor is drawn: it is once a key has been used. */
  cursorShown: boolean;
  /** Whether arrows are the page's, which goes through a game, as long as the cursor is not shown. */
  leavesArrows: boolean;
  drag: Drag | null;
  promotion: Promotion | null;
  /** The arrow or circle being drawn. */
  drawing: Drawing | null;
  /** One sentence on what is pointed at or picked up, "" for none. It is shown before the note. */
  hint: string;
}

export interface Trail {
  seat: number;
  from: Square;
  to: Square;
}

export interface Drag {
  from: Square;
  /** Where the pointer is, in board units. */
  x: number;
  y: number;
  over: Square;
  /** A finger hides what is under it, so the man is drawn larger and higher. */
  touch: boolean;
}

/** An arrow from one square to another; a circle where they are the same. */
export interface Drawing {
  from: Square;
  to: Square;
  /** Which of the four colours: 0 without a key, 1 with Shift, 2 with Alt or Ctrl, 3 with both. */
  brush: number;
}

export interface Promotion {
  from: Square;
  to: Square;
  /** Kind letters in lower case. */
  choices: string[];
}

/** An empty board nobody plays on. */
export const emptyBoard: BoardState = {
  suit: "two",
  geometry: { files: 8, ranks: 8, corner: 0 },
  turn: 0,
  men: {},
  legal: [],
  live: false,
  showLegal: true,
  trail: [],
  check: [],
  dim: [],
  onTurn: null,
  forbidden: "",
  barred: "",
  pending: "",
  ahead: [],
  aheadSeats: [],
  drawings: [],
  marks: [],
  arrows: [],
  best: [],
  label: "",
  note: "",
  selected: "",
  cursor: "",
  cursorShown: false,
  leavesArrows: false,
  drag: null,
  promotion: null,
  drawing: null,
  hint: "",
};

/** Returns the men with a move that is not yet acknowledged carried out. */
export function menAfter(men: Record<Square, Man>, token: string): Record<Square, Man> {
  const move = parseMove(token);
  const man = move && men[move.from];
  if (!move || !man) return men;
  const next = { ...men };
  delete next[move.from];
  next[move.to] = move.promotion ? man.charAt(0) + move.promotion.toUpperCase() : man;
  return next;
}

/** Returns the moves of a square's man. */
export function movesFrom(state: BoardState, from: Square): Move[] {
  return state.legal.map(parseMove).filter((move): move is Move => move?.from === from);
}

/** Reports whether a man can be picked up: one of a seat that has moves, even if this man has none. */
export function isPickable(state: BoardState, square: Square): boolean {
  return square in state.men && pickableSquares(state).has(square);
}

/** Lists the squares of all men that can be picked up. */
export function pickableSquares({ live, men, legal, aheadSeats }: BoardState): Set<Square> {
  const seats = new Set(live ? [] : aheadSeats.map(String));
  if (live) for (const token of legal) seats.add(men[parseMove(token)?.from ?? ""]?.charAt(0) ?? "");
  if (seats.size === 0) return new Set();
  return new Set(Object.keys(men).filter((square) => {
    const man = men[square];
    return man !== undefined && !isGrey(man) && seats.has(man.charAt(0));
  }));
}

/** Returns the state without anything begun by the player that the game no longer allows. */
export function settled(state: BoardState): BoardState {
  const { selected, drag, promotion } = state;
  const stale = (square: Square) => !isPickable(state, square);
  const offered = ({ from, to }: Promotion) => !stale(from) && movesFrom(state, from).some((m) => m.to === to);
  return {
    ...state,
    selected: selected && stale(selected) ? "" : selected,
    drag: drag && stale(drag.from) ? null : drag,
    promotion: promotion && !offered(promotion) ? null : promotion,
  };
}
