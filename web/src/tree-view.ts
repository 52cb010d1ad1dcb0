// The moves of a tree: the main line a round a row, what else was tried below the round.

import { h, type Content, type Description } from "./dom";
import { Kept } from "./kept";
import { signPicture } from "./men";
import { drawMove, drawMoveList, drawRound, roundsOf, type Round } from "./move-list";
import { plyText } from "./table-words";
import { lineFrom, pathTo, pliesTo, type Node, type Tree } from "./tree";
import { suitOf, type View } from "./view";
import { say } from "./words";

/** What the moves can ask for. */
export interface TreeActions {
  go(node: Node): void;
  promote(node: Node): void;
  remove(node: Node): void;
}

/** The page's tree: a long game is drawn anew only where something has changed. */
const kept = new Kept();

/** Draws the moves of a tree. The view is that of any position of it. */
export function drawTree(tree: Tree, view: View, actions: TreeActions): Description {
  const main = tree.main();
  const beside = tree.at !== tree.root && main[tree.at.depth - 1] !== tree.at;
  return h("div", { key: "tree", class: "tree" },
    drawMoveList(view, drawRounds(tree, view, main, actions)),
    h("div", { key: "beside", class: "tree-deeds" },
      beside && h("button", { key: "promote", type: "button", onclick: () => actions.promote(tree.at) }, say("tree.promote")),
      tree.at !== tree.root && h("button", { key: "remove", type: "button", class: "quiet", onclick: () => actions.remove(tree.at) }, say("tree.remove"))));
}

function drawRounds(tree: Tree, view: View, main: Node[], actions: TreeActions): Content[] {
  const known = main.filter((node) => node.ply !== null);
  return roundsOf(view, known.flatMap(({ ply }) => ply ?? [])).map((round, index) => {
    const nodes = nodesOf(round, known);
    const tried = nodes.flatMap((node) => node.parent?.children.slice(1) ?? []);
    return [
      kept.draw(`round-${index}`, [actions, nodes.find((node) => node === tree.at), ...nodes.flatMap((node) => [node, node.ply, node.nags, node.comments])],
        () => drawRound(round, index, ({ plies }) => {
          const node = known[plies - 1];
          return node && moveButton(tree, view, node, actions);
        })),
      tried.length > 0 && h("tr", { key: `tried-${index}`, class: "tried" },
        h("td", { colspan: view.seats.length + 1 }, tried.map((node) => drawLine(tree, view, node, actions)))),
    ];
  });
}

/** Lists the nodes of a round in the order in which they were played. */
function nodesOf(round: Round, known: Node[]): Node[] {
  return round.flat().flatMap(({ plies }) => known[plies - 1] ?? []).sort((a, b) => a.depth - b.depth);
}

/** A line that was tried, with the lines tried in it. */
function drawLine(tree: Tree, view: View, first: Node, actions: TreeActions): Description {
  const line = [first, ...lineFrom(first)];
  const places = placesOf(view, line[line.length - 1] ?? first);
  const beside = line.slice(1).flatMap((node) => node.parent?.children.slice(1) ?? []);
  return h("div", { key: `line-${first.id}`, class: "tree-line", role: "group", "aria-label": say("tree.line") },
    line.map((node, index) => [
      number(places.get(node.depth), index === 0),
      view.seats.length > 2 && node.ply && signPicture(suitOf(view.variant), node.ply.seat),
      moveButton(tree, view, node, actions),
    ]),
    beside.map((node) => drawLine(tree, view, node, actions)));
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

function moveButton(tree: Tree, view: View, node: Node, actions: TreeActions): Description {
  const { ply, depth, nags, comments } = node;
  return drawMove(view, ply, {
    key: `move-${node.id}`, text: ply ? plyText(ply, false) : node.token, plies: depth,
    current: node === tree.at, notes: comments, nags, go: () => actions.go(node),
  });
}
