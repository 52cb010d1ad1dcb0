// The list of moves: two columns for two seats, four for four; one row a round.

import { h, type Content, type Description } from "./dom";
import { signPicture } from "./men";
import { isMove, shownPlies, type TableState } from "./table-state";
import { effectLine, plyText, seatName } from "./table-words";
import { suitOf, type Ply, type View } from "./view";
import { say } from "./words";

interface Entry {
  /** How many plies have been played after it. */
  plies: number;
  ply: Ply;
}

/** One round: for each column what was played there, choices included. */
type Round = Entry[][];

/** What the list can ask for. */
export interface MoveActions {
  /** Look at the position after n plies; the last one is the game itself. */
  look(plies: number): void;
}

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

let drawn: { plies: Ply[]; shown: number; long: boolean; table: Description } | null = null;

/** Draws the list and the buttons that step through it. */
export function drawMoves(state: TableState, view: View, actions: MoveActions): Content[] {
  const { long } = state;
  const { plies } = view;
  const shown = shownPlies(state);
  if (drawn?.plies !== plies || drawn.shown !== shown || drawn.long !== long) {
    drawn = { plies, shown, long, table: moveTable(view, plies, shown, long, actions) };
  }
  return [
    h("div", { key: "moves", class: "moves", tabindex: 0, role: "region", "aria-label": say("moves.title") },
      plies.length === 0 ? h("p", { class: "empty" }, say("moves.none")) : drawn.table),
    stepButtons(shown, plies.length, actions),
  ];
}

function moveTable(view: View, plies: Ply[], shown: number, long: boolean, actions: MoveActions): Description {
  const suit = suitOf(view.variant);
  return h("table", { class: `move-table columns-${view.seats.length}` },
    h("thead", {}, h("tr", {},
      h("th", { scope: "col" }, h("span", { class: "hidden" }, say("moves.round"))),
      view.seats.map((_, seat) => h("th", { scope: "col", title: seatName(view, seat) },
        signPicture(suit, seat), h("span", { class: "hidden" }, seatName(view, seat)))))),
    h("tbody", {}, roundsOf(view, plies).map((round, index) => h("tr", { key: `round-${index}` },
      h("th", { scope: "row" }, String(index + 1)),
      round.map((entries) => h("td", {}, entries.map((entry) => moveButton(view, entry, shown, long, actions))))))));
}

function moveButton(view: View, { plies, ply }: Entry, shown: number, long: boolean, actions: MoveActions): Description {
  const gained = ply.effects.filter((e) => e.kind === "gain" && e.seat === ply.seat).reduce((sum, e) => sum + e.points, 0);
  const events = ply.effects.filter((e) => e.kind !== "gain");
  return h("button", {
    type: "button", class: `move${ply.from ? "" : " choice"}`, "data-plies": plies,
    "aria-current": plies === shown ? "true" : undefined,
    title: events.map((e) => effectLine(view, e)).join("\n") || undefined,
    onclick: () => actions.look(plies),
  },
    plyText(ply, long),
    gained > 0 && h("small", {}, ` +${gained}`),
    events.some((e) => e.kind === "elimination" || e.kind === "clan-gone") && h("small", { "aria-hidden": "true" }, " ✕"),
    events.some((e) => e.kind === "survival") && h("small", { "aria-hidden": "true" }, " ♕"));
}

/** Draws the buttons that step through the game. */
export function stepButtons(shown: number, all: number, actions: MoveActions): Description {
  const step = (name: string, picture: string, to: number, off: boolean) => h("button", {
    type: "button", "aria-label": say(`moves.${name}`), title: say(`moves.${name}`), disabled: off, onclick: () => actions.look(to),
  }, h("span", { "aria-hidden": "true" }, picture));
  return h("div", { key: "steps", class: "steps", role: "group", "aria-label": say("moves.steps") },
    step("first", "⇤", 0, shown === 0),
    step("previous", "←", shown - 1, shown === 0),
    step("next", "→", shown + 1, shown >= all),
    step("last", "⇥", all, shown >= all));
}
