// A whole game looked through: what each side could expect from ply to ply, and whose faults they were.

import { sharesOf, sidesOf, type AnalysisState, type Line, type Review } from "./analysis-state";
import { percent, sideName, workLine } from "./analysis-words";
import { h, svg, type Content, type Description } from "./dom";
import { signPicture } from "./men";
import { seatName } from "./table-words";
import type { Node } from "./tree";
import { suitOf, type View } from "./view";
import { say } from "./words";

/** What the review can ask for. */
export interface ReviewActions {
  go(node: Node): void;
  review(): void;
  stopReview(): void;
}

/** Draws the review: the button that asks for it, how far it is, the graph, the faults by seat. */
export function drawReview(state: AnalysisState, view: View, actions: ReviewActions): Description {
  const { review, tree } = state;
  const busy = review !== null && review.work.phase !== "ended";
  const told = review ? workLine(review.work) : "";
  return h("section", { key: "review", class: "analysis-review", "aria-label": say("analysis.review") },
    h("div", { key: "head", class: "analysis-head" },
      busy
        ? h("button", { key: "stop", type: "button", onclick: actions.stopReview }, say("analysis.review.stop"))
        : h("button", { key: "begin", type: "button", disabled: tree.main().length === 0, onclick: actions.review }, say("analysis.review.begin")),
      busy && h("progress", { key: "progress", max: review.line.length, value: review.verdicts.size, "aria-label": say("analysis.review") })),
    told && h("p", { key: "told", class: "empty", role: "status" }, told),
    review && review.verdicts.size > 0 && drawGraph(state, view, review, actions),
    review && review.sums.length > 0 && drawSums(view, review));
}

/** The graph's own units. */
const width = 600, height = 120;

function drawGraph(state: AnalysisState, view: View, review: Review, actions: ReviewActions): Description {
  const { line, verdicts } = review;
  const sides = sidesOf(view);
  const x = (n: number) => (n / Math.max(1, line.length)) * width, y = (share: number) => height - share * height;
  const points = pointsOf(view, review);
  const at = line.indexOf(state.tree.at) + 1;
  const curve = (side: number) => points.map(({ n, shares }) => `${x(n).toFixed(1)},${y(shares[side] ?? 0).toFixed(1)}`).join(" ");
  const drawn = sides.length > 2 ? sides.map((_, side) => side) : [0];
  return h("div", { key: "graph", class: `graph suit-${suitOf(view.variant)}` },
    svg("svg", {
      viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": graphLabel(view, review),
      onclick: (event: MouseEvent) => {
        const frame = (event.currentTarget as Element).getBoundingClientRect();
        const n = Math.round(((event.clientX - frame.left) / frame.width) * line.length);
        const node = n === 0 ? line[0]?.parent : line[n - 1];
        if (node) actions.go(node);
      },
    },
      svg("line", { class: "graph-middle", x1: 0, x2: width, y1: height / 2, y2: height / 2 }),
      sides.length === 2 && points.length > 1 && svg("polygon", { class: "graph-area", points: `0,${height} ${curve(0)} ${x(points.at(-1)?.n ?? 0).toFixed(1)},${height}` }),
      drawn.map((side) => svg("polyline", { class: `graph-curve seat-${sides[side]?.[0] ?? 0}`, points: curve(side) })),
      svg("line", { class: "graph-here", x1: x(at), x2: x(at), y1: 0, y2: height })),
    line.map((node, index) => {
      const verdict = verdicts.get(node);
      if (!verdict || (verdict.mark !== "blunder" && verdict.mark !== "mistake")) return null;
      return h("span", { key: `fault-${index}`, class: `graph-fault ${verdict.mark}`, "aria-hidden": "true", style: { left: `${((index + 1) / line.length) * 100}%` } });
    }));
}

interface Point {
  n: number;
  shares: number[];
}

/** The values known so far: before the first ply, then after each. */
function pointsOf(view: View, { line, verdicts }: Review): Point[] {
  const point = (n: number, told: Line | null | undefined): Point[] => (told ? [{ n, shares: sharesOf(view, told.shares) }] : []);
  const [first] = line;
  return [...point(0, first && verdicts.get(first)?.best), ...line.flatMap((node, index) => point(index + 1, verdicts.get(node)?.played))];
}

function graphLabel(view: View, review: Review): string {
  const last = pointsOf(view, review).at(-1);
  const ends = last ? sidesOf(view).map((seats, side) => `${sideName(view, seats)} ${percent(last.shares[side] ?? 0)}`).join(", ") : "";
  return say("analysis.graph", { n: review.line.length, ends });
}

function drawSums(view: View, { sums }: Review): Content {
  const suit = suitOf(view.variant);
  const seat = (name: string) => Math.max(0, view.seats.findIndex((one) => one.name === name));
  return h("table", { key: "sums", class: "sums" },
    h("thead", {}, h("tr", {}, ["seat", "inaccuracies", "mistakes", "blunders", "loss"].map((name) => h("th", { scope: "col" }, say(`analysis.${name}`))))),
    h("tbody", {}, sums.map((sum) => h("tr", {},
      h("th", { scope: "row" }, signPicture(suit, seat(sum.seat)), " ", seatName(view, seat(sum.seat))),
      [sum.inaccuracies, sum.mistakes, sum.blunders].map((n) => h("td", {}, String(n))),
      h("td", {}, percent(sum.loss))))));
}
