// One seat looked at closely: who plays it, how it stands, what can be done about it.

import { h, type Content, type Description } from "./dom";
import { signPicture } from "./men";
import { clockRule } from "./table-clock";
import { closeButton, frame } from "./table-dialogs";
import type { GainActions } from "./table-gains";
import type { Command } from "./table-outbox";
import { allyOf, isOn, type TableState } from "./table-state";
import { effectLine, playerLine, seatName, whoName } from "./table-words";
import { suitOf, type View } from "./view";
import { count, say } from "./words";

/** The levels of the CPU. */
export const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** What the dialog can ask for. */
export interface SeatDialogActions extends GainActions {
  send(command: Command): void;
  ask(seat: number, what: "hand" | "resign"): void;
  openGains(seat: number): void;
  /** Stops or starts reading what somebody says. */
  mute(speaker: string): void;
}

/** Returns the mark by which a line's speaker is muted. */
export function speakerOf(line: { from?: string; name: string; seat: number | null }): string {
  return line.from ?? (line.name || `seat ${line.seat}`);
}

/** Draws the dialog of a seat. */
export function drawSeatDialog(state: TableState, view: View, seat: number, actions: SeatDialogActions): Description {
  const { points, out } = view.seats[seat] ?? {};
  const who = whoName(view, seat);
  const clock = clockRule(view);
  const series = view.series.find((one) => one.seat === seat || one.seat === allyOf(suitOf(view.variant), seat));
  return frame("seat", [signPicture(suitOf(view.variant), seat), h("span", {}, seatName(view, seat))], actions.close,
    h("p", {}, who && h("strong", {}, `${who}, `), playerLine(view, seat)),
    out && h("p", {}, effectLine(view, { kind: "elimination", seat, by: out.by, points: 0, rule: out.rule })),
    h("dl", { class: "facts" },
      points !== undefined && [h("dt", {}, say("seat.points")), h("dd", {}, count("points", points))],
      clock && [h("dt", {}, say("seat.clock")), h("dd", {}, clock)],
      series && [h("dt", {}, say("series")), h("dd", {}, String(series.score))]),
    h("div", { class: "deeds" }, deeds(state, view, seat, actions)),
    closeButton(actions.close));
}

function deeds(state: TableState, view: View, seat: number, actions: SeatDialogActions): Content {
  const { player, away, here, active, hushed } = view.seats[seat] ?? {};
  const button = (text: string, act: () => void) => h("button", { type: "button", onclick: () => { actions.close(); act(); } }, text);
  const own = view.you.includes(seat);
  const on = isOn(view) && active === true;
  const absent = player === "guest" && (away === true || here === false);
  const lines = view.talk.filter((line) => line.seat === seat && !view.you.includes(seat));
  const speaker = lines.length > 0 ? speakerOf(lines[lines.length - 1] ?? { name: "", seat }) : "";
  return [
    view.status === "ended" && own && button(say("room.stand"), () => actions.send({ do: "stand", seat })),
    view.status === "ended" && player === "open" && button(say("room.sit"), () => actions.send({ do: "sit", seat, name: state.name })),
    on && own && button(say("resign"), () => actions.ask(seat, "resign")),
    on && (own || (view.host && absent)) && button(say("hand"), () => actions.ask(seat, "hand")),
    on && player === "cpu" && button(say("takeover"), () => actions.send({ do: "takeover", seat, name: state.name })),
    on && view.clocks && !own && player === "guest" && view.you.length > 0 && button(say("give"), () => actions.send({ do: "give", seat })),
    speaker && h("button", { type: "button", "aria-pressed": String(state.muted.includes(speaker)), onclick: () => actions.mute(speaker) }, say("talk.mute")),
    view.host && player === "guest" && button(say(hushed ? "talk.unhush" : "talk.hush"), () => actions.send({ do: "hush", seat, ...(hushed && { off: true }) })),
    on && view.host && player === "cpu" && levelChoice(view, seat, actions),
    points(view, seat, actions),
  ];
}

/** The host's choice of how strongly the CPU goes on playing. */
function levelChoice(view: View, seat: number, actions: SeatDialogActions): Description {
  const { level: now = 5 } = view.seats[seat] ?? {};
  return h("label", { key: "level", class: "deed-choice" }, h("span", {}, say("seat.level")),
    h("select", {
      ".value": String(now), onchange: (event: Event) => actions.send({ do: "put", seat, player: "cpu", level: Number((event.target as HTMLSelectElement).value) }),
    }, levels.map((n) => h("option", { value: n, selected: n === now }, say("room.cpu", { level: n, name: say(`level.${n}`) })))));
}

function points(view: View, seat: number, actions: SeatDialogActions): Content {
  if (view.seats[seat]?.points === undefined) return null;
  return h("button", { type: "button", onclick: () => actions.openGains(seat) }, say("gains.open"));
}
