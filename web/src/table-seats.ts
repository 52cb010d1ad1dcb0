// The seats around the board, one bar each.

import { h, type Content, type Description } from "./dom";
import { edgeOf, turnFor } from "./geometry";
import { manPicture, signPicture } from "./men";
import { bottomSeat, captives, type TableState } from "./table-state";
import { seatName } from "./table-words";
import { kindOf, suitOf, type Man, type Suit, type View } from "./view";
import { count, list, say } from "./words";

/** Draws the bars of all seats, in the order of turns from the one at the bottom. */
export function drawSeats(state: TableState, view: View, secondsLeft: number | null, openGains: (seat: number) => void): Description[] {
  const suit = suitOf(view.variant);
  const turn = turnFor(suit, bottomSeat(state, view));
  const seats = view.seats.map((_, seat) => seat);
  const order = [...seats.slice(bottomSeat(state, view)), ...seats.slice(0, bottomSeat(state, view))];
  return order.map((seat) => drawSeat(state, view, seat, edgeOf(suit, seat, turn), view.turn === seat ? secondsLeft : null, openGains));
}

function drawSeat(state: TableState, view: View, seat: number, edge: string, secondsLeft: number | null, openGains: (seat: number) => void): Description {
  const { player, points, active, out } = view.seats[seat] ?? { player: "cpu", active: false };
  const suit = suitOf(view.variant);
  const onTurn = view.turn === seat && view.status !== "ended";
  const own = view.you.includes(seat);
  const names = [
    "seat", `suit-${suit}`, `seat-${seat}`, `edge-${edge}`,
    onTurn && "on-turn", own && "own", !active && "inactive",
  ].filter(Boolean).join(" ");
  const status = out ? say("seat.out") : say(`player.${own ? "you" : player === "you" ? "guest" : player}`);
  return h("section", { key: `seat-${seat}`, class: names, "data-seat": seat, "aria-label": seatName(view, seat) },
    signPicture(suit, seat),
    h("span", { class: "seat-name" },
      h("strong", {}, seatName(view, seat)),
      h("span", { class: "seat-player" }, status)),
    drawCaptives(suit, captives(state, seat)),
    secondsLeft !== null && h("span", { class: `seat-clock${secondsLeft <= 10 ? " short" : ""}`, role: "timer" }, String(secondsLeft)),
    points !== undefined && h("button", {
      type: "button", class: "seat-points", "aria-label": `${count("points", points)}. ${say("gains.open")}`, title: say("gains.open"),
      onclick: () => openGains(seat),
    }, String(points)),
    onTurn && h("span", { class: "hidden" }, say("seat.on-turn")));
}

/** The men a seat has captured, the greatest first. */
function drawCaptives(suit: Suit, men: Man[]): Content {
  if (men.length === 0) return null;
  const parts = [..."QRBNP"].flatMap((kind) => {
    const n = men.filter((man) => kindOf(man) === kind).length;
    return n > 0 ? [count(`men.${kind}`, n)] : [];
  });
  return h("span", { class: "captives", title: say("captives", { men: list(parts) }) },
    men.map((man) => manPicture(suit, man)),
    h("span", { class: "hidden" }, say("captives", { men: list(parts) })));
}
