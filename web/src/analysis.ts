// The analysis board: builds the inside of [data-analysis] for the game that stands in it.

import "./board";
import { followGame, followPosition, reviewGame, searchPosition, stop } from "./analysis-engine";
import { drawAnalysis, type AnalysisActions } from "./analysis-page";
import type { AnalysisState, Mark, Review, Work } from "./analysis-state";
import type { Drawing } from "./board-state";
import { patch, perFrame } from "./dom";
import { keepInView } from "./in-view";
import { listenForSteps } from "./line-input";
import { store, stored } from "./stored";
import { withDrawing } from "./table-drawings";
import { announcement } from "./table-words";
import { Tree, type Node, type RecordLine } from "./tree";
import { viewOf } from "./tree-look";
import { readGame, Refusal, Source, writeGame, type GameRecord, type Setup } from "./tree-source";
import type { View } from "./view";
import { knows, say, speak } from "./words";

/** How long a position stands before it is searched, ms: who goes through a game passes by. */
const settleAfter = 250;

/** A game as it is opened. */
interface Given extends Setup {
  moves: RecordLine;
  names: string[];
}

/** The glyph of PGN for a mark. */
const nagOf: Record<Mark, number> = { "": 0, inaccuracy: 6, mistake: 2, blunder: 4 };

class Analysis {
  private state: AnalysisState;
  private drawings: Drawing[] = [];
  /** The view that was drawn last: it stays until the next is known. */
  private shown: View | null = null;
  private timer = 0;
  /** Ends the search, and the review, that are followed. */
  private leaveSearch = () => {};
  private leaveReview = () => {};
  private readonly redraw = perFrame(() => this.draw());
  private readonly actions: AnalysisActions;

  constructor(private readonly root: HTMLElement, given: Given) {
    this.state = {
      ...opened(given),
      on: stored("analysis.on", "yes") === "yes", lines: Number(stored("analysis.lines", "3")) || 3,
      text: "", fault: "", spoken: "", copied: false,
    };
    this.actions = {
      change: (part) => this.set(part),
      go: (node) => this.move(() => this.state.tree.at = node),
      step: (by) => void this.step(by),
      promote: (node) => this.move(() => this.state.tree.promote(node)),
      remove: (node) => this.move(() => this.state.tree.remove(node)),
      play: (token) => this.move(() => this.state.tree.play(token)),
      follow: (line, moves) => this.move(() => this.state.tree.at = this.state.tree.read(this.state.tree.at, line.moves.slice(0, moves))),
      drawn: (event) => { this.drawings = withDrawing(this.drawings, event.detail); this.redraw(); },
      flip: () => this.change({ bottom: this.nextBottom() }),
      review: () => void this.review(),
      stopReview: () => this.leaveReview(),
      load: () => void this.load(),
      anew: (variant) => this.open({ variant, options: {}, start: "", moves: [], names: [] }),
      save: (format) => void this.save(format),
      copy: (text) => void navigator.clipboard.writeText(text).then(() => this.change({ copied: true }), () => {}),
    };
    listenForSteps(root, {
      step: (by) => this.step(by),
      turn: (by) => { const went = this.state.tree.turn(by); if (went) this.arrive(); return went; },
    });
    document.addEventListener("visibilitychange", () => this.seek());
    void this.fillAll();
    this.arrive();
  }

  private change(part: Partial<AnalysisState>): void {
    this.state = { ...this.state, ...part };
    this.redraw();
  }

  /** Takes over what the visitor has chosen. */
  private set(part: Partial<AnalysisState>): void {
    this.change(part);
    if (part.on !== undefined) store("analysis.on", part.on ? "yes" : "no");
    if (part.lines !== undefined) {
      store("analysis.lines", String(part.lines));
      this.state.findings.clear();
    }
    if (part.on !== undefined || part.lines !== undefined) this.seek();
  }

  private open(given: Given): void {
    this.leaveReview();
    this.drawings = [];
    this.change({ ...opened(given), fault: "" });
    void this.fillAll();
    this.arrive();
  }

  /** Changes the tree and goes on from where one then stands. */
  private move(how: () => void): void {
    how();
    this.arrive();
  }

  private step(by: number): boolean {
    const went = this.state.tree.step(by);
    if (went) this.arrive();
    return went;
  }

  /** Shows where one has come to, and has it searched. */
  private arrive(): void {
    const { tree, source } = this.state;
    const { at } = tree;
    this.drawings = [];
    this.change({ copied: false });
    this.seek();
    source.fill(at).then(() => {
      if (this.state.tree.at !== at) return;
      const view = viewOf(source, at, this.state.names);
      this.change({ spoken: view && at.ply ? announcement(view, at.ply) : say("tree.start") });
      this.seek();
    }, (error: unknown) => {
      if (this.state.tree !== tree) return;
      if (at.parent && at.scene === null) tree.remove(at); // it cannot be played there
      this.change({ fault: refusalText(error) });
    });
  }

  /** Learns of the main line at once, and of what was tried beside it one after the other. */
  private async fillAll(): Promise<void> {
    const { tree, source } = this.state;
    for (const leaf of tree.leaves()) {
      if (this.state.tree !== tree) return;
      await source.fill(leaf).catch((error: unknown) => this.change({ fault: refusalText(error) }));
      this.redraw();
    }
  }

  /** Searches where one stands, a little after one has come there, unless that has been done. */
  private seek(): void {
    window.clearTimeout(this.timer);
    this.leaveSearch();
    const { tree, on, findings } = this.state;
    const { at } = tree;
    const over = at.scene === null || at.scene.status === "ended" || findings.get(at)?.final;
    if (!on || over || document.visibilityState === "hidden") return this.change({ search: null });
    this.timer = window.setTimeout(() => void this.search(at), settleAfter);
  }

  private async search(node: Node): Promise<void> {
    let left = false;
    this.leaveSearch = () => left = true;
    const tell = (work: Partial<Work>) => {
      if (!left) this.change({ search: { phase: "working", ahead: 0, how: "", ...work } });
    };
    tell({ phase: "asking" });
    const { source, lines, findings } = this.state;
    let job: string;
    try {
      job = await searchPosition(source.setup, tokensTo(node), lines);
    } catch (error) {
      return tell({ phase: "ended", how: error instanceof Refusal ? error.code : "failed" });
    }
    if (left) return stop(job);
    const unfollow = followPosition(job, {
      waiting: (ahead) => tell({ phase: "waiting", ahead }),
      found: (finding) => {
        findings.set(node, finding);
        tell({});
      },
      ended: (how) => {
        const known = findings.get(node);
        if (known && (how === "finished" || how === "time")) findings.set(node, { ...known, final: true });
        tell({ phase: "ended", how });
      },
    });
    this.leaveSearch = () => {
      left = true;
      unfollow();
      stop(job);
      this.leaveSearch = () => {};
    };
  }

  /** Has the main line looked through. */
  private async review(): Promise<void> {
    this.leaveReview();
    const { tree, source } = this.state;
    const line = tree.main();
    const review: Review = { work: { phase: "asking", ahead: 0, how: "" }, line, verdicts: new Map(), sums: [] };
    let left = false;
    const tell = (work: Partial<Work>) => {
      if (left) return;
      review.work = { phase: "working", ahead: 0, how: "", ...work };
      this.change({ review: { ...review } });
    };
    this.leaveReview = () => left = true;
    tell({ phase: "asking" });
    let job: string;
    try {
      job = await reviewGame(source.setup, line.map(({ token }) => token));
    } catch (error) {
      return tell({ phase: "ended", how: error instanceof Refusal ? error.code : "failed" });
    }
    if (left) return stop(job);
    const unfollow = followGame(job, {
      waiting: (ahead) => tell({ phase: "waiting", ahead }),
      ply: (n, mark, loss, best, played) => {
        const node = line[n - 1];
        if (!node) return;
        review.verdicts.set(node, { mark, loss, best, played });
        node.nags = [...node.nags.filter((nag) => !Object.values(nagOf).includes(nag)), ...(mark ? [nagOf[mark]] : [])];
        tell({});
      },
      sums: (sums) => review.sums = sums,
      ended: (how) => tell({ phase: "ended", how }),
    });
    this.leaveReview = () => {
      if (review.work.phase !== "ended") {
        tell({ phase: "ended", how: "stopped" });
        unfollow();
        stop(job);
      }
      left = true;
    };
  }

  private async load(): Promise<void> {
    const { text, variant } = this.state;
    try {
      const record = await readGame(text, variant);
      this.open(givenBy(record));
    } catch (error) {
      this.change({ fault: refusalText(error) });
    }
  }

  private async save(format: string): Promise<void> {
    const { tree, source, names } = this.state;
    const { variant, options, start } = source.setup;
    const seats = source.seats.map((seat, i) => ({ seat, ...(names[i] && { name: names[i] }) }));
    const record: GameRecord = { variant, options, start: start || null, seats, moves: tree.record() };
    try {
      const text = await writeGame(record, format);
      this.change({ text, fault: "" });
      offer(text, `melee.${format}`);
    } catch (error) {
      this.change({ fault: refusalText(error) });
    }
  }

  private nextBottom(): number {
    const { bottom, source } = this.state;
    return (bottom + 1) % Math.max(1, source.seats.length === 4 && this.state.source.setup.variant === "mcx4" ? 2 : source.seats.length);
  }

  private draw(): void {
    const view = viewOf(this.state.source, this.state.tree.at, this.state.names) ?? this.shown;
    if (!view) {
      if (this.state.fault) this.root.querySelector("[role=alert]")?.replaceChildren(this.state.fault);
      return;
    }
    this.shown = view;
    if (!this.root.classList.contains("live")) {
      this.root.classList.add("live");
      this.root.replaceChildren();
    }
    patch(this.root, ...drawAnalysis(this.state, view, this.drawings, this.actions));
    keepInView(this.root.querySelector(".tree .moves"), this.root.querySelector(".tree .move[aria-current]"));
  }
}

/** What of the state a game begins with. */
function opened({ variant, options, start, moves, names }: Given) {
  const tree = new Tree(moves);
  return {
    source: new Source({ variant, options, start }), tree, names, variant,
    bottom: 0, search: null, findings: new Map(), review: null,
  } satisfies Partial<AnalysisState>;
}

function givenBy({ variant, options, start, seats, moves }: GameRecord): Given {
  return { variant, options, start: start ?? "", moves, names: (seats ?? []).map(({ name = "" }) => name) };
}

function tokensTo(node: Node): string[] {
  const tokens: string[] = [];
  for (let at: Node = node; at.parent; at = at.parent) tokens.unshift(at.token);
  return tokens;
}

/** Says why something was not done: in the server's words where they tell more. */
function refusalText(error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  const key = `table.refused.${error.code}`;
  return error.code === "invalid" || error.code === "illegal_move" || !knows(key) ? error.message : say(key);
}

/** Offers a text as a file. */
function offer(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

for (const root of document.querySelectorAll<HTMLElement>("[data-analysis]")) {
  speak(root.dataset["lang"] ?? document.documentElement.lang);
  new Analysis(root, givenBy(JSON.parse(root.dataset["analysis"] ?? "") as GameRecord));
}
