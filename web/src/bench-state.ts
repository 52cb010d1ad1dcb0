// All the workbench is drawn from.

import type { Fault } from "./post";
import type { Man, Square } from "./view";

/** What a problem says, as the server reads and writes it. */
export interface Form {
  title: string;
  author: string;
  /** The men, as in the first field of a FEN. */
  board: string;
  condition: string;
  stipulation: string;
  /** Popeye's English words. */
  options: string;
  /** What each twin changes, in Popeye's English words. */
  twins: string[];
  /** Whether the diagram is not solved itself. */
  zero: boolean;
}

export interface Scene {
  board: string;
  check?: Square[];
}

/** A move of a solution, what the board shows after it, and what may follow. */
export interface Step {
  move: string;
  text: string;
  kind?: "key" | "try" | "threat" | "refutation";
  scene: Scene;
  steps?: Step[];
}

export interface Play {
  start: Scene;
  steps: Step[];
}

/** The solution of one position. */
export interface Solved extends Play {
  verdict: string[];
  text: string;
  set?: Play;
  duplex?: Play;
  cut?: boolean;
}

/** One position of a problem: the diagram or a twin. */
export interface Task {
  twin: string | null;
  change: string;
  stipulation: string;
  /** Moves of what has been found so far. */
  found: string[];
  solved: Solved | null;
}

export interface Progress {
  move: string;
  number: number;
  total: number;
  length: number;
  nodes: number;
}

export type Branch = "play" | "set" | "duplex";

/** A place in a solution: which child is taken at each step. */
export interface Look {
  task: number;
  branch: Branch;
  path: number[];
}

/** What a press on the board does: set a man, take one away, or move one. */
export type Tool = Man | "hand" | "eraser";

export interface Saved {
  form: Form;
  /** Milliseconds since 1970. */
  at: number;
}

export interface BenchState {
  men: Record<Square, Man>;
  tool: Tool;
  form: Form;
  /** The problem in Popeye's language, null until it is asked for. */
  text: string | null;
  faults: Fault[];
  job: string;
  phase: "idle" | "waiting" | "solving" | "ended";
  ahead: number;
  progress: Progress | null;
  tasks: Task[];
  /** How the search ended: finished, stopped, time or failed. */
  how: string;
  seconds: number;
  /** A sentence on what could not be done. */
  note: string;
  look: Look | null;
  saved: Saved[];
  copied: boolean;
}

export const conditions = ["all-in", "half-in", "mainly-in", "free-for-all", "orthodox"];

/** Stipulations that are often asked for. */
export const stipulations = ["#1", "#2", "#3", "#4", "#5", "=2", "s#2", "s#3", "r#2", "semi-r#2", "h#1", "h#1.5", "h#2", "h#2.5", "h#3", "h=2", "hs#2", "hr#2", "ser-#3", "ser-h#3", "ser-s#3", "ser-=3", "##2", "x1", "~1"];

/** The options that have a box to tick, in Popeye's words. */
export const ticks = ["SetPlay", "Try", "Variations", "NoThreat", "NoShortVariations", "Duplex", "HalfDuplex", "PostKeyPlay"];

/** A well-known problem to begin with: S. N. Ravi Shankar, The Problemist, March 1989. */
export const firstForm: Form = {
  title: "", author: "S. N. Ravi Shankar", board: "1b4R1/1r1b3P/3r4/8/8/8/8/K6k",
  condition: "all-in", stipulation: "#5", options: "Variations", twins: [], zero: false,
};

/** Returns the men of the first field of a FEN; null if it is none. */
export function menOf(board: string): Record<Square, Man> | null {
  const men: Record<Square, Man> = {};
  const ranks = board.trim().split(/\s/)[0]?.split("/") ?? [];
  if (ranks.length !== 8) return null;
  for (const [row, text] of ranks.entries()) {
    let file = 0;
    for (const letter of text) {
      if (/[1-8]/.test(letter)) file += Number(letter);
      else if (/[kqrbnp]/i.test(letter)) {
        men[String.fromCharCode(97 + file) + (8 - row)] = (letter === letter.toUpperCase() ? "0" : "1") + letter.toUpperCase();
        file++;
      } else return null;
    }
    if (file !== 8) return null;
  }
  return men;
}

/** Writes men as in the first field of a FEN. */
export function boardText(men: Record<Square, Man>): string {
  const ranks: string[] = [];
  for (let rank = 8; rank >= 1; rank--) {
    let text = "", empty = 0;
    for (let file = 0; file < 8; file++) {
      const man = men[String.fromCharCode(97 + file) + rank];
      if (!man) {
        empty++;
        continue;
      }
      const letter = man.charAt(1);
      text += (empty || "") + (man.startsWith("1") ? letter.toLowerCase() : letter);
      empty = 0;
    }
    ranks.push(text + (empty || ""));
  }
  return ranks.join("/");
}

/** Returns the play a look is at. */
export function playAt(tasks: Task[], look: Look): Play | null {
  const solved = tasks[look.task]?.solved;
  if (!solved) return null;
  return look.branch === "play" ? solved : solved[look.branch] ?? null;
}

/** Returns the steps from the start of a play to where a look is. */
export function stepsTo(play: Play | null, path: number[]): Step[] {
  const steps: Step[] = [];
  let list = play?.steps ?? [];
  for (const index of path) {
    const step = list[index];
    if (!step) break;
    steps.push(step);
    list = step.steps ?? [];
  }
  return steps;
}

/** Returns the look after one step on or back; the same if there is none. */
export function stepBy(tasks: Task[], look: Look, by: 1 | -1): Look {
  if (by < 0) return { ...look, path: look.path.slice(0, -1) };
  const play = playAt(tasks, look);
  const last = stepsTo(play, look.path).at(-1);
  const next = last ? last.steps : play?.steps;
  return next?.length ? { ...look, path: [...look.path, 0] } : look;
}
