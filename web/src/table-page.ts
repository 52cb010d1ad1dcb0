// How the parts of a table page lie together.

import type { AheadEvent, DrawnEvent, MoveEvent, RefusedEvent } from "./board";
import { h, type Content, type Description } from "./dom";
import { signPicture } from "./men";
import { boardOf } from "./table-board";
import { drawBox, type BoxActions } from "./table-box";
import { drawDialog, ruleLink, type DialogActions } from "./table-dialogs";
import { drawMessages, type MessageActions } from "./table-messages";
import { drawResult } from "./table-result";
import { drawPlan, drawRoom, type RoomActions } from "./table-room";
import { drawSeats, type SeatActions } from "./table-seats";
import { drawSide, type SideActions } from "./table-side";
import { isMine, isOn, type TableState } from "./table-state";
import { turnLine } from "./table-words";
import { suitOf, type View } from "./view";
import { say } from "./words";

/** Everything the parts of the page can ask for. */
export interface PageActions extends SeatActions, SideActions, DialogActions, RoomActions, MessageActions, BoxActions {
  /** Answers what the player does to the board. */
  move(event: MoveEvent): void;
  refused(event: RefusedEvent): void;
  ahead(event: AheadEvent): void;
  drawn(event: DrawnEvent): void;
}

/** Where things fly for a moment: the same description every time, so that drawing the page leaves alone what is in it. */
const overlay = h("div", { key: "overlay", class: "overlay" });

/** Draws the page of a table. `now` is the server's time. */
export function drawPage(state: TableState, view: View, now: number, actions: PageActions): Content[] {
  const gathering = view.status === "gathering";
  const board = drawBoard(state, view, actions);
  return [
    h("p", { key: "connection", class: "connection", role: "status" }, state.connected ? "" : say("table.reconnecting")),
    h("h1", { key: "title", class: "hidden" }, say(`variant.${view.variant}`)),
    gathering ? drawPlan(state, view, board, actions) : drawArena(state, view, now, board, actions),
    h("div", { key: "messages", class: "messages" },
      gathering && drawRoom(state, view, actions),
      drawMessages(state, view, now, actions),
      drawResult(state, view, actions),
      drawBox(state, view, now, actions)),
    drawSide(state, view, actions),
    drawDialog(state, view, now, actions),
    overlay,
    h("p", { key: "spoken", class: "hidden", "aria-live": "polite", "aria-atomic": "true" }, state.spoken),
    h("p", { key: "urgent", class: "hidden", "aria-live": "assertive", "aria-atomic": "true" }, state.urgent),
  ];
}

function drawArena(state: TableState, view: View, now: number, board: Description, actions: PageActions): Description {
  return h("div", { key: "arena", class: `arena suit-${suitOf(view.variant)}`, style: { "--ratio": String(view.geometry.files / view.geometry.ranks) } },
    drawTurn(state, view, actions),
    drawSeats(state, view, now, actions),
    h("div", { key: "board-box", class: "board-box" }, board));
}

function drawBoard(state: TableState, view: View, actions: PageActions): Description {
  return h("melee-board", {
    class: "table-board",
    ".game": { ...boardOf(state), label: say("board.label", { variant: say(`variant.${view.variant}`) }) },
    "onmelee-move": actions.move,
    "onmelee-refused": actions.refused,
    "onmelee-ahead": actions.ahead,
    "onmelee-ahead-off": () => actions.change({ ahead: [] }),
    "onmelee-drawn": actions.drawn,
    onpointerdown: () => state.note && actions.change({ note: "" }),
  });
}

function drawTurn(state: TableState, view: View, actions: PageActions): Content {
  if (view.status === "ended") return null; // the result says it
  const line = turnLine(view);
  return h("p", { key: "turn", class: `turn-line${isMine(view) ? " mine" : ""}` },
    isOn(view) && view.turn !== null && signPicture(suitOf(view.variant), view.turn),
    h("span", {}, line.text, line.rule ? " " : null, line.rule && ruleLink(view, line.rule)),
    view.you.length === 0 && isOn(view) && h("span", { class: "watching" }, view.watchDelay ? say("watching.delay", { n: view.watchDelay }) : say("watching")),
    state.aside && isMine(view) && h("button", { type: "button", class: "strong", onclick: () => actions.change({ aside: false }) }, say("survival.back")));
}
