// The gathering room: who sits where before the game begins, and the ways in.

import { h, type Content, type Description } from "./dom";
import { edgeOf, turnFor } from "./geometry";
import { signPicture } from "./men";
import { drawInvitation, type InviteActions } from "./table-invite";
import type { Command } from "./table-outbox";
import { levels } from "./table-seat";
import { botMark, seatsAround } from "./table-seats";
import { bottomSeat, type TableState } from "./table-state";
import { fullName, playerLine, seatForm, seatName, termsOf, whoName } from "./table-words";
import { suitOf, type Seat, type View } from "./view";
import { count, say } from "./words";

/** What the room can ask for. */
export interface RoomActions extends InviteActions {
  send(command: Command): void;
  /** Keeps what the player calls himself. */
  rename(name: string): void;
}

/** Reads where a guest gets an account, if the page says that he needs one. */
export function entryOf({ dataset }: HTMLElement): TableState["entry"] {
  const { logIn, signUp } = dataset;
  return logIn && signUp ? { logIn, signUp } : null;
}

/** Draws the seats as they sit, with a small board between them. */
export function drawPlan(state: TableState, view: View, board: Description, actions: RoomActions): Description {
  const suit = suitOf(view.variant);
  const turn = turnFor(suit, bottomSeat(state, view));
  return h("div", { key: "plan", class: `plan suit-${suit}` },
    h("p", { class: "turn-line" }, say("room.title")),
    seatsAround(state, view).map((seat) => drawChair(state, view, seat, edgeOf(suit, seat, turn), actions)),
    h("div", { key: "plan-board", class: "plan-board" }, board));
}

function drawChair(state: TableState, view: View, seat: number, edge: string, actions: RoomActions): Description {
  const { player, here, who } = view.seats[seat] as Seat;
  const own = player === "you";
  const invited = state.invited === seat && player === "open" && view.you.length === 0;
  const names = ["room-seat", `seat-${seat}`, `edge-${edge}`, own && "own", player === "open" && "open", invited && "invited"].filter(Boolean).join(" ");
  const open = player === "open";
  const arranged = view.host && !own && player !== "guest"; // the list of players says it
  return h("section", { key: `room-seat-${seat}`, class: names, "data-seat": seat, "aria-label": seatName(view, seat) },
    h("p", { class: "room-seat-name" }, signPicture(suitOf(view.variant), seat), h("strong", {}, seatName(view, seat))),
    !arranged && h("p", { class: "room-seat-player" }, own ? say("room.you", { name: who ?? "" }) : whoName(view, seat) || playerLine(view, seat), botMark(view, seat),
      here === false && player === "guest" && h("span", { class: "hidden" }, `, ${say("player.absent")}`)),
    open && !state.entry && h("button", { type: "button", class: view.you.length === 0 ? "strong" : "", "aria-label": say("room.what", { what: say("room.sit"), name: seatName(view, seat) }), onclick: () => sit(state, seat, actions) }, say("room.sit")),
    own && h("button", { type: "button", "aria-label": say("room.what", { what: say("room.stand"), name: seatName(view, seat) }), onclick: () => actions.send({ do: "stand", seat }) }, say("room.stand")),
    arranged && drawPlayers(view, seat, actions),
    view.host && player === "guest" && h("button", { type: "button", "aria-label": say("room.what", { what: say("room.free"), name: seatName(view, seat) }), onclick: () => actions.send({ do: "put", seat, player: "open" }) }, say("room.free")));
}

function sit(state: TableState, seat: number, actions: RoomActions): void {
  actions.send({ do: "sit", seat, ...(state.name && { name: state.name }) });
}

/** The host's list of who can play a seat that no person has. */
function drawPlayers(view: View, seat: number, actions: RoomActions): Description {
  const { player, level = 5 } = view.seats[seat] as Seat;
  const choices: [string, string][] = [
    ["open", say("player.open")],
    ...levels.map((n): [string, string] => [`cpu ${n}`, say("room.cpu", { level: n, name: say(`level.${n}`) })]),
    ...(suitOf(view.variant) === "four" ? [["grey", say("player.grey")] as [string, string]] : []),
  ];
  const now = player === "cpu" ? `cpu ${level}` : player;
  return h("select", {
    class: "players", "aria-label": say("room.player", { of: seatForm(view, seat, "of") }), ".value": now,
    onchange: (event: Event) => {
      const [chosen = "open", n] = (event.target as HTMLSelectElement).value.split(" ");
      actions.send({ do: "put", seat, player: chosen, ...(n && { level: Number(n) }) });
    },
  }, choices.map(([value, text]) => h("option", { value, selected: value === now }, text)));
}

/** Draws what there is to do and to know before the game begins. */
export function drawRoom(state: TableState, view: View, actions: RoomActions): Description {
  const open = view.seats.filter((seat) => seat.player === "open").length;
  return h("section", { key: "room", class: "room", "aria-label": say("room.title") },
    h("p", { class: "room-state", role: "status" }, open > 0 ? count("room.open", open) : say("room.full")),
    h("p", { class: "room-rules" }, [...termsOf(view), view.draw && say("pages.lobby.draw"), view.confirm && say("room.confirm"), view.watchers > 0 && count("watchers", view.watchers)].filter(Boolean).join(" · ")),
    state.entry && h("p", { class: "room-entry" }, say("room.rated"),
      h("span", {}, h("a", { class: "button strong", href: state.entry.logIn }, say("account.log-in")), h("a", { class: "button", href: state.entry.signUp }, say("account.sign-up")))),
    view.you.length > 0 && nameForm(state, view, actions),
    hostButtons(state, view, open, actions),
    drawInvitation(state, view, actions));
}

function hostButtons(state: TableState, view: View, open: number, actions: RoomActions): Content {
  const { hostSeat } = view;
  const host = hostSeat === null || hostSeat === undefined ? say("room.host") : fullName(view, hostSeat);
  if (!view.host) return h("p", { class: "room-wait" }, view.you.length > 0 ? say("room.wait", { name: host }) : say(state.entry ? "room.watch.guest" : "room.watch"));
  return h("div", { class: "room-host" },
    h("button", { type: "button", class: "strong", onclick: () => actions.send({ do: "begin" }) }, say(open > 0 ? "room.begin.cpu" : "room.begin")),
    h("button", { type: "button", onclick: () => actions.send({ do: "shuffle" }) }, say("room.shuffle")),
    h("button", { type: "button", class: "quiet", onclick: () => actions.send({ do: "close" }) }, say("room.close")));
}

function nameForm(state: TableState, view: View, actions: RoomActions): Description {
  const [seat = 0] = view.you;
  const now = view.seats[seat]?.who ?? state.name;
  return h("form", {
    class: "room-name",
    onsubmit: (event: Event) => {
      event.preventDefault();
      const box = (event.currentTarget as Element).querySelector("input");
      if (box && box.value.trim() !== "") actions.rename(box.value.trim());
    },
  },
    h("label", { for: "name" }, say("room.name")),
    h("input", { id: "name", type: "text", maxlength: 24, autocomplete: "nickname", value: now }),
    h("button", { type: "submit" }, say("room.name.do")));
}
