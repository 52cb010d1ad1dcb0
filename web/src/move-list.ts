// A list of moves as every page has it: one row a round, one column a seat; and the buttons that go through it.

import { h, type Content, type Description } from "./dom";
import { signPicture } from "./men";
import { isMove } from "./table-state";
import { effectLine, seatName } from "./table-words";
import { suitOf, type Ply, type View } from "./view";
import { say } from "./words";

interface Entry {
  /** How many plies have been played after it. */
  plies: number;
  ply: Ply;
}

/** One round: for each column what was played there, choices included. */
export type Round = Entry[][];

/** Sorts plies into rounds of as many columns as there are seats. */
export function roundsOf(view: View, plies: Ply[]): Round[] {
  const seats = view.seats.length;
  const bySlot = suitOf(view.variant) === "camps"; // a slot may be played by the ally
  const rounds: Round[] = [];
  let last = seats, moves = 0;
  plies.forEach((ply, index) => {
    const moved = isMove(ply);
    const column = bySlot && moved ? moves % seats : ply.seat;
    if (moved) moves++;
    if (rounds.length === 0 || (moved && column <= last)) rounds.push(Array.from({ length: seats }, () => []));
    if (moved) last = column;
    rounds.at(-1)?.[column]?.push({ plies: index + 1, ply });
  });
  return rounds;
}

/** Draws the list around its rows, if there are any. */
export function drawMoveList(view: View, rows: Content[]): Description {
  const suit = suitOf(view.variant);
  return h("div", { key: "moves", class: "moves", tabindex: 0, role: "region", "aria-label": say("moves.title") },
    rows.length === 0 ? h("p", { class: "empty" }, say("moves.none")) : h("table", { class: `move-table columns-${view.seats.length}` },
      h("thead", {}, h("tr", {},
        h("th", { scope: "col" }, h("span", { class: "hidden" }, say("moves.round"))),
        view.seats.map((_, seat) => h("th", { scope: "col", title: seatName(view, seat) },
          signPicture(suit, seat), h("span", { class: "hidden" }, seatName(view, seat)))))),
      h("tbody", {}, rows)));
}

/** Draws the row of a round; `move` draws one of its moves. */
export function drawRound(round: Round, index: number, move: (entry: Entry) => Content): Description {
  return h("tr", { key: `round-${index}` },
    h("th", { scope: "row" }, String(index + 1)),
    round.map((entries) => h("td", {}, entries.map(move))));
}

/** How a move stands in its list. */
export interface Standing {
  key?: string;
  text: string;
  /** How many plies have been played after it. */
  plies: number;
  /** Whether it led to the position shown. */
  current: boolean;
  /** What else is told of it when it is pointed at. */
  notes?: string[];
  /** Its glyphs, by their numbers in PGN. */
  nags?: number[];
  go(): void;
}

const glyphs = ["", "!", "?", "!!", "??", "!?", "?!"];

/** Draws the button of a move. Of a ply that is not known yet nothing but its text is told. */
export function drawMove(view: View, ply: Ply | null, { key, text, plies, current, notes = [], nags = [], go }: Standing): Description {
  const effects = ply?.effects ?? [];
  const gained = effects.filter((e) => e.kind === "gain" && e.seat === ply?.seat).reduce((sum, e) => sum + e.points, 0);
  const events = effects.filter((e) => e.kind !== "gain");
  const marks = nags.filter((nag) => glyphs[nag]);
  return h("button", {
    ...(key && { key }), type: "button", class: `move${ply && !ply.from ? " choice" : ""}${marks.map((nag) => ` nag-${nag}`).join("")}`, "data-plies": plies,
    "aria-current": current ? "true" : undefined,
    title: [...notes, ...events.map((e) => effectLine(view, e))].join("\n") || undefined,
    onclick: go,
  },
    text,
    marks.map((nag) => [h("b", { "aria-hidden": "true" }, glyphs[nag]), h("span", { class: "hidden" }, ` ${say(`nag.${nag}`)}`)]),
    gained > 0 && h("small", {}, ` +${gained}`),
    events.some((e) => e.kind === "elimination" || e.kind === "clan-gone") && h("small", { "aria-hidden": "true" }, " ✕"),
    events.some((e) => e.kind === "survival") && h("small", { "aria-hidden": "true" }, " ♕"));
}

/** Draws the buttons that go through a line; `step` goes so many plies, Infinity to the end. */
export function drawSteps(atStart: boolean, atEnd: boolean, step: (by: number) => unknown): Description {
  const button = (name: string, picture: string, by: number, off: boolean) => h("button", {
    type: "button", "aria-label": say(`moves.${name}`), title: say(`moves.${name}`), disabled: off, onclick: () => step(by),
  }, h("span", { "aria-hidden": "true" }, picture));
  return h("div", { key: "steps", class: "steps", role: "group", "aria-label": say("moves.steps") },
    button("first", "⇤", -Infinity, atStart), button("previous", "←", -1, atStart), button("next", "→", 1, atEnd), button("last", "⇥", Infinity, atEnd));
}
