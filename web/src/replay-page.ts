// How the player of a finished game lies: board and seats, the ways through it, its moves.

import { h, type Content, type Description } from "./dom";
import { edgeOf, turnFor } from "./geometry";
import { signPicture } from "./men";
import { boardOf } from "./table-board";
import { drawGains } from "./table-gains";
import { drawMoveRows, drawMoveSteps } from "./table-moves";
import { botMark, drawCaptives, drawClock, seatsAround } from "./table-seats";
import { captives, shownPlies, type TableState } from "./table-state";
import { announcement, effectLine, headline, playerLine, plyText, reasonLine, seatName, turnLine, whoName } from "./table-words";
import { suitOf, type View } from "./view";
import { count, say } from "./words";

/** The pauses between two plies of a game that plays by itself, in seconds. */
export const speeds = [0.5, 1, 2, 4];

/** What the player is drawn from besides the game. */
export interface Playing {
  on: boolean;
  speed: number;
}

export interface ReplayActions {
  look(plies: number): void;
  gains(seat: number | null): void;
  turn(): void;
  toggle(): void;
  speed(seconds: number): void;
}

/** Draws the player; view is the game as it stands at the ply shown. */
export function drawReplay(state: TableState, view: View, playing: Playing, actions: ReplayActions): Content[] {
  return [
    h("div", { key: "board", class: "player-board" },
      h("div", { key: "arena", class: `arena suit-${suitOf(view.variant)}`, style: { "--ratio": String(view.geometry.files / view.geometry.ranks) } },
        seatsAround(state, view).map((seat) => drawSeat(state, view, seat, actions)),
        h("div", { key: "board-box", class: "board-box" },
          h("melee-board", { still: true, ".game": { ...boardOf(state), label: say("board.label", { variant: say(`variant.${view.variant}`) }) } }))),
      drawMoveSteps(state, view, actions),
      drawControls(playing, actions)),
    h("div", { key: "side", class: "player-side" },
      drawNow(state, view),
      h("h2", { key: "title" }, say("moves.title")),
      drawMoveRows(state, state.view ?? view, actions)),
    state.dialog?.kind === "gains" && drawGains(view, state.dialog.seat, state.long, {
      close: () => actions.gains(null),
      look: (plies) => actions.look(plies),
    }),
    h("p", { key: "spoken", class: "hidden", "aria-live": "polite", "aria-atomic": "true" }, state.spoken),
  ];
}

function drawSeat(state: TableState, view: View, seat: number, actions: ReplayActions): Description {
  const suit = suitOf(view.variant);
  const { points, active = false } = view.seats[seat] ?? {};
  const names = [
    "seat", `suit-${suit}`, `seat-${seat}`, `edge-${edgeOf(suit, seat, turnFor(suit, view.bottom))}`,
    view.turn === seat && "on-turn", !active && "inactive",
  ].filter(Boolean).join(" ");
  return h("section", { key: `seat-${seat}`, class: names, "aria-label": seatName(view, seat) },
    signPicture(suit, seat),
    h("p", { class: "seat-name" }, h("strong", {}, seatName(view, seat)),
      h("span", { class: "seat-player" }, whoName(view, seat) || playerLine(view, seat, true), botMark(view, seat))),
    drawCaptives(suit, captives(state, seat)),
    drawClock(view, seat, 0),
    points !== undefined && h("button", {
      type: "button", class: "seat-points", "aria-label": `${seatName(view, seat)}: ${count("points", points)}. ${say("gains.open")}`, title: say("gains.open"),
      onclick: () => actions.gains(seat),
    }, String(points)),
    view.turn === seat && h("span", { class: "hidden" }, say("seat.on-turn")));
}

/** What has just been done, what it brought, and what comes next. */
function drawNow(state: TableState, view: View): Description {
  const n = shownPlies(state), all = view.plies.length;
  const ply = view.plies[n - 1];
  const ended = view.result && n === all;
  return h("p", { key: "now", class: "replay-now" },
    h("strong", {}, ply ? say("replay.said", { name: seatName(view, ply.seat), move: plyText(ply, state.long) }) : say("replay.start")),
    ply?.effects.map((effect) => h("span", {}, effect.kind === "gain"
      ? say("replay.gain", { name: seatName(view, effect.seat), points: effect.points, why: effectLine(view, effect) })
      : effectLine(view, effect))),
    h("span", {}, ended ? `${headline(view)}. ${reasonLine(view)}` : turnLine(view).text),
    h("span", { class: "replay-count" }, say("replay.of", { n, all })));
}

function drawControls(playing: Playing, actions: ReplayActions): Description {
  return h("div", { key: "controls", class: "replay-controls" },
    h("button", { type: "button", "aria-pressed": String(playing.on), onclick: actions.toggle },
      h("span", { "aria-hidden": "true" }, playing.on ? "❚❚" : "▶"), say(playing.on ? "replay.pause" : "replay.play")),
    h("label", {}, h("span", { class: "hidden" }, say("replay.speed")),
      h("select", { ".value": String(playing.speed), onchange: (event: Event) => actions.speed(Number((event.target as HTMLSelectElement).value)) },
        speeds.map((n) => h("option", { value: String(n), selected: n === playing.speed }, say("replay.speed.n", { n: n.toLocaleString(document.documentElement.lang) }))))),
    h("button", { type: "button", class: "icon", "aria-label": say("replay.turn"), title: say("replay.turn"), onclick: actions.turn },
      h("span", { "aria-hidden": "true" }, "⟳")));
}

/** What is read aloud at a ply. */
export function spokenAt(view: View, n: number): string {
  const ply = view.plies[n - 1];
  return ply ? announcement(view, ply) : say("replay.start");
}
