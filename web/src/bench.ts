// The workbench page: its one state, and what may change it.

import { drawBench, drawPalette, listenForTools } from "./bench-board";
import { drawForm } from "./bench-form";
import { begin, follow, read, stop } from "./bench-job";
import { drawSolution } from "./bench-play";
import { drop, keep, linked, linkTo, remember, shelf, unfinished } from "./bench-shelf";
import { boardText, firstForm, menOf, stepBy, type BenchState, type Form, type Look, type Saved, type Task } from "./bench-state";
import { h, patch, perFrame, type Content, type Description } from "./dom";
import { Refusal } from "./post";
import type { Man, Square } from "./view";
import { say, spoken } from "./words";

const emptyBoard = "8/8/8/8/8/8/8/8";
const startBoard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/** How the server's words are called by the server. */
const languages: Record<string, string> = { fr: "french", en: "english" };

/** Draws the workbench into a page and acts for its visitor. */
export class Bench {
  private state: BenchState;
  private readonly host = document.createElement("div");
  private readonly redraw = perFrame(() => this.draw());
  private unfollow = () => {};
  /** Counts what was asked of the server, so that a late answer to something else is known. */
  private run = 0;

  constructor(root: HTMLElement) {
    const form = linked() ?? unfinished() ?? firstForm;
    this.state = {
      men: menOf(form.board) ?? {}, tool: "hand", form, text: null, faults: [], job: "", phase: "idle", ahead: 0, progress: null,
      tasks: [], how: "", seconds: 0, note: "", look: null, saved: shelf(), copied: false,
    };
    this.host.className = "bench";
    root.querySelector(".problems-plain")?.replaceWith(this.host);
    listenForTools(this.host);
    this.host.addEventListener("keydown", (event) => this.onKey(event));
    addEventListener("hashchange", () => {
      const next = linked();
      if (next) this.take(next);
    });
    this.draw();
  }

  private change(part: Partial<BenchState>): void {
    this.state = { ...this.state, ...part };
    this.redraw();
  }

  /** Changes the problem. A solution no longer belongs to it, but stays to be looked at until the next. */
  private ask(part: Partial<Form>): void {
    const form = { ...this.state.form, ...part };
    const men = part.board === undefined ? this.state.men : menOf(part.board) ?? this.state.men;
    remember(form);
    this.change({ form, men, faults: [], note: "", look: part.board === undefined ? this.state.look : null, copied: false });
  }

  private take(form: Form): void {
    this.halt();
    this.unfollow();
    this.ask(form);
    this.change({ phase: "idle", tasks: [], look: null, job: "", text: null });
  }

  private set(men: Record<Square, Man>): void {
    this.ask({ board: boardText(men) });
  }

  private readonly boardActions = {
    choose: (tool: BenchState["tool"]) => this.change({ tool, look: null }),
    use: (square: Square) => {
      const { tool, look, men: before } = this.state;
      if (look || tool === "hand") return false;
      const men = { ...before };
      // A king moves to where he is set: there is one of each colour.
      if (tool.charAt(1) === "K") for (const other in men) if (men[other] === tool) delete men[other];
      if (tool === "eraser" || before[square] === tool) delete men[square];
      else men[square] = tool;
      this.set(men);
      return true;
    },
    move: (from: Square, to: Square) => {
      const man = this.state.men[from];
      if (!man) return;
      const men = { ...this.state.men };
      delete men[from];
      men[to] = man;
      this.set(men);
    },
  };

  private readonly formActions = {
    ask: (part: Partial<Form>) => this.ask(part),
    takeText: () => this.reading({ text: this.state.text ?? "" }, (form) => this.take(form)),
    type: (text: string) => this.change({ text }),
    writeText: () => this.reading(this.asked(), () => {}),
  };

  private readonly playActions = {
    look: (look: Look | null) => this.change({ look }),
    step: (by: 1 | -1) => {
      if (this.state.look) this.change({ look: stepBy(this.state.tasks, this.state.look, by) });
    },
  };

  /** The problem without what nobody has written. */
  private asked(): Form {
    const { form } = this.state;
    return { ...form, twins: form.twins.map((twin) => twin.trim()).filter((twin) => twin !== "") };
  }

  private async reading(problem: Form | { text: string }, then: (form: Form) => void): Promise<void> {
    try {
      const { text, ...form } = await read(problem);
      then(form);
      this.change({ text, faults: [], note: "" });
    } catch (error) {
      this.refused(error);
    }
  }

  private refused(error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    const { code, message } = error;
    const faults = error.faults.length === 0 && code === "invalid" && message ? [{ text: message }] : error.faults;
    this.change({ faults, note: faults.length > 0 ? "" : say(`bench.refused.${code}`) });
  }

  private async solve(): Promise<void> {
    this.unfollow();
    const run = ++this.run;
    this.change({ job: "", phase: "waiting", ahead: 0, progress: null, tasks: [], how: "", look: null, faults: [], note: "" });
    try {
      const job = await begin(this.asked(), languages[spoken()] ?? "english");
      if (run !== this.run) return void stop(job); // stopped, or another problem was taken, before there was a job
      this.change({ job });
      this.unfollow = follow(job, this.listener);
    } catch (error) {
      if (run !== this.run) return;
      this.change({ phase: "idle" });
      this.refused(error);
    }
  }

  /** Ends the search that is on, if one is. */
  private halt(): void {
    const { job, phase } = this.state;
    if (phase !== "waiting" && phase !== "solving") return;
    if (job) return void stop(job);
    this.run++;
    this.change({ phase: "idle" });
  }

  private readonly listener = {
    waiting: (ahead: number) => this.change({ phase: "waiting", ahead }),
    task: (index: number, head: { twin: string | null; change?: string; stipulation: string }) => {
      const tasks = this.state.tasks.slice(0, index);
      tasks[index] = { twin: head.twin, change: head.change ?? "", stipulation: head.stipulation, found: [], solved: null };
      this.change({ phase: "solving", progress: null, tasks });
    },
    progress: (progress: BenchState["progress"]) => this.change({ phase: "solving", progress }),
    found: (index: number, moves: string[]) => this.changeTask(index, (task) => ({ ...task, found: [...task.found, moves.join(" ")] })),
    solved: (index: number, solved: Task["solved"]) => this.changeTask(index, (task) => ({ ...task, solved })),
    ended: (how: string, seconds: number) => this.change({ phase: "ended", how, seconds }),
    lost: () => this.change({ phase: "ended", how: "failed", note: say("bench.refused.unreachable") }),
  };

  private changeTask(index: number, change: (task: Task) => Task): void {
    this.change({ tasks: this.state.tasks.map((task, i) => (i === index ? change(task) : task)) });
  }

  private onKey(event: KeyboardEvent): void {
    const { look } = this.state;
    if (!look || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.matches("input, textarea, select")) return;
    if (event.key === "ArrowRight") this.playActions.step(1);
    else if (event.key === "ArrowLeft") this.playActions.step(-1);
    else if (event.key === "Escape") this.playActions.look(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private async copyLink(): Promise<void> {
    const link = linkTo(this.asked());
    history.replaceState(null, "", link);
    // Where the clipboard is closed to the page, the address bar has the link now.
    await navigator.clipboard?.writeText(link).catch(() => {});
    this.change({ copied: true });
  }

  private draw(): void {
    const { state } = this;
    const busy = state.phase === "waiting" || state.phase === "solving";
    patch(this.host,
      h("div", { key: "left", class: "bench-left" },
        drawBench(state, this.boardActions),
        drawPalette(state, this.boardActions),
        h("div", { key: "sets", class: "bench-deeds" },
          h("button", { key: "empty", type: "button", onclick: () => this.ask({ board: emptyBoard }) }, say("bench.empty")),
          h("button", { key: "start", type: "button", onclick: () => this.ask({ board: startBoard }) }, say("bench.start")),
          h("button", { key: "link", type: "button", onclick: () => void this.copyLink() }, say(state.copied ? "bench.linked" : "bench.link")),
          h("button", { key: "keep", type: "button", onclick: () => this.change({ saved: keep(this.asked(), Date.now()) }) }, say("bench.keep")))),
      h("div", { key: "right", class: "bench-right" },
        drawForm(state, this.formActions),
        this.faults(),
        h("div", { key: "do", class: "bench-deeds" }, busy
          ? h("button", { key: "stop", type: "button", class: "strong", onclick: () => this.halt() }, say("bench.stop"))
          : h("button", { key: "solve", type: "button", class: "strong", onclick: () => void this.solve() }, say("bench.solve"))),
        drawSolution(state, this.playActions),
        this.shelf()));
  }

  private faults(): Content {
    const { faults, note } = this.state;
    if (faults.length === 0 && note === "") return null;
    return h("div", { key: "faults", class: "fault-summary", role: "alert" },
      note !== "" && h("p", {}, note),
      faults.length > 0 && h("ul", {}, faults.map((fault, i) =>
        h("li", { key: String(i), lang: "en" }, fault.line ? `${fault.line}:${fault.column ?? 1} ` : "", fault.text))));
  }

  private shelf(): Content {
    const { saved } = this.state;
    if (saved.length === 0) return null;
    return h("details", { key: "shelf", class: "options" },
      h("summary", {}, say("bench.shelf")),
      h("ul", { class: "bench-shelf" }, saved.map((item) => this.shelved(item))));
  }

  private shelved(item: Saved): Description {
    const { form } = item;
    const name = [form.author, form.title, form.stipulation, new Date(item.at).toLocaleDateString(spoken())].filter((part) => part !== "").join(" · ");
    return h("li", { key: String(item.at) },
      h("button", { key: "take", type: "button", onclick: () => this.take(form) }, name),
      h("button", { key: "drop", type: "button", "aria-label": say("bench.drop", { name }), title: say("bench.drop", { name }), onclick: () => this.change({ saved: drop(item) }) }, "✕"));
  }
}
