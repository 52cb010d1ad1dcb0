// What an analysis says: values, lines, how a search stands.

import { sidesOf, type Line, type Work } from "./analysis-state";
import { seatForm, seatName } from "./table-words";
import type { View } from "./view";
import { count, list, localised, say, sentence, spoken } from "./words";

/** Writes a line's value: "+0.31" from the view of the first side, "#3", or one number a seat. */
export function valueText(view: View, line: Line): string {
  const mate = mateOf(view, line);
  if (mate) return `${mate.side === 0 ? "" : "−"}#${mate.moves}`;
  if (sidesOf(view).length > 2) return line.values.map((value) => rounded(value)).join(" · ");
  return signed(line.values[0] ?? 0);
}

/** Says a line's value in words: "White +0.31", "White mates in 3". */
export function valueWords(view: View, line: Line): string {
  const mate = mateOf(view, line);
  if (mate) return sentence(count("analysis.mate", mate.moves).replace("{the}", seatForm(view, mate.seat, "the")));
  if (sidesOf(view).length > 2) return list(line.values.map((value, seat) => `${seatName(view, seat)} ${rounded(value)}`));
  return `${seatName(view, 0)} ${signed(line.values[0] ?? 0)}`;
}

interface Mate {
  moves: number;
  /** The seat that mates, and its side. */
  seat: number;
  side: number;
}

/** Mates are told where there are two sides: of four seats one mates, and the game goes on. */
function mateOf(view: View, { score, values }: Line): Mate | null {
  const sides = sidesOf(view);
  if (score.mate === undefined || score.mate === 0 || sides.length > 2 || view.turn === null) return null;
  const own = sides.findIndex((seats) => seats.includes(view.turn ?? 0));
  const side = score.mate > 0 ? own : 1 - own;
  const seat = sides[side]?.[0] ?? 0;
  return values.length > 0 ? { moves: Math.abs(score.mate), seat: score.mate > 0 ? view.turn : seat, side } : null;
}

function signed(value: number): string {
  return new Intl.NumberFormat(spoken(), { signDisplay: "exceptZero", minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
}

function rounded(value: number): string {
  return new Intl.NumberFormat(spoken(), { maximumFractionDigits: 1 }).format(value);
}

/** Writes 0.62 as "62 %". */
export function percent(share: number): string {
  return new Intl.NumberFormat(spoken(), { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** Names a side: a seat, or the seats that win together. */
export function sideName(view: View, seats: number[]): string {
  if (seats.length > 1 && view.variant === "mcx4") return say(`camp.${(seats[0] ?? 0) % 2 === 0 ? "white" : "black"}`);
  return list(seats.map((seat) => seatName(view, seat)));
}

/** Says how work stands, "" while it goes well and tells of itself. */
export function workLine({ phase, ahead, how }: Work): string {
  switch (phase) {
    case "asking": return "";
    case "waiting": return ahead > 0 ? count("analysis.waiting", ahead) : "";
    case "working": return "";
    case "ended": return how === "finished" || how === "time" || how === "stopped" ? "" : say(`analysis.ended.${how === "too_many" || how === "busy" || how === "lost" ? how : "failed"}`);
  }
}

/** Writes a move of a line in the page's letters. */
export function moveText(san: string, token: string): string {
  return /^[a-p]\d/.test(token) ? localised(san) : say(`token.${token.split(":")[0] ?? ""}`);
}
