// How every point was earned: with its move and its rule.

import { h, type Content, type Description } from "./dom";
import { signPicture } from "./men";
import { closeButton, frame, ruleLink } from "./table-dialogs";
import { effectLine, plyText, seatName } from "./table-words";
import { suitOf, type View } from "./view";
import { count, say } from "./words";

/** What the list can ask for. */
export interface GainActions {
  close(): void;
  look(plies: number): void;
}

/** Lists the gains of a seat; null if it has none. */
export function gainList(view: View, seat: number, long: boolean, actions: GainActions): Content {
  const rows = view.plies.flatMap((ply, index) => ply.effects
    .filter((e) => e.kind === "gain" && e.seat === seat)
    .map((effect) => h("li", {},
      h("span", { class: "gain-points" }, `+${effect.points}`),
      h("button", { type: "button", class: "move", onclick: () => { actions.close(); actions.look(index + 1); } }, plyText(ply, long)),
      h("span", { class: "gain-why" }, effectLine(view, effect), " ", ruleLink(view, effect.rule)))));
  return rows.length > 0 ? h("ol", { class: "gains" }, rows) : null;
}

/** Draws the dialog with the gains of a seat. */
export function drawGains(view: View, seat: number, long: boolean, actions: GainActions): Description {
  const points = view.seats[seat]?.points ?? 0;
  const title = h("span", {}, say("gains.title", { name: seatName(view, seat), points: count("points", points) }));
  return frame("gains", [signPicture(suitOf(view.variant), seat), title], actions.close,
    gainList(view, seat, long, actions) || h("p", { class: "empty" }, say("gains.none")),
    closeButton(actions.close));
}
