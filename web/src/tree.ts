// A game with all that has been tried in it: a tree of plies, and where one stands in it.

import type { Man, Ply, Result, Square } from "./view";

/** What is seen of one position (docs/protocol.md), with all its men. */
export interface Scene {
  status: "playing" | "choice" | "ended";
  turn: number | null;
  men: Record<Square, Man>;
  check: Square[];
  /** The same for equal positions, as repetition counts them. */
  hash: string;
  slot?: number;
  slotRule?: "M6" | "M8" | "M12" | "";
  forbidden?: string;
  barred?: Square;
  points?: number[];
}

/** What a position allows. */
export interface Outlook {
  /** The position's text form. */
  position: string;
  legal: string[];
  abandons: string[];
  /** "survive" and "decline" while that is asked (M14). */
  choices: string[];
  /** Seats that may end the game by their lead (F17). */
  claims: number[];
  result: Result | null;
}

/** A position of the tree and the ply that led to it. What is null is not known yet. */
export interface Node {
  readonly id: number;
  readonly parent: Node | null;
  /** How many plies lead to it. */
  readonly depth: number;
  /** The ply as records write it; "" at the root. */
  token: string;
  /** What was played or tried next; the first goes on with the line. */
  children: Node[];
  ply: Ply | null;
  scene: Scene | null;
  outlook: Outlook | null;
  /** Glyphs of PGN: 2 is "?". */
  nags: number[];
  comments: string[];
}

/** A line of a record in JSON: a ply with nothing to say is its token. */
export type RecordLine = (string | RecordPly)[];

export interface RecordPly {
  move: string;
  before?: string[];
  comments?: string[];
  nags?: number[];
  clock?: number;
  variations?: RecordLine[];
}

/** The tree of a game. It changes in place; who shows it draws it anew after each change. */
export class Tree {
  readonly root: Node;
  /** Where one stands. */
  at: Node;
  private made = 0;

  constructor(moves: RecordLine = []) {
    this.root = this.make(null, "");
    this.at = this.root;
    this.read(this.root, moves);
  }

  private make(parent: Node | null, token: string): Node {
    return { id: this.made++, parent, depth: parent ? parent.depth + 1 : 0, token, children: [], ply: null, scene: null, outlook: null, nags: [], comments: [] };
  }

  /** Adds a line of a record, with what could have been played instead, and returns its last node. */
  read(from: Node, moves: RecordLine): Node {
    let at = from;
    for (const entry of moves) {
      const ply: RecordPly = typeof entry === "string" ? { move: entry } : entry;
      const before = at;
      at = this.child(before, ply.move);
      at.nags = ply.nags ?? at.nags;
      at.comments = [...(ply.before ?? []), ...(ply.comments ?? [])];
      for (const other of ply.variations ?? []) this.read(before, other);
    }
    return at;
  }

  /** Returns the child a token leads to; a new one comes last. */
  private child(parent: Node, token: string): Node {
    const known = parent.children.find((node) => node.token === token);
    if (known) return known;
    const node = this.make(parent, token);
    parent.children.push(node);
    return node;
  }

  /** Plays a ply where one stands and goes there. */
  play(token: string): Node {
    return this.at = this.child(this.at, token);
  }

  /** Goes so many plies on (along the line) or back; reports whether that was possible. */
  step(by: number): boolean {
    const before = this.at;
    for (let n = by; n < 0 && this.at.parent; n++) this.at = this.at.parent;
    for (let n = by; n > 0 && this.at.children[0]; n--) this.at = this.at.children[0];
    return this.at !== before;
  }

  /** Goes to the alternative after this ply (1) or before it (-1); reports whether there is one. */
  turn(by: number): boolean {
    const siblings = this.at.parent?.children ?? [];
    const other = siblings[siblings.indexOf(this.at) + by];
    if (other) this.at = other;
    return other !== undefined;
  }

  /** Goes to the end of the line one is on. */
  end(): boolean {
    return this.step(Infinity);
  }

  /** Makes the line to a node the main line. */
  promote(node: Node): void {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      children.splice(children.indexOf(at), 1);
      children.unshift(at);
    }
  }

  /** Takes a node away with all that follows it; who stands there is led back. */
  remove(node: Node): void {
    const { parent } = node;
    if (!parent) return;
    if (pathTo(this.at).includes(node)) this.at = parent;
    parent.children.splice(parent.children.indexOf(node), 1);
  }

  /** Returns the main line, without the root. */
  main(): Node[] {
    return lineFrom(this.root);
  }

  /** Returns the tree as a record's moves. */
  record(): RecordLine {
    return this.write(this.root.children);
  }

  private write(children: Node[], alone = false): RecordLine {
    const line: RecordLine = [];
    for (let next = children; next[0];) {
      const [first, ...others] = next;
      line.push(entryOf(first, alone && line.length === 0 ? [] : others.map((other) => this.write([other], true))));
      next = first.children;
    }
    return line;
  }

  /** Lists the last nodes of all lines. */
  leaves(): Node[] {
    const found: Node[] = [];
    const open: Node[] = [this.root];
    for (let node = open.pop(); node; node = open.pop()) {
      if (node.children.length === 0) found.push(node);
      else open.push(...[...node.children].reverse());
    }
    return found;
  }
}

function entryOf(node: Node, variations: RecordLine[]): string | RecordPly {
  if (variations.length === 0 && node.nags.length === 0 && node.comments.length === 0) return node.token;
  return {
    move: node.token,
    ...(node.comments.length > 0 && { comments: node.comments }),
    ...(node.nags.length > 0 && { nags: node.nags }),
    ...(variations.length > 0 && { variations }),
  };
}

/** Returns the nodes from the root to a node, without the root. */
export function pathTo(node: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node = node; at.parent; at = at.parent) path.push(at);
  return path.reverse();
}

/** Returns the nodes that follow a node on its line. */
export function lineFrom(node: Node): Node[] {
  const line: Node[] = [];
  for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
  return line;
}

/** Returns the plies to a node, as far as they are known. */
export function pliesTo(node: Node): Ply[] {
  return pathTo(node).flatMap(({ ply }) => ply ?? []);
}
