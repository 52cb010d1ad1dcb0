// Talk at the table: phrases that every language has, and text where the table allows it.

import { h, type Content, type Description } from "./dom";
import { signPicture } from "./men";
import type { Command } from "./table-outbox";
import { speakerOf } from "./table-seat";
import type { TableState } from "./table-state";
import { seatName } from "./table-words";
import { suitOf, type Line, type View } from "./view";
import { knows, say, spoken } from "./words";

/** The phrases, as the server knows them. */
const phrases = [
  "hello", "good-luck", "have-fun", "nice-move", "well-played", "thanks", "sorry", "oops",
  "your-turn", "one-moment", "i-am-back", "again", "good-game", "goodbye",
] as const;

/** The longest text, in characters. */
const longestText = 200;

/** What the talk can ask for. */
export interface TalkActions {
  change(part: Partial<TableState>): void;
  send(command: Command): void;
  openSeat(seat: number): void;
  /** Stops or starts reading what somebody says. */
  mute(speaker: string): void;
}

/** Returns the lines to be read: those of nobody muted. */
export function readable(state: TableState): Line[] {
  return (state.view?.talk ?? []).filter((line) => !state.muted.includes(speakerOf(line)));
}

/** Returns how many lines came since the talk was last on the screen. */
export function unread(state: TableState): number {
  return readable(state).filter((line) => line.n > state.read && !(line.seat !== null && state.view?.you.includes(line.seat))).length;
}

/** Says a line: its text, or its phrase in the page's language. */
export function lineText(line: Line): string {
  if (line.hushed) return say("talk.hushed");
  if (line.phrase === undefined) return line.text ?? "";
  const key = `phrase.${line.phrase}`;
  return knows(key) ? say(key) : line.phrase;
}

/** Reports whether seats are partners who win together (M19, F27). */
function isTeamed(view: View): boolean {
  return view.variant === "four-player-teams" || view.options["play"] === "double";
}

/** Draws the talk; nothing where the table has none. New lines are read aloud by the page, which the sheet may hide. */
export function drawTalk(state: TableState, view: View, actions: TalkActions): Content {
  if (view.talkMode === "off") return null;
  const lines = readable(state);
  const sits = view.you.length > 0;
  const room = sits ? (state.toTeam && isTeamed(view) ? "team" : "table") : "watchers";
  // Who sits is called as on his seat; a watcher says his name.
  const tell = (what: { phrase: string } | { text: string }) => actions.send({ do: "say", ...what, room, ...(!sits && state.name && { name: state.name }) });
  return h("section", { key: "talk", class: "talk", "aria-label": say("talk.title") },
    h("h2", { class: "side-head" }, say("talk.title")),
    h("div", { key: "lines", class: "talk-lines", role: "log", "aria-live": "off", "aria-label": say("talk.title"), tabindex: 0 },
      lines.length === 0 ? h("p", { class: "empty" }, say("talk.none")) : lines.map((line) => drawLine(view, line, actions))),
    lines.length < view.talk.length && h("button", { key: "unmute", type: "button", class: "quiet", onclick: () => actions.change({ muted: state.muted.filter((one) => !view.talk.some((line) => speakerOf(line) === one)) }) }, say("talk.unmute")),
    h("div", { key: "phrases", class: "phrases", role: "group", "aria-label": say("talk.phrases") }, phrases.map((id) => h("button", {
      type: "button", onclick: () => tell({ phrase: id }),
    }, say(`phrase.${id}`)))),
    sits && isTeamed(view) && h("div", { key: "rooms", class: "choices", role: "group", "aria-label": say("talk.room") }, [false, true].map((team) => h("button", {
      type: "button", "aria-pressed": String(state.toTeam === team), onclick: () => actions.change({ toTeam: team }),
    }, say(team ? "talk.room.team" : "talk.room.table")))),
    view.talkMode === "all" && textForm(tell));
}

function textForm(tell: (what: { text: string }) => void): Description {
  return h("form", {
    key: "say", class: "say",
    onsubmit: (event: Event) => {
      event.preventDefault();
      const box = (event.currentTarget as Element).querySelector("input");
      const text = box?.value.trim() ?? "";
      if (!box || text === "") return;
      box.value = "";
      tell({ text });
    },
  },
    h("label", { class: "hidden", for: "say-text" }, say("talk.write")),
    h("input", { id: "say-text", type: "text", maxlength: longestText, autocomplete: "off", placeholder: say("talk.write") }),
    h("button", { type: "submit" }, say("talk.send")));
}

/** A watcher has no seat to be looked at: a press on his name mutes him. */
function watcherName(line: Line, name: string, actions: TalkActions): Description {
  const what = say("room.what", { what: say("talk.mute"), name });
  return h("button", { type: "button", class: "speaker", "aria-label": what, title: what, onclick: () => actions.mute(speakerOf(line)) }, name);
}

function drawLine(view: View, line: Line, actions: TalkActions): Description {
  const suit = suitOf(view.variant);
  const { seat } = line;
  const name = line.name || (seat === null ? say("talk.watcher") : seatName(view, seat));
  const time = new Intl.DateTimeFormat(spoken(), { hour: "2-digit", minute: "2-digit" }).format(line.at);
  return h("p", { key: `line-${line.n}`, class: "talk-line", "data-n": line.n, title: time },
    seat !== null && signPicture(suit, seat),
    seat === null ? watcherName(line, name, actions) : h("button", { type: "button", class: "speaker", onclick: () => actions.openSeat(seat) }, name),
    line.room === "team" && h("small", {}, ` ${say("talk.team")}`), " ", h("span", {}, lineText(line)));
}
