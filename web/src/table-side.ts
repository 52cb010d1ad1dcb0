// The column beside the board (a sheet on small screens): moves, talk, what can be done, settings.

import { h, type Content, type Description } from "./dom";
import { drawMoves, type MoveActions } from "./table-moves";
import type { Command } from "./table-outbox";
import { drawSettings, type SettingActions } from "./table-settings";
import { drawsAlone, isOn, isSameScreen, type TableState } from "./table-state";
import { drawTalk, unread, type TalkActions } from "./table-talk";
import { plyText, seatName } from "./table-words";
import { suitOf, type View } from "./view";
import { count, say } from "./words";

/** What the column can ask for. */
export interface SideActions extends MoveActions, TalkActions, SettingActions {
  send(command: Command): void;
  copy(what: string, text: string): void;
  type(): void;
}

/** Draws the column. */
export function drawSide(state: TableState, view: View, actions: SideActions): Description {
  const all: TableState["tab"][] = ["moves", "talk", "settings"];
  const tabs = all.filter((name) => (name !== "talk" || view.talkMode !== "off") && (name !== "moves" || view.status !== "gathering"));
  const tab = tabs.find((name) => name === state.tab) ?? tabs[0] ?? "settings";
  const news = tab === "talk" && state.sheet ? 0 : unread(state);
  const last = view.plies.at(-1);
  const summary = last ? `${seatName(view, last.seat)} ${plyText(last, state.long)}` : say(view.status === "gathering" ? "room.title" : "moves.none");
  const part = (name: TableState["tab"], ...content: Content[]) =>
    h("div", { key: name, class: `part part-${name}${tab === name ? " shown" : ""}`, id: `part-${name}` }, ...content);
  return h("aside", { key: "side", class: `side${state.sheet ? " open" : ""}`, "aria-label": say("side.title") },
    h("button", {
      type: "button", class: "sheet-handle", "aria-expanded": String(state.sheet), "aria-controls": "side-content",
      onclick: () => actions.change({ sheet: !state.sheet }),
    }, h("strong", {}, say("side.title"), news > 0 && h("span", { class: "badge" }, String(news), h("span", { class: "hidden" }, ` ${count("talk.unread", news)}`))),
      h("span", { class: "sheet-summary" }, state.sheet ? say("side.close") : summary)),
    h("div", { id: "side-content", class: "side-content" },
      h("div", { key: "tabs", class: "tabs", role: "group", "aria-label": say("side.title") }, tabs.map((name) => h("button", {
        type: "button", "aria-pressed": String(tab === name), "aria-controls": `part-${name}`, onclick: () => actions.change({ tab: name }),
      }, say(`side.${name}`), name === "talk" && news > 0 && h("span", { class: "badge" }, String(news))))),
      tabs.includes("moves") && part("moves",
        h("h2", { class: "side-head" }, say("moves.title"), view.watchers > 0 && h("small", { class: "watchers" }, count("watchers", view.watchers))),
        drawMoves(state, view, actions),
        drawDeeds(state, view, actions)),
      tabs.includes("talk") && part("talk", drawTalk(state, view, actions)),
      part("settings", drawSettings(state, view, actions))));
}

/** What a player can do besides moving. */
function drawDeeds(state: TableState, view: View, actions: SideActions): Content {
  const playing = isOn(view) && view.you.some((seat) => view.seats[seat]?.active);
  const resigning = resigner(view);
  const [claim] = view.claims ?? [];
  const offered = (what: string) => view.offers.some((offer) => offer.what === what);
  const button = (text: string, act: () => void, name = "") => h("button", { key: name || text, type: "button", class: name, onclick: act }, text);
  return h("div", { key: "deeds", class: "deeds" },
    playing && claim !== undefined && button(say("claim"), () => actions.send({ do: "claim", seat: claim }), "strong"),
    playing && resigning !== null && button(say("resign"), () => actions.change({ dialog: { kind: "resign", seat: resigning } })),
    playing && knowsDraws(view) && !offered("draw") && button(say(drawsAlone(view) ? "draw" : "draw.offer"), () => actions.change({ dialog: { kind: "draw" } })),
    playing && view.takeBacks && !offered("takeback") && hasMoved(view) && button(say("takeback"), () => actions.send({ do: "offer", what: "takeback" })),
    isSameScreen(view) && h("button", {
      key: "turning", type: "button", "aria-pressed": String(state.turning), onclick: () => actions.change({ turning: !state.turning }),
    }, say("turning")),
    view.status !== "gathering" && button(say("typed"), actions.type));
}

/** The seat that resigns if this browser does: the one on turn where it plays several. */
function resigner(view: View): number | null {
  if (view.turn !== null && view.you.includes(view.turn)) return view.turn;
  return view.you.find((seat) => view.seats[seat]?.active) ?? null;
}

/** Draws are agreed in games that know it: not in Four-player (F26a). */
function knowsDraws(view: View): boolean {
  return suitOf(view.variant) !== "four";
}

function hasMoved(view: View): boolean {
  return view.plies.some((ply) => ply.from && view.you.includes(ply.seat));
}
