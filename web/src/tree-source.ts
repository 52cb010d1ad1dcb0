// Where a tree's positions come from: the server knows the rules.

import { post } from "./post";
import { pathTo, type Node, type Outlook, type RecordLine, type Scene } from "./tree";
import { menChanged, type Geometry, type Ply } from "./view";

/** What a game is played by, and from where. */
export interface Setup {
  variant: string;
  options: Record<string, string>;
  /** A position's text, "" for the starting array. */
  start: string;
}

/** A game as records keep it in JSON (docs/formats.md). */
export interface GameRecord {
  variant: string;
  options: Record<string, string>;
  start: string | null;
  seats?: { seat: string; name?: string; rating?: string }[];
  tags?: { name: string; value: string }[];
  comments?: string[];
  moves: RecordLine;
}

/** A ply with the position after it; of the men those that changed, "" for a square that became empty. */
export type PlayedPly = Ply & { scene: Scene };

interface Answer extends Setup, Outlook {
  geometry: Geometry;
  seats: string[];
  from: number;
  scene: Scene;
  plies: PlayedPly[];
}

/** Finds out about the positions of one tree. */
export class Source {
  /** Known after the first answer. */
  geometry: Geometry | null = null;
  seats: string[] = [];
  private readonly asked = new Map<Node, Promise<void>>();

  constructor(readonly setup: Setup) {}

  /** Makes known everything on the way to a node, and what the node allows. Two calls for one node are one request. */
  fill(node: Node): Promise<void> {
    if (node.outlook) return Promise.resolve();
    const under = this.asked.get(node);
    if (under) return under;
    const asking = this.ask(node).finally(() => this.asked.delete(node));
    this.asked.set(node, asking);
    return asking;
  }

  private async ask(node: Node): Promise<void> {
    const path = pathTo(node);
    let from = path.length;
    while (from > 0 && !path[from - 1]?.scene) from--;
    const response = await post("/api/positions", { ...this.setup, moves: path.map(({ token }) => token), from });
    const answer = (await response.json()) as Answer;
    this.geometry = answer.geometry;
    this.seats = answer.seats;
    const { position, legal, abandons, choices, claims, result } = answer;
    const root = path[0]?.parent ?? node;
    take(path[from - 1] ?? root, answer.scene, path.slice(from), answer.plies);
    node.outlook = { position, legal, abandons, choices, claims, result };
  }
}

/** Writes a scene and the plies after it into the nodes of a line. */
export function take(first: Node, scene: Scene, line: Node[], plies: PlayedPly[]): void {
  first.scene ??= scene;
  let { men } = first.scene;
  plies.forEach(({ scene: next, ...ply }, index) => {
    const node = line[index];
    if (!node) return;
    men = menChanged(men, next.men);
    node.token = ply.token;
    node.ply = ply;
    node.scene = { ...next, men };
  });
}

/** Reads a pasted game or position; of a position the variant may be told. */
export async function readGame(text: string, variant: string): Promise<GameRecord> {
  return (await (await post("/api/positions/read", { text, variant })).json()) as GameRecord;
}

/** Returns a game as a file's text. */
export async function writeGame(record: GameRecord, format: string): Promise<string> {
  return (await post(`/api/positions/write?format=${format}`, record)).text();
}
