// What stands between the board and the player for a while: a move to confirm, an offer, an elimination, the past.

import { h, type Content, type Description } from "./dom";
import { signPicture } from "./men";
import { ruleLink } from "./table-dialogs";
import type { Command } from "./table-outbox";
import type { TableState } from "./table-state";
import { effectLine, fullName, seatForm, seatName, tokenText } from "./table-words";
import { suitOf, type Offer, type View } from "./view";
import { count, list, say, sentence } from "./words";

/** How many plies an elimination stays announced. */
const bannerPlies = 4;

/** What the messages can ask for. */
export interface MessageActions {
  change(part: Partial<TableState>): void;
  send(command: Command): void;
  /** Sends the move that waits to be confirmed. */
  confirm(): void;
}

/** Draws everything that is to be read now, the most urgent first. `now` is the server's time. */
export function drawMessages(state: TableState, view: View, now: number, actions: MessageActions): Content[] {
  return [
    drawConfirm(state, view, actions),
    drawAhead(state, actions),
    view.offers.map((offer) => drawOffer(view, offer, now, actions)),
    drawBanner(state, view, actions),
    drawPast(state, view, actions),
  ];
}

function drawConfirm({ confirming }: TableState, view: View, actions: MessageActions): Content {
  if (!confirming) return null;
  return h("div", { key: "confirm", class: "message asks", role: "group", "aria-label": say("confirm.title") },
    h("span", {}, say("confirm", { move: tokenText(view, confirming) })),
    h("span", { class: "buttons" },
      h("button", { type: "button", class: "quiet", onclick: () => actions.change({ confirming: "" }) }, say("dialog.cancel")),
      h("button", { type: "button", class: "strong", id: "confirm-move", onclick: actions.confirm }, say("confirm.do"))));
}

function drawAhead({ ahead }: TableState, actions: MessageActions): Content {
  if (ahead.length === 0) return null;
  return h("div", { key: "ahead", class: "message" },
    h("span", {}, count("ahead", ahead.length)),
    h("button", { type: "button", class: "quiet", onclick: () => actions.change({ ahead: [] }) }, say("ahead.cancel")));
}

/** Draws an offer: to its author how it stands, to those who are asked the question. */
function drawOffer(view: View, offer: Offer, now: number, actions: MessageActions): Description {
  const own = view.you.includes(offer.seat);
  const waiting = offer.asked.filter((seat) => !view.you.includes(seat)).map((seat) => fullName(view, seat));
  const seconds = offer.until ? Math.max(0, Math.ceil((offer.until - now) / 1000)) : null;
  const text = own
    ? say(`offer.${offer.what}.own`, { names: list(waiting) })
    : say(`offer.${offer.what}.from`, { name: fullName(view, offer.seat) });
  const seat = offer.asked.find((one) => view.you.includes(one));
  return h("div", { key: `offer-${offer.what}-${offer.seat}`, class: `message${seat !== undefined ? " asks" : ""}`, role: "group", "aria-label": say(`offer.${offer.what}`) },
    h("span", {}, signPicture(suitOf(view.variant), offer.seat), " ", text, seconds !== null && h("small", { class: "countdown" }, ` ${say("seconds.short", { n: seconds })}`)),
    own && h("button", { type: "button", class: "quiet", onclick: () => actions.send({ do: "withdraw", what: offer.what }) }, say("offer.withdraw")),
    seat !== undefined && h("span", { class: "buttons" },
      h("button", { type: "button", class: "quiet", onclick: () => actions.send({ do: "reply", what: offer.what, yes: false }) }, say("offer.no")),
      h("button", { type: "button", class: "strong", onclick: () => actions.send({ do: "reply", what: offer.what, yes: true }) }, say("offer.yes"))));
}

/** The newest elimination, until the game has gone on for a while. */
function drawBanner({ bannerRead }: TableState, view: View, actions: MessageActions): Content {
  const { plies } = view;
  for (let n = plies.length; n > Math.max(bannerRead, plies.length - bannerPlies); n--) {
    const effects = plies[n - 1]?.effects ?? [];
    const events = effects.filter((e) => e.kind !== "gain");
    if (events.length === 0 || view.status === "ended") continue;
    return h("div", { key: `banner-${n}`, class: "banner" },
      events.map((event) => {
        const gain = effects.find((e) => e.kind === "gain" && e.seat === event.by && e.points >= 20);
        return h("p", {}, signPicture(suitOf(view.variant), event.seat), h("span", {}, effectLine(view, event), " ",
          gain && h("strong", {}, `${sentence(seatName(view, gain.seat))} +${gain.points} `),
          ruleLink(view, event.rule)));
      }),
      h("button", { type: "button", class: "close", "aria-label": say("dialog.close"), onclick: () => actions.change({ bannerRead: n }) }, "×"));
  }
  return null;
}

function drawPast({ past }: TableState, view: View, actions: MessageActions): Content {
  if (!past || past.plies === view.plies.length) return null;
  return h("div", { key: "past", class: "past" },
    h("span", {}, say("moves.past", { n: past.plies, all: view.plies.length })),
    h("button", { type: "button", class: "strong", onclick: () => actions.change({ past: null }) }, say("moves.back")));
}

/** Says who has been asked about what, for screen readers; "" if this browser is not asked. */
export function offerLine(view: View): string {
  const offer = view.offers.find((one) => one.asked.some((seat) => view.you.includes(seat)));
  return offer ? say(`offer.${offer.what}.from`, { name: sentence(seatForm(view, offer.seat, "the")) }) : "";
}
