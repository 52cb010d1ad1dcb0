// The ways to a table for others: its address, one address a seat, and pictures for cameras.

import { h, type Content, type Description } from "./dom";
import { signPicture } from "./men";
import type { TableState } from "./table-state";
import { seatName } from "./table-words";
import { suitOf, type View } from "./view";
import { say } from "./words";

/** What the invitation can ask for. */
export interface InviteActions {
  /** Copies a text; `what` names it, so that its button can say that it is done. */
  copy(what: string, text: string): void;
  change(part: Partial<TableState>): void;
}

/** Draws the invitation; a table without an open seat invites to watch. */
export function drawInvitation(state: TableState, view: View, actions: InviteActions): Content {
  const open = view.seats.flatMap(({ player, name }, seat) => (player === "open" ? [{ seat, name }] : []));
  return h("section", { class: "invitation", "aria-label": say("invite.title") },
    h("h2", {}, say("invite.title")),
    h("p", {}, say(open.length === 0 ? "invite.watch" : view.rated ? "invite.text.rated" : "invite.text")),
    address(state, "link", addressOf(), say("invite.link"), actions),
    share(addressOf()),
    h("details", {},
      h("summary", {}, say("invite.qr")),
      h("img", { class: "qr", src: pictureOf(), width: 200, height: 200, loading: "lazy", alt: say("invite.qr.alt") })),
    open.length > 0 && view.seats.length > 1 && h("details", {},
      h("summary", {}, say("invite.seats")),
      h("ul", { class: "seat-links" }, open.map(({ seat, name }) => h("li", {},
        h("p", {}, signPicture(suitOf(view.variant), seat), seatName(view, seat)),
        address(state, `link-${name}`, addressOf(name), say("invite.seat", { name: seatName(view, seat) }), actions),
        h("a", { class: "button", href: pictureOf(name), target: "_blank", rel: "noopener" }, say("invite.qr")))))));
}

function address(state: TableState, what: string, text: string, label: string, actions: InviteActions): Description {
  return h("div", { class: "address" },
    h("input", { type: "text", readonly: true, value: text, "aria-label": label, onfocus: (event: Event) => (event.target as HTMLInputElement).select() }),
    h("button", { type: "button", "aria-label": say("room.what", { what: say(state.copied === what ? "invite.copied" : "invite.copy"), name: label }), onclick: () => actions.copy(what, text) }, say(state.copied === what ? "invite.copied" : "invite.copy")));
}

/** Phones have a way of their own to pass an address on. */
function share(url: string): Content {
  if (!("share" in navigator) || !matchMedia("(pointer: coarse)").matches) return null;
  return h("button", { type: "button", onclick: () => void navigator.share({ url }).catch(() => {}) }, say("invite.share"));
}

/** Returns the table's address, for a seat or for whichever is free. There is no secret in it. */
function addressOf(seat = ""): string {
  const url = new URL(location.pathname, location.href);
  if (seat) url.searchParams.set("seat", seat);
  return url.href;
}

function pictureOf(seat = ""): string {
  const url = new URL(`${location.pathname.replace(/\/$/, "")}/qr.svg`, location.href);
  if (seat) url.searchParams.set("seat", seat);
  return url.href;
}
