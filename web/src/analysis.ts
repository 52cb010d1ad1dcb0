// The analysis board: builds the inside of [data-analysis] for the game that stands in it.

import "./board";
import { drawAnalysis, type AnalysisActions } from "./analysis-page";
import type { AnalysisState } from "./analysis-state";
import { EngineWork, type Desk } from "./analysis-work";
import type { Drawing } from "./board-state";
import { patch, perFrame } from "./dom";
import { keepInView } from "./in-view";
import { listenForSteps } from "./line-input";
import { Refusal } from "./post";
import { store, stored } from "./stored";
import { withDrawing } from "./table-drawings";
import { announcement } from "./table-words";
import { Tree, type RecordLine } from "./tree";
import { viewOf } from "./tree-look";
import { readGame, Source, writeGame, type GameRecord, type Setup } from "./tree-source";
import type { View } from "./view";
import { knows, say, speak } from "./words";

/** A game as it is opened. */
interface Given extends Setup {
  moves: RecordLine;
  names: string[];
}

class Analysis implements Desk {
  state: AnalysisState;
  private drawings: Drawing[] = [];
  /** The view that was drawn last: it stays until the next is known. */
  private shown: View | null = null;
  private readonly work = new EngineWork(this);
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
      review: () => void this.work.review(),
      stopReview: () => this.work.stopReview(),
      load: () => void this.load(),
      anew: (variant) => this.open({ variant, options: {}, start: "", moves: [], names: [] }),
      save: (format) => void this.save(format),
      copy: (text) => void navigator.clipboard.writeText(text).then(() => this.change({ copied: true }), () => {}),
    };
    listenForSteps(root, {
      step: (by) => this.step(by),
      turn: (by) => { const went = this.state.tree.turn(by); if (went) this.arrive(); return went; },
    });
    void this.fillAll();
    this.arrive();
  }

  change(part: Partial<AnalysisState>): void {
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
    if (part.on !== undefined || part.lines !== undefined) this.work.seek();
  }

  private open(given: Given): void {
    this.work.stopReview();
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
    this.work.seek();
    source.fill(at).then(() => {
      if (this.state.tree.at !== at) return;
      const view = viewOf(source, at, this.state.names);
      this.change({ spoken: view && at.ply ? announcement(view, at.ply) : say("tree.start") });
      this.work.seek();
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
