// The seats around the board, one bar each.

import { h, type Content, type Description } from "./dom";
import { edgeOf, turnFor } from "./geometry";
import { manPicture, signPicture } from "./men";
import { clockText, clockWords, delayText, reading } from "./table-clock";
import { bottomSeat, captives, isOn, type TableState } from "./table-state";
import { playerLine, seatName, whoName } from "./table-words";
import { kindOf, suitOf, type Man, type Suit, type View } from "./view";
import { count, list, say } from "./words";

/** What a bar can ask for. */
export interface SeatActions {
  openGains(seat: number): void;
  openSeat(seat: number): void;
}

/** Draws the bars of all seats, in the order of turns from the one at the bottom. `now` is the server's time. */
export function drawSeats(state: TableState, view: View, now: number, actions: SeatActions): Description[] {
  const suit = suitOf(view.variant);
  const turn = turnFor(suit, bottomSeat(state, view));
  return seatsAround(state, view).map((seat) => drawSeat(state, view, seat, edgeOf(suit, seat, turn), now, actions));
}

/** Lists the seats in the order of turns from the one at the bottom. */
export function seatsAround(state: TableState, view: View): number[] {
  const seats = view.seats.map((_, seat) => seat);
  const bottom = bottomSeat(state, view);
  return [...seats.slice(bottom), ...seats.slice(0, bottom)];
}

function drawSeat(state: TableState, view: View, seat: number, edge: string, now: number, actions: SeatActions): Description {
  const { player, points, active = false, away, here, out } = view.seats[seat] ?? {};
  const suit = suitOf(view.variant);
  const onTurn = view.turn === seat && isOn(view);
  const gone = player === "guest" && (away === true || here === false);
  const names = [
    "seat", `suit-${suit}`, `seat-${seat}`, `edge-${edge}`,
    onTurn && "on-turn", view.you.includes(seat) && "own", !active && "inactive", gone && "gone",
  ].filter(Boolean).join(" ");
  return h("section", { key: `seat-${seat}`, class: names, "data-seat": seat, "aria-label": seatName(view, seat) },
    signPicture(suit, seat),
    h("button", {
      type: "button", class: "seat-name", "aria-haspopup": "dialog", title: say("seat.open", { name: seatName(view, seat) }),
      onclick: () => actions.openSeat(seat),
    },
      h("strong", {}, seatName(view, seat)),
      h("span", { class: "seat-player" }, gone && h("span", { class: "absent", "aria-hidden": "true" }), playerOf(view, seat),
        (gone || out) && whoName(view, seat) && h("span", { class: "hidden" }, `, ${playerLine(view, seat, true)}`))),
    drawCaptives(suit, captives(state, seat)),
    drawClock(view, seat, now),
    points !== undefined && h("button", {
      type: "button", class: "seat-points", "aria-label": `${count("points", points)}. ${say("gains.open")}`, title: say("gains.open"),
      onclick: () => actions.openGains(seat),
    }, String(points)),
    onTurn && h("span", { class: "hidden" }, say("seat.on-turn")));
}

/** Says in a few words who plays a seat. */
function playerOf(view: View, seat: number): Content {
  const who = whoName(view, seat);
  if (!who) return playerLine(view, seat, true);
  return [view.you.includes(seat) ? say("room.you", { name: who }) : who, botMark(view, seat)];
}

/** The mark of a player who is a program with an account of its own. */
export function botMark(view: View, seat: number): Content {
  return view.seats[seat]?.bot && h("span", { class: "rated-mark" }, say("people.bot"));
}

/** Draws a seat's clock. Its text is kept up by {@link tick}. */
export function drawClock(view: View, seat: number, now: number): Content {
  const shown = reading(view, seat, now);
  if (!shown) return null;
  const names = ["seat-clock", shown.running && "running", shown.short && "short"].filter(Boolean).join(" ");
  return h("span", { class: names, role: "timer", "data-clock": seat, "aria-label": say("time.left", { time: clockWords(shown.left) }) },
    h("span", {}, clockText(shown.left)), h("span", { class: "seat-delay" }, delayText(shown)));
}

/** The men a seat has captured, the greatest first. */
export function drawCaptives(suit: Suit, men: Man[]): Content {
  if (men.length === 0) return null;
  const parts = [..."KQRBNP"].flatMap((kind) => {
    const n = men.filter((man) => kindOf(man) === kind).length;
    return n > 0 ? [count(`men.${kind}`, n)] : [];
  });
  return h("span", { class: "captives", title: say("captives", { men: list(parts) }) },
    men.map((man) => manPicture(suit, man)),
    h("span", { class: "hidden" }, say("captives", { men: list(parts) })));
}
