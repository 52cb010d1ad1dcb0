// What a position is worth: a bar a side, and the best lines.

import { sharesAt, sharesOf, sidesOf, type AnalysisState, type Line } from "./analysis-state";
import { moveText, percent, sideName, valueText, valueWords, workLine } from "./analysis-words";
import { h, type Content, type Description } from "./dom";
import { signPicture } from "./men";
import { suitOf, type View } from "./view";
import { list, say, spoken } from "./words";

/** What the lines can ask for. */
export interface LineActions {
  change(part: Partial<AnalysisState>): void;
  /** Plays so many moves of a line. */
  follow(line: Line, moves: number): void;
}

/** Draws the bars: one in two parts for two sides, else one a seat. */
export function drawBars(state: AnalysisState, view: View): Description {
  const shares = sharesAt(state, view, state.tree.at);
  const sides = sidesOf(view);
  const parts = shares ? sharesOf(view, shares) : [];
  const label = shares ? say("analysis.bars", { shares: list(sides.map((seats, i) => `${sideName(view, seats)} ${percent(parts[i] ?? 0)}`)) }) : say("analysis.bars.none");
  const bar = (seat: number, share: number) => h("div", { key: `bar-${seat}`, class: `value-bar seat-${seat}${shares ? "" : " unknown"}`, style: { "--share": share.toFixed(4) } },
    h("div", { class: "value-fill" }),
    sides.length > 2 && signPicture(suitOf(view.variant), seat));
  const bottomSide = sides.findIndex((seats) => seats.includes(state.bottom));
  return h("div", { key: "bars", class: `value-bars suit-${suitOf(view.variant)} sides-${sides.length}`, role: "img", "aria-label": label },
    sides.length > 2
      ? sides.map(([seat = 0], i) => bar(seat, parts[i] ?? 0))
      : bar(sides[bottomSide]?.[0] ?? 0, parts[bottomSide] ?? 0.5));
}

/** How many lines can be asked for. */
const choices = [1, 2, 3, 4, 5];

/** Draws the search: its switch, how far it is, and its lines. */
export function drawLines(state: AnalysisState, view: View, actions: LineActions): Description {
  const finding = state.findings.get(state.tree.at);
  const told = state.search ? workLine(state.search) : "";
  return h("section", { key: "lines", class: "analysis-lines", "aria-label": say("analysis.lines") },
    h("div", { key: "head", class: "analysis-head" },
      h("button", { type: "button", "aria-pressed": String(state.on), onclick: () => actions.change({ on: !state.on }) }, say("analysis.on")),
      h("label", { class: "analysis-count" }, h("span", {}, say("analysis.count")),
        h("select", { ".value": String(state.lines), onchange: (event: Event) => actions.change({ lines: Number((event.target as HTMLSelectElement).value) }) },
          choices.map((n) => h("option", { value: n, selected: n === state.lines }, String(n))))),
      h("span", { key: "depth", class: "analysis-depth" }, finding && depthText(finding.depth, finding.nodes, finding.nps))),
    told && h("p", { key: "told", class: "empty", role: "status" }, told),
    state.on && !finding && !told && view.status !== "ended" && h("p", { key: "none", class: "empty" }, say("analysis.searching")),
    finding && h("ol", { key: "list", class: "line-list" }, finding.lines.map((line, index) => drawLine(view, line, index, actions))));
}

function depthText(depth: number, nodes: number, nps: number): string {
  const short = new Intl.NumberFormat(spoken(), { notation: "compact", maximumFractionDigits: 1 });
  return say("analysis.depth", { depth, nodes: short.format(nodes), nps: short.format(nps) });
}

/** How much of a line is shown. */
const shownMoves = 10;

function drawLine(view: View, line: Line, index: number, actions: LineActions): Content {
  return h("li", { key: `line-${index}` },
    h("span", { class: "line-value", title: valueWords(view, line) }, h("span", { "aria-hidden": "true" }, valueText(view, line)), h("span", { class: "hidden" }, valueWords(view, line))),
    h("span", { class: "line-moves" }, line.moves.slice(0, shownMoves).map((token, i) => h("button", {
      key: `move-${i}`, type: "button", class: "move", onclick: () => actions.follow(line, i + 1),
    }, moveText(line.san[i] ?? token, token)))));
}
