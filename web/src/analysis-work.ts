// The engine's work for an analysis board: the search of where one stands, and the review of the game.

import { followGame, followPosition, reviewGame, searchPosition, stop } from "./analysis-engine";
import type { AnalysisState, Mark, Review, Work } from "./analysis-state";
import { Refusal } from "./post";
import { pathTo, type Node } from "./tree";

/** How long a position stands before it is searched, ms: who goes through a game passes by. */
const settleAfter = 250;

/** The glyph of PGN for a mark. */
const nagOf: Record<Mark, number> = { "": 0, inaccuracy: 6, mistake: 2, blunder: 4 };

/** What the work is done for, and where it is told. */
export interface Desk {
  readonly state: AnalysisState;
  change(part: Partial<AnalysisState>): void;
}

/** At most one search and one review at a time. */
export class EngineWork {
  private timer = 0;
  /** Ends the search, and the review, that are followed. */
  private leaveSearch = () => {};
  private leaveReview = () => {};

  constructor(private readonly desk: Desk) {
    document.addEventListener("visibilitychange", () => this.seek());
  }

  /** Searches where one stands, a little after one has come there, unless that has been done. */
  seek(): void {
    window.clearTimeout(this.timer);
    this.leaveSearch();
    const { tree, on, findings } = this.desk.state;
    const { at } = tree;
    const over = at.scene === null || at.scene.status === "ended" || findings.get(at)?.final;
    if (!on || over || document.visibilityState === "hidden") return this.desk.change({ search: null });
    this.timer = window.setTimeout(() => void this.search(at), settleAfter);
  }

  private async search(node: Node): Promise<void> {
    let left = false;
    this.leaveSearch = () => left = true;
    const tell = (work: Partial<Work>) => {
      if (!left) this.desk.change({ search: { phase: "working", ahead: 0, how: "", ...work } });
    };
    tell({ phase: "asking" });
    const { source, lines, findings } = this.desk.state;
    let job: string;
    try {
      job = await searchPosition(source.setup, tokensTo(node), lines);
    } catch (error) {
      return tell({ phase: "ended", how: codeOf(error) });
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

  /** Has the main line looked through, from its start. */
  async review(): Promise<void> {
    this.stopReview();
    const { tree, source } = this.desk.state;
    const line = tree.main();
    const review: Review = { work: { phase: "asking", ahead: 0, how: "" }, line, verdicts: new Map(), sums: [] };
    let left = false, end = () => {};
    const tell = (work: Partial<Work>) => {
      if (left) return;
      review.work = { phase: "working", ahead: 0, how: "", ...work };
      this.desk.change({ review: { ...review } });
    };
    this.leaveReview = () => {
      if (review.work.phase !== "ended") {
        tell({ phase: "ended", how: "stopped" });
        end();
      }
      left = true;
    };
    tell({ phase: "asking" });
    let job: string;
    try {
      job = await reviewGame(source.setup, line.map(({ token }) => token));
    } catch (error) {
      return tell({ phase: "ended", how: codeOf(error) });
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
    end = () => {
      unfollow();
      stop(job);
    };
  }

  /** Ends the review; what it has found stays. */
  stopReview(): void {
    this.leaveReview();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Refusal ? error.code : "failed";
}

function tokensTo(node: Node): string[] {
  return pathTo(node).map(({ token }) => token);
}
