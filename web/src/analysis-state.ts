// All an analysis board is drawn from, and what follows from it.

import type { Node, Tree } from "./tree";
import type { Source } from "./tree-source";
import { suitOf, type View } from "./view";

/** A line of play and what it is worth. */
export interface Line {
  /** In moves, negative for the side that is mated; from the view of who is on turn. */
  score: { pawns?: number; mate?: number };
  /** By seat, each from its own view: pawns, or the points expected at the end. */
  values: number[];
  /** What each seat may expect of the result; all of them make 1. */
  shares: number[];
  depth: number;
  moves: string[];
  san: string[];
}

/** What is known of one position, the best line first. */
export interface Finding {
  depth: number;
  nodes: number;
  nps: number;
  lines: Line[];
  /** Whether nothing more is to come. */
  final: boolean;
}

/** How work that was asked for goes on. */
export interface Work {
  phase: "asking" | "waiting" | "working" | "ended";
  /** How many wait before it. */
  ahead: number;
  /** How it ended: "finished", "time", "stopped", "failed" or the code of a refusal. */
  how: string;
}

export type Mark = "" | "inaccuracy" | "mistake" | "blunder";

/** What is thought of a ply of a game that was looked through. */
export interface Verdict {
  mark: Mark;
  /** What it threw away of the expected result, 0 to 1. */
  loss: number;
  best: Line | null;
  played: Line | null;
}

/** The faults of one seat in a game. */
export interface Sum {
  seat: string;
  moves: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  loss: number;
}

/** A whole game being looked through. */
export interface Review {
  work: Work;
  /** The nodes of the line that is looked through, the start left out. */
  line: Node[];
  verdicts: Map<Node, Verdict>;
  sums: Sum[];
}

/** The one object an analysis page is drawn from; tree and findings change in place. */
export interface AnalysisState {
  source: Source;
  tree: Tree;
  /** Who plays, by seat, where it is known. */
  names: string[];
  /** The seat at the bottom. */
  bottom: number;
  /** Whether positions are searched, and for how many lines. */
  on: boolean;
  lines: number;
  /** The search for where one stands, null for none. */
  search: Work | null;
  findings: Map<Node, Finding>;
  review: Review | null;
  /** What could not be done, "" for nothing. */
  fault: string;
  /** The text that is to be read, or was written, and the variant a position is of. */
  text: string;
  variant: string;
  spoken: string;
  copied: boolean;
}

/** Returns the seats that win together: two sides, or every seat for itself. */
export function sidesOf(view: View): number[][] {
  const teamed = view.variant === "four-player-teams" || (suitOf(view.variant) === "camps" && view.options["play"] === "double");
  if (teamed) return [[0, 2], [1, 3]];
  return view.seats.map((_, seat) => [seat]);
}

/** Returns what each side may expect, 0 to 1. */
export function sharesOf(view: View, shares: number[]): number[] {
  return sidesOf(view).map((seats) => seats.reduce((sum, seat) => sum + (shares[seat] ?? 0), 0));
}

/** Returns the line that tells most of where one stands: the search's best, else what the review says. */
export function lineAt(state: AnalysisState, node: Node): Line | null {
  const found = state.findings.get(node)?.lines[0];
  if (found) return found;
  const { review } = state;
  const verdict = review?.verdicts.get(node);
  if (verdict?.played) return verdict.played;
  const first = review?.line[0];
  return (first?.parent === node && review?.verdicts.get(first)?.best) || null;
}

/** Returns the shares of where one stands: those of the result once there is one. */
export function sharesAt(state: AnalysisState, view: View, node: Node): number[] | null {
  const { result } = view;
  if (!result) return lineAt(state, node)?.shares ?? null;
  const winners = result.draw && suitOf(view.variant) !== "four" ? view.seats.map((_, seat) => seat) : result.ranking[0] ?? [];
  return view.seats.map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0));
}
