// The moves of a tree: the main line a round a row, what else was tried below the round.

import { h, type Content, type Description } from "./dom";
import { signPicture } from "./men";
import { roundsOf } from "./table-moves";
import { effectLine, plyText, seatName } from "./table-words";
import { lineFrom, pathTo, pliesTo, type Node, type Tree } from "./tree";
import { suitOf, type View } from "./view";
import { say } from "./words";

/** What the moves can ask for. */
export interface TreeActions {
  go(node: Node): void;
  step(by: number): unknown;
  promote(node: Node): void;
  remove(node: Node): void;
}

/** Draws the moves of a tree. The view is that of any position of it; `long` asks for long algebraic notation. */
export function drawTree(tree: Tree, view: View, long: boolean, actions: TreeActions): Description {
  const main = tree.main();
  const beside = tree.at !== tree.root && main[tree.at.depth - 1] !== tree.at;
  return h("div", { key: "tree", class: "tree" },
    h("div", { key: "moves", class: "moves", tabindex: 0, role: "region", "aria-label": say("moves.title") },
      main.length === 0 ? h("p", { class: "empty" }, say("moves.none")) : table(tree, view, main, long, actions)),
    h("div", { key: "beside", class: "tree-deeds" },
      beside && h("button", { key: "promote", type: "button", onclick: () => actions.promote(tree.at) }, say("tree.promote")),
      tree.at !== tree.root && h("button", { key: "remove", type: "button", class: "quiet", onclick: () => actions.remove(tree.at) }, say("tree.remove"))));
}

function table(tree: Tree, view: View, main: Node[], long: boolean, actions: TreeActions): Description {
  const suit = suitOf(view.variant);
  const known = main.filter((node) => node.ply !== null);
  const rounds = roundsOf(view, known.flatMap(({ ply }) => ply ?? []));
  return h("table", { class: `move-table columns-${view.seats.length}` },
    h("thead", {}, h("tr", {},
      h("th", { scope: "col" }, h("span", { class: "hidden" }, say("moves.round"))),
      view.seats.map((_, seat) => h("th", { scope: "col", title: seatName(view, seat) },
        signPicture(suit, seat), h("span", { class: "hidden" }, seatName(view, seat)))))),
    h("tbody", {}, rounds.flatMap((round, index) => {
      const nodes = round.flat().flatMap(({ plies }) => known[plies - 1] ?? []).sort((a, b) => a.depth - b.depth);
      const tried = nodes.flatMap((node) => node.parent?.children.slice(1) ?? []);
      return [
        h("tr", { key: `round-${index}` }, h("th", { scope: "row" }, String(index + 1)),
          round.map((entries) => h("td", {}, entries.map(({ plies }) => {
            const node = known[plies - 1];
            return node && moveButton(tree, view, node, long, actions);
          })))),
        tried.length > 0 && h("tr", { key: `tried-${index}`, class: "tried" },
          h("td", { colspan: view.seats.length + 1 }, tried.map((node) => drawLine(tree, view, node, long, actions)))),
      ];
    })));
}

/** A line that was tried, with the lines tried in it. */
function drawLine(tree: Tree, view: View, first: Node, long: boolean, actions: TreeActions): Description {
  const line = [first, ...lineFrom(first)];
  const places = placesOf(view, line[line.length - 1] ?? first);
  const beside = line.slice(1).flatMap((node) => node.parent?.children.slice(1) ?? []);
  return h("div", { key: `line-${first.id}`, class: "tree-line", role: "group", "aria-label": say("tree.line") },
    line.map((node, index) => [
      number(places.get(node.depth), index === 0),
      view.seats.length > 2 && node.ply && signPicture(suitOf(view.variant), node.ply.seat),
      moveButton(tree, view, node, long, actions),
    ]),
    beside.map((node) => drawLine(tree, view, node, long, actions)));
}

interface Place {
  round: number;
  column: number;
}

/** Returns the round and column of every ply to a node, by its depth. */
function placesOf(view: View, node: Node): Map<number, Place> {
  const depths = pathTo(node).filter(({ ply }) => ply !== null).map(({ depth }) => depth);
  const places = new Map<number, Place>();
  roundsOf(view, pliesTo(node)).forEach((columns, round) =>
    columns.forEach((entries, column) => entries.forEach(({ plies }) => places.set(depths[plies - 1] ?? 0, { round: round + 1, column }))));
  return places;
}

function number(place: Place | undefined, always: boolean): Content {
  if (!place || (place.column > 0 && !always)) return null;
  return h("span", { class: "tree-number" }, `${place.round}${place.column > 0 ? "…" : "."}`);
}

const glyphs = ["", "!", "?", "!!", "??", "!?", "?!"];

function moveButton(tree: Tree, view: View, node: Node, long: boolean, actions: TreeActions): Description {
  const { ply } = node;
  const effects = ply?.effects ?? [];
  const gained = effects.filter((e) => e.kind === "gain" && e.seat === ply?.seat).reduce((sum, e) => sum + e.points, 0);
  const events = effects.filter((e) => e.kind !== "gain");
  const marks = node.nags.filter((nag) => glyphs[nag]);
  return h("button", {
    key: `move-${node.id}`, type: "button", class: `move${ply && !ply.from ? " choice" : ""}${marks.map((nag) => ` nag-${nag}`).join("")}`, "data-plies": node.depth,
    "aria-current": node === tree.at ? "true" : undefined,
    title: [...node.comments, ...events.map((e) => effectLine(view, e))].join("\n") || undefined,
    onclick: () => actions.go(node),
  },
    ply ? plyText(ply, long) : node.token,
    marks.map((nag) => [h("b", { "aria-hidden": "true" }, glyphs[nag]), h("span", { class: "hidden" }, ` ${say(`nag.${nag}`)}`)]),
    gained > 0 && h("small", {}, ` +${gained}`),
    events.some((e) => e.kind === "elimination" || e.kind === "clan-gone") && h("small", { "aria-hidden": "true" }, " ✕"));
}

/** Draws the buttons that go through a line. */
export function drawSteps(tree: Tree, actions: TreeActions): Description {
  const step = (name: string, picture: string, by: number, off: boolean) => h("button", {
    type: "button", "aria-label": say(`moves.${name}`), title: say(`moves.${name}`), disabled: off, onclick: () => actions.step(by),
  }, h("span", { "aria-hidden": "true" }, picture));
  const first = tree.at === tree.root, last = tree.at.children.length === 0;
  return h("div", { key: "steps", class: "steps", role: "group", "aria-label": say("moves.steps") },
    step("first", "⇤", -Infinity, first), step("previous", "←", -1, first), step("next", "→", 1, last), step("last", "⇥", Infinity, last));
}
