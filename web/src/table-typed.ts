// Moves as people type them: e2e4, e2-e4, Nf3, exd5, O-O, e8=Q. What is legal comes from the server.

import { fileOf, rankOf } from "./geometry";
import { kindOf, parseMove, type Move, type View } from "./view";
import { say } from "./words";

/** What a typed text means: the legal moves it fits. */
export interface Typed {
  tokens: string[];
  /** Whether it reads as a move at all. */
  readable: boolean;
}

interface Legal extends Move {
  token: string;
  kind: string;
}

/** Finds the legal moves a text fits. Squares from and to are read first, so that b1c3 is no pawn's move. */
export function readTyped(view: View, text: string): Typed {
  const plain = text.trim().replace(/[\s+#!?]/g, "").replace(/×/g, "x");
  const legal = legalMoves(view);
  let readable = false;
  for (const read of [bySquares, byCastling, byName]) {
    const tokens = read(legal, plain, view);
    if (tokens && tokens.length > 0) return { tokens, readable: true };
    readable ||= tokens !== null;
  }
  return { tokens: [], readable };
}

function legalMoves(view: View): Legal[] {
  return view.legal.flatMap((token) => {
    const move = parseMove(token);
    return move ? [{ ...move, token, kind: kindOf(view.men[move.from] ?? "") }] : [];
  });
}

function bySquares(legal: Legal[], text: string): string[] | null {
  const match = /^([a-p]\d{1,2})[-x:]?([a-p]\d{1,2})(?:=?([a-z]))?$/i.exec(text);
  if (!match) return null;
  const [, from = "", to = "", letter = ""] = match;
  return chosen(legal, (m) => m.from === from.toLowerCase() && m.to === to.toLowerCase(), letter);
}

/** Castling: the king goes two squares towards the nearer corner (short) or the farther one. */
function byCastling(legal: Legal[], text: string, view: View): string[] | null {
  const match = /^([o0])-?\1(-?\1)?$/i.exec(text);
  if (!match) return null;
  const long = match[2] !== undefined;
  return legal.filter((m) => m.kind === "K" && Math.hypot(fileOf(m.to) - fileOf(m.from), rankOf(m.to) - rankOf(m.from)) === 2 && isLong(view, m) === long)
    .map((m) => m.token);
}

function isLong({ geometry }: View, { from, to }: Move): boolean {
  const upwards = fileOf(from) === fileOf(to);
  const [start, end, last] = upwards ? [rankOf(from), rankOf(to), geometry.ranks - 1] : [fileOf(from), fileOf(to), geometry.files - 1];
  return end > start ? last - start > start : start > last - start;
}

/** Short and long algebraic notation, in the page's letters or in English ones; a letter in small type where no pawn fits. */
function byName(legal: Legal[], text: string): string[] | null {
  const match = /^([A-Za-z]?)([a-p]?)(\d{0,2}?)[-x:]?([a-p]\d{1,2})(?:=?([A-Za-z]))?$/.exec(text);
  if (!match) return null;
  const [, head = "", file = "", rank = "", to = "", letter = ""] = match;
  const from = (m: Legal, f: string, kind: string) => m.kind === kind && m.to === to && (f === "" || m.from.charAt(0) === f) && (rank === "" || m.from.slice(1) === rank);
  const pawn = head === "" || (file === "" && /[a-p]/.test(head)) ? chosen(legal, (m) => from(m, head || file, "P"), letter) : [];
  if (pawn.length > 0 || head === "") return pawn;
  const kind = kindNamed(head);
  if (!kind) return null;
  return chosen(legal, (m) => from(m, file, kind), letter);
}

/** Keeps the moves that fit; of promotions those to the kind the letter names, all of them if there is none. */
function chosen(legal: Legal[], fits: (move: Legal) => boolean, letter: string): string[] {
  const kind = letter && (kindNamed(letter) ?? "?").toLowerCase();
  return legal.filter((m) => fits(m) && (kind === "" || m.promotion === kind)).map((m) => m.token);
}

/** Returns the kind a letter stands for in the page's language, else in English; undefined for none. */
export function kindNamed(letter: string): string | undefined {
  if (letter === "") return undefined;
  const upper = letter.toUpperCase();
  const index = say("notation.letters").indexOf(upper);
  if (index >= 0) return "KQRBN".charAt(index);
  if (upper === "P") return "P";
  return "KQRBN".includes(upper) ? upper : undefined;
}
