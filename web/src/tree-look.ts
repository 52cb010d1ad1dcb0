// A position of a tree as a table's view, so that one set of words and boards serves both.

import { emptyBoard, type BoardState, type Trail } from "./board-state";
import { turnFor } from "./geometry";
import { pathTo, pliesTo, type Node } from "./tree";
import type { Source } from "./tree-source";
import { suitOf, type Seat, type View } from "./view";

/** Returns the view of a position that is known: nobody sits there, and nothing but the board is told. */
export function viewOf(source: Source, node: Node, names: string[] = []): View | null {
  const { scene, outlook } = node;
  if (!scene || !source.geometry) return null;
  const { variant, options } = source.setup;
  return {
    table: "", seq: node.depth, game: 1, variant, options, geometry: source.geometry,
    seats: seatsAt(source, node, names),
    you: [], bottom: 0, host: false,
    status: scene.status, turn: scene.turn,
    ...(scene.slot !== undefined && { slot: scene.slot, slotRule: scene.slotRule ?? "" }),
    position: outlook?.position ?? "", men: scene.men,
    legal: outlook?.legal ?? [], abandons: outlook?.abandons ?? [], check: scene.check,
    ...(scene.forbidden !== undefined && { forbidden: scene.forbidden }),
    ...(scene.barred !== undefined && { barred: scene.barred }),
    from: 0, plies: pliesTo(node),
    ...(outlook?.result && { result: outlook.result }),
    showLegal: true,
    clock: { kind: "", base: 0, add: 0 }, clocks: null, running: null, clockAt: 0, deadline: null,
    confirm: false, takeBacks: false, talkMode: "off", offers: [], talk: [], series: [], lots: null, watchers: 0, now: 0,
  };
}

function seatsAt(source: Source, node: Node, names: string[]): Seat[] {
  const seats = source.seats.map((name, seat): Seat => ({
    name, player: "guest", active: true,
    ...(names[seat] && { who: names[seat] }),
    ...(node.scene?.points && { points: node.scene.points[seat] ?? 0 }),
  }));
  for (const { ply, depth } of pathTo(node)) {
    for (const { kind, seat, by, rule } of ply?.effects ?? []) {
      const one = seats[seat];
      if (!one || (kind !== "elimination" && kind !== "clan-gone")) continue;
      one.active = false;
      one.out = { rule, by, ply: depth };
    }
  }
  return seats;
}

/** Returns the last move of every other seat before a node, the newest first. */
export function trailOf(node: Node, seats: number): Trail[] {
  const trail: Trail[] = [];
  for (let at: Node | null = node; at && trail.length < Math.max(1, seats - 1); at = at.parent) {
    const { ply } = at;
    if (ply?.from && ply.to) trail.push({ seat: ply.seat, from: ply.from, to: ply.to });
  }
  return trail;
}

/** Returns what a board shows of a position; where what it allows is known, it can be played on. */
export function boardAt(view: View, node: Node, bottom: number): Partial<BoardState> {
  const suit = suitOf(view.variant);
  const live = node.outlook !== null && view.status === "playing";
  return {
    suit, geometry: view.geometry, turn: turnFor(suit, bottom), men: view.men,
    legal: live ? view.legal : emptyBoard.legal, live,
    trail: trailOf(node, view.seats.length), check: view.check,
    onTurn: view.status === "ended" ? null : view.turn,
    forbidden: view.forbidden ?? "", barred: view.barred ?? "",
    leavesArrows: true,
  };
}
