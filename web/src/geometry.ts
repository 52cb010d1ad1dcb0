// Where squares lie on the screen.

import type { Geometry, Square, Suit } from "./view";

/** How often the board is turned by a quarter: 0 shows rank 1 at the bottom, 1 file a, 2 the last rank, 3 the last file. */
export type Turn = 0 | 1 | 2 | 3;

export interface Cell {
  /** Counted from the left and from the top, from 0. */
  column: number;
  row: number;
}

export function fileOf(square: Square): number {
  return square.charCodeAt(0) - 97;
}

export function rankOf(square: Square): number {
  return Number(square.slice(1)) - 1;
}

/** Names the square on a file and rank counted from 0; "" where the board has none. */
export function squareAt(g: Geometry, file: number, rank: number): Square {
  if (file < 0 || file >= g.files || rank < 0 || rank >= g.ranks) return "";
  const outerFile = file < g.corner || file >= g.files - g.corner;
  const outerRank = rank < g.corner || rank >= g.ranks - g.corner;
  return outerFile && outerRank ? "" : String.fromCharCode(97 + file) + (rank + 1);
}

/** Returns the board's width and height in squares as it is shown. */
export function extent(g: Geometry, turn: Turn): { columns: number; rows: number } {
  return turn % 2 === 0 ? { columns: g.files, rows: g.ranks } : { columns: g.ranks, rows: g.files };
}

/** Returns the place of a square on the screen. */
export function cellOf(g: Geometry, turn: Turn, square: Square): Cell {
  const file = fileOf(square), rank = rankOf(square);
  switch (turn) {
    case 0: return { column: file, row: g.ranks - 1 - rank };
    case 1: return { column: g.ranks - 1 - rank, row: g.files - 1 - file };
    case 2: return { column: g.files - 1 - file, row: rank };
    case 3: return { column: rank, row: file };
  }
}

/** Names the square at a place on the screen; "" where the board has none. */
export function squareOn(g: Geometry, turn: Turn, { column, row }: Cell): Square {
  switch (turn) {
    case 0: return squareAt(g, column, g.ranks - 1 - row);
    case 1: return squareAt(g, g.files - 1 - row, g.ranks - 1 - column);
    case 2: return squareAt(g, g.files - 1 - column, row);
    case 3: return squareAt(g, row, column);
  }
}

/** Lists the squares row by row as they are shown; a row of the cross may be short. */
export function rowsOf(g: Geometry, turn: Turn): Square[][] {
  const { columns, rows } = extent(g, turn);
  const list: Square[][] = [];
  for (let row = 0; row < rows; row++) {
    const line: Square[] = [];
    for (let column = 0; column < columns; column++) {
      const square = squareOn(g, turn, { column, row });
      if (square) line.push(square);
    }
    list.push(line);
  }
  return list;
}

/** Reports whether a square is dark: a1 is. */
export function isDark(square: Square): boolean {
  return (fileOf(square) + rankOf(square)) % 2 === 0;
}

/** Returns the turn that puts a seat's own edge at the bottom. */
export function turnFor(suit: Suit, seat: number): Turn {
  return (suit === "four" ? seat % 4 : (seat % 2) * 2) as Turn;
}

/** The edges of the screen in the order in which seats sit there clockwise from the bottom. */
export const edges = ["bottom", "left", "top", "right"] as const;
export type Edge = (typeof edges)[number];

/** Returns the edge of the screen at which a seat sits. */
export function edgeOf(suit: Suit, seat: number, turn: Turn): Edge {
  const quarter = (turnFor(suit, seat) - turn + 4) % 4;
  return edges[quarter] as Edge;
}
