// A finished game as its page is given it, and how it stood after each ply.

import { menChanged, type Geometry, type Man, type Ply, type Result, type Seat, type Square, type View } from "./view";

/** GET /games/{id}/replay.json. */
export interface Reel {
  variant: string;
  options: Record<string, string>;
  geometry: Geometry;
  seats: { name: string; player: "guest" | "cpu" | "grey"; who?: string; bot?: boolean; level?: number }[];
  clock: View["clock"];
  start: Scene;
  plies: (Ply & { scene: Scene })[];
  result: Result | null;
}

/** One moment of the game. */
export interface Scene {
  status: "playing" | "choice" | "ended";
  turn: number | null;
  position: string;
  /** All men at the start; after a ply those that changed, "" for a square that became empty. */
  men: Record<Square, Man>;
  check: Square[];
  slot?: number;
  slotRule?: View["slotRule"];
  forbidden?: string;
  barred?: Square;
  points?: number[];
  clocks?: number[];
  outs: (Seat["out"] | null)[];
}

/** Returns the game as a table would show it after n plies; its list of moves stays whole. */
export function viewAt(reel: Reel, n: number, bottom: number): View {
  const scene = n === 0 ? reel.start : reel.plies[n - 1]?.scene ?? reel.start;
  const men = menChanged({}, Object.assign({}, reel.start.men, ...reel.plies.slice(0, n).map((ply) => ply.scene.men)));
  return {
    table: "", seq: 0, game: 1, variant: reel.variant, options: reel.options, geometry: reel.geometry,
    seats: reel.seats.map((seat, i) => seatAt(seat, scene, i)),
    you: [], bottom, host: false, status: scene.status, turn: scene.turn,
    slot: scene.slot ?? 0, slotRule: scene.slotRule ?? "", position: scene.position, men,
    legal: [], abandons: [], forbidden: scene.forbidden ?? "", barred: scene.barred ?? "", check: scene.check,
    from: 0, plies: reel.plies, ...(reel.result && n === reel.plies.length && { result: reel.result }),
    showLegal: false, clock: reel.clock, clocks: scene.clocks ?? null, running: null, clockAt: 0, deadline: null,
    confirm: false, takeBacks: false, talkMode: "off", offers: [], talk: [], series: [], lots: null, watchers: 0, now: 0,
  };
}

function seatAt(seat: Reel["seats"][number], scene: Scene, i: number): Seat {
  const out = scene.outs[i];
  const points = scene.points?.[i];
  return { ...seat, active: !out, ...(out && { out }), ...(points !== undefined && { points }) };
}
