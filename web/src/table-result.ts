// How a game ended: who won, why, how every point was earned, and what comes next.

import { h, type Content, type Description } from "./dom";
import { signPicture } from "./men";
import { gainList, type GainActions } from "./table-gains";
import type { Command } from "./table-outbox";
import { isAlone, type TableState } from "./table-state";
import { headline, reasonLine, seatName, whoName } from "./table-words";
import { suitOf, type View } from "./view";
import { count, say, spoken } from "./words";

/** What the result can ask for. */
export interface ResultActions extends GainActions {
  send(command: Command): void;
}

/** Draws the result of a game that has ended. */
export function drawResult(state: TableState, view: View, actions: ResultActions): Content {
  const { result } = view;
  if (!result || view.status !== "ended") return null;
  const suit = suitOf(view.variant);
  const ranked = !(result.draw && suit !== "four");
  return h("section", { key: "result", class: "result", "aria-label": say("result.title") },
    h("h2", {}, headline(view)),
    h("p", {}, reasonLine(view)),
    ranked && h("ol", { class: "ranking" }, result.ranking.map((place, index) => h("li", {},
      h("span", { class: "place" }, String(index + 1)),
      place.map((seat) => h("span", { class: "ranked" }, signPicture(suit, seat), ranking(view, seat),
        view.seats[seat]?.points !== undefined && h("strong", {}, String(view.seats[seat]?.points))))))),
    suit === "four" && h("details", { class: "earned" },
      h("summary", {}, say("gains.all")),
      view.seats.map((seat, n) => [
        h("h3", {}, signPicture(suit, n), `${seatName(view, n)}, ${count("points", seat.points ?? 0)}`),
        gainList(view, n, state.long, actions) || h("p", { class: "empty" }, say("gains.none")),
      ])),
    drawSeries(view),
    h("div", { key: "after", class: "result-deeds" },
      again(view, actions),
      view.table && h("a", { class: "button", href: `/${spoken()}/g/${view.table}-${view.game}` }, say("replay.see")),
      view.table && h("a", { class: "button", href: `${say("analysis.path")}?table=${encodeURIComponent(view.table)}` }, say("analysis.game"))));
}

function ranking(view: View, seat: number): string {
  const who = whoName(view, seat);
  return who ? `${seatName(view, seat)}, ${who}` : seatName(view, seat);
}

/** The score of the series, once there is one. */
function drawSeries(view: View): Content {
  if (view.series.length === 0 || view.game < 2) return null;
  return h("div", { class: "series" },
    h("h3", {}, say("series")),
    h("dl", {}, view.series.map((one) => h("div", {},
      h("dt", {}, one.you ? say("player.you") : one.who || (one.seat === null ? say("player.guest") : seatName(view, one.seat))),
      h("dd", {}, number(one.score))))));
}

function number(n: number): string {
  return new Intl.NumberFormat(spoken()).format(n);
}

/** A new game at once for who sits alone; a question to the others where there are any. */
function again(view: View, actions: ResultActions): Description | null {
  if (view.you.length === 0) return null;
  if (isAlone(view)) return h("button", { type: "button", class: "strong", onclick: () => actions.send({ do: "new" }) }, say("new"));
  if (view.offers.some((offer) => offer.what === "rematch")) return null; // it stands above, with its answers
  return h("button", { type: "button", class: "strong", onclick: () => actions.send({ do: "offer", what: "rematch" }) }, say("rematch"));
}
