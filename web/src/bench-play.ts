// A solution: what has been found, its verdict, and its moves to be played through.

import { playAt, stepsTo, type BenchState, type Branch, type Look, type Play, type Progress, type Step, type Task } from "./bench-state";
import { h, type Content, type Description } from "./dom";
import { count, say } from "./words";

export interface PlayActions {
  look(look: Look | null): void;
  step(by: 1 | -1): void;
}

/** Draws the solution, or how far the search has come. */
export function drawSolution(state: BenchState, actions: PlayActions): Content {
  if (state.phase === "idle") return null;
  return h("section", { key: "solution", class: "bench-solution", "aria-labelledby": "bench-solution-title" },
    h("h2", { id: "bench-solution-title" }, say("bench.solution")),
    h("p", { key: "state", class: "bench-state", role: "status" }, stateLine(state)),
    state.progress && state.phase === "solving" && h("p", { key: "progress", class: "bench-state" }, progressLine(state.progress)), // too often to be read aloud
    state.progress && state.phase === "solving" && h("progress", { key: "bar", max: state.progress.total, value: state.progress.number, "aria-label": say("bench.progress") }),
    state.look && drawSteps(state, state.look, actions),
    state.tasks.map((task, i) => drawTask(state, task, i, actions)),
    state.phase === "ended" && state.tasks.some((task) => task.solved) && exports(state));
}

function stateLine(state: BenchState): string {
  switch (state.phase) {
    case "waiting": return state.ahead > 0 ? count("bench.waiting", state.ahead) : say("bench.waiting.soon");
    case "solving": return say("bench.solving.soon");
    default: return state.how === "finished" ? say("bench.ended", { seconds: seconds(state) }) : say(`bench.ended.${state.how || "failed"}`, { seconds: seconds(state) });
  }
}

function progressLine({ number, total, move, nodes }: Progress): string {
  return say("bench.solving", { n: number, total, move, positions: nodes.toLocaleString(document.documentElement.lang) });
}

function seconds(state: BenchState): string {
  return state.seconds.toLocaleString(document.documentElement.lang, { maximumFractionDigits: state.seconds < 10 ? 2 : 0 });
}

/** The buttons that go through a solution. */
function drawSteps(state: BenchState, look: Look, actions: PlayActions): Description {
  const play = playAt(state.tasks, look);
  const steps = stepsTo(play, look.path);
  const onward = (steps.at(-1)?.steps ?? (look.path.length === 0 ? play?.steps : undefined))?.length ?? 0;
  const button = (name: string, sign: string, off: boolean, act: () => void) =>
    h("button", { key: name, type: "button", disabled: off, "aria-label": say(name), title: say(name), onclick: act }, h("span", { "aria-hidden": "true" }, sign));
  return h("div", { key: "steps", class: "bench-steps", role: "group", "aria-label": say("bench.steps") },
    button("bench.step.start", "|◀", look.path.length === 0, () => actions.look({ ...look, path: [] })),
    button("bench.step.back", "◀", look.path.length === 0, () => actions.step(-1)),
    button("bench.step.on", "▶", onward === 0, () => actions.step(1)),
    h("button", { key: "diagram", type: "button", onclick: () => actions.look(null) }, say("bench.step.diagram")));
}

function drawTask(state: BenchState, task: Task, index: number, actions: PlayActions): Description {
  const heading = task.twin !== null && h("h3", {}, `${task.twin}) ${task.change}`);
  if (!task.solved) {
    return h("div", { key: `task-${index}`, class: "bench-task" }, heading,
      task.found.length > 0 && h("ol", { class: "bench-found" }, task.found.map((moves, i) => h("li", { key: String(i) }, moves))));
  }
  const { solved } = task;
  const branch = (name: Branch, play: Play | undefined, title: string) => play && [
    h("h4", { key: `title-${name}` }, title),
    drawList(state, play.steps, { task: index, branch: name, path: [] }, task, actions),
  ];
  return h("div", { key: `task-${index}`, class: "bench-task" }, heading,
    h("ul", { key: "verdict", class: "bench-verdict" }, solved.verdict.map((line, i) => h("li", { key: String(i) }, line))),
    branch("set", solved.set, say("bench.set")),
    solved.set ? branch("play", solved, say("bench.play")) : drawList(state, solved.steps, { task: index, branch: "play", path: [] }, task, actions),
    branch("duplex", solved.duplex, say("bench.duplex")),
    solved.cut && h("p", { key: "cut" }, say("bench.cut")),
    h("details", { key: "text", class: "options" }, h("summary", {}, say("bench.printed")), h("pre", { class: "bench-printed", tabindex: 0, role: "region", "aria-label": say("bench.printed") }, solved.text)));
}

/** Draws steps that follow each other's place; those on the way looked at are shown with what follows them. */
function drawList(state: BenchState, steps: Step[], at: Look, task: Task, actions: PlayActions): Description {
  return h("ul", { key: `list-${at.branch}-${at.path.join(".")}`, class: "bench-list" }, steps.map((_, i) => drawItem(state, steps, i, at, task, actions)));
}

function drawItem(state: BenchState, steps: Step[], index: number, at: Look, task: Task, actions: PlayActions): Description {
  const here = { ...at, path: [...at.path, index] };
  const row: Content[] = [];
  let step = steps[index] as Step, look = here;
  row.push(drawStep(state, step, look, task, actions));
  // What can only go one way stands in one line.
  while (step.steps?.length === 1) {
    look = { ...look, path: [...look.path, 0] };
    step = step.steps[0] as Step;
    row.push(drawStep(state, step, look, task, actions));
  }
  const open = isOn(state.look, look) || isOn(state.look, here);
  const more = step.steps?.length ?? 0;
  return h("li", { key: String(index) },
    h("span", { class: "bench-row" }, row, more > 0 && !open && h("span", { class: "bench-more" }, count("bench.follow", more))),
    more > 0 && open && drawList(state, step.steps ?? [], look, task, actions));
}

/** Reports whether the step looked at is a step or follows it. */
function isOn(look: Look | null, at: Look): boolean {
  return look !== null && look.task === at.task && look.branch === at.branch && at.path.every((index, i) => look.path[i] === index);
}

const marks: Record<string, string> = { key: " !", try: " ?", refutation: " !" };

function drawStep(state: BenchState, step: Step, at: Look, task: Task, actions: PlayActions): Description {
  const current = isOn(state.look, at) && state.look?.path.length === at.path.length;
  return h("button", {
    key: at.path.join("."), type: "button", class: `bench-step${step.kind ? ` bench-${step.kind}` : ""}`, "aria-current": current ? "step" : undefined,
    onclick: () => actions.look(at),
  },
    h("span", { class: "bench-number" }, numberOf(task.stipulation, at, step)),
    step.kind === "threat" && h("span", { class: "bench-kind" }, say("bench.threat")),
    step.kind === "refutation" && h("span", { class: "bench-kind" }, say("bench.refutation")),
    step.text + (marks[step.kind ?? ""] ?? ""));
}

/** Returns the number of a step: of its move in battle and help play, of its ply in series play. */
function numberOf(stipulation: string, { path, branch }: Look, step: Step): string {
  let ply = path.length - 1 + (branch === "set" ? 1 : 0);
  if (stipulation.startsWith("ser-")) return `${ply + 1}.`;
  if (stipulation.includes(".5")) ply++;
  if (step.kind === "threat") ply++;
  return ply % 2 === 0 ? `${ply / 2 + 1}.` : path.length === 1 || step.kind === "refutation" || !isHelp(stipulation) ? `${(ply + 1) / 2}…` : "";
}

function isHelp(stipulation: string): boolean {
  return /^h/.test(stipulation);
}

const files = ["solution.pdf", "solution.svg", "solution.tex", "solution.txt", "solution.json", "problem.inp"];

function exports(state: BenchState): Description {
  return h("nav", { key: "files", class: "bench-files", "aria-label": say("bench.files") },
    h("span", {}, say("bench.files")),
    files.map((name) => h("a", { key: name, class: "button", href: `/api/problems/jobs/${state.job}/${name}`, download: name }, say(`bench.file.${name}`))));
}
