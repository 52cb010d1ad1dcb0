// How the parts of an analysis page lie together.

import { drawFiles, type FileActions } from "./analysis-files";
import { drawReview, type ReviewActions } from "./analysis-graph";
import { drawBars, drawLines, type LineActions } from "./analysis-lines";
import type { AnalysisState } from "./analysis-state";
import type { DrawnEvent, MoveEvent } from "./board";
import type { BoardState } from "./board-state";
import { h, type Content, type Description } from "./dom";
import { signPicture } from "./men";
import { drawSteps } from "./move-list";
import { ruleLink } from "./table-dialogs";
import { effectLine, fullName, headline, reasonLine, turnLine } from "./table-words";
import { boardAt } from "./tree-look";
import { drawTree, type TreeActions } from "./tree-view";
import { suitOf, type View } from "./view";
import { count, say } from "./words";

/** Everything the parts of the page can ask for. */
export interface AnalysisActions extends TreeActions, LineActions, ReviewActions, FileActions {
  play(token: string): void;
  drawn(event: DrawnEvent): void;
  /** Goes so many plies on or back, Infinity to the end. */
  step(by: number): void;
  flip(): void;
}

/** Draws the page. */
export function drawAnalysis(state: AnalysisState, view: View, drawings: BoardState["drawings"], actions: AnalysisActions): Content[] {
  const { at } = state.tree;
  return [
    h("div", { key: "left", class: "analysis-left", style: { "--ratio": String(view.geometry.files / view.geometry.ranks) } },
      h("div", { key: "play", class: "analysis-play" },
        drawBars(state, view),
        h("div", { key: "board-box", class: "analysis-board tree-board" }, drawBoard(state, view, drawings, actions))),
      h("div", { key: "under", class: "analysis-under" },
        drawSteps(at === state.tree.root, at.children.length === 0, actions.step),
        h("button", { key: "flip", type: "button", onclick: () => actions.flip() }, say("analysis.flip"))),
      drawSeats(view)),
    h("div", { key: "right", class: "analysis-right" },
      drawTurn(view),
      drawChoices(view, state, actions),
      drawLines(state, view, actions),
      h("div", { key: "moves", class: "analysis-moves" },
        h("h2", {}, say("moves.title")),
        drawTree(state.tree, view, actions)),
      drawReview(state, view, actions),
      drawFiles(state, view, actions)),
    h("p", { key: "spoken", class: "hidden", "aria-live": "polite", "aria-atomic": "true" }, state.spoken),
  ];
}

function drawBoard(state: AnalysisState, view: View, drawings: BoardState["drawings"], actions: AnalysisActions): Description {
  const { at } = state.tree;
  const best = state.on || state.review ? bestMoves(state) : [];
  return h("melee-board", {
    key: "board",
    ".game": { ...boardAt(view, at, state.bottom), best, drawings, label: say("board.label", { variant: say(`variant.${view.variant}`) }) },
    "onmelee-move": (event: MoveEvent) => actions.play(event.detail.token),
    "onmelee-drawn": actions.drawn,
  });
}

/** The first moves of the lines found, the best first, each once. */
function bestMoves(state: AnalysisState): string[] {
  const { at } = state.tree;
  const found = state.on ? state.findings.get(at)?.lines.map(({ moves: [first = ""] }) => first) : undefined;
  if (found) return [...new Set(found)];
  const line = state.review?.line ?? [];
  const next = line[line.indexOf(at) + 1];
  const best = next?.parent === at ? state.review?.verdicts.get(next)?.best?.moves[0] : undefined;
  return best ? [best] : [];
}

/** Says whose turn it is and what the last ply brought. */
function drawTurn(view: View): Description {
  const ended = view.status === "ended";
  const line = turnLine(view);
  const effects = view.plies.at(-1)?.effects ?? [];
  return h("div", { key: "turn", class: "analysis-turn" },
    h("p", { class: "turn-line" },
      !ended && view.turn !== null && signPicture(suitOf(view.variant), view.turn),
      h("span", {}, ended ? `${headline(view)}. ${reasonLine(view)}` : line.text, line.rule ? " " : null, line.rule && ruleLink(view, line.rule))),
    effects.length > 0 && h("ul", { class: "analysis-effects" }, effects.map((effect) => h("li", {},
      signPicture(suitOf(view.variant), effect.seat), h("span", {}, effect.kind === "gain" ? `+${effect.points} ${effectLine(view, effect)}` : effectLine(view, effect)), " ", ruleLink(view, effect.rule)))));
}

/** What can be done that is no move: the Queen's answer (M14), the leader's claim (F17). */
function drawChoices(view: View, state: AnalysisState, actions: AnalysisActions): Content {
  const { choices = [], claims = [] } = state.tree.at.outlook ?? {};
  if (choices.length === 0 && claims.length === 0) return null;
  return h("div", { key: "choices", class: "analysis-row" },
    choices.map((token) => h("button", { key: token, type: "button", class: "strong", onclick: () => actions.play(token) }, say(`token.${token}`))),
    claims.map((seat) => h("button", { key: `claim-${seat}`, type: "button", onclick: () => actions.play(`claim:${view.seats[seat]?.name ?? ""}`) }, `${fullName(view, seat)}: ${say("claim")}`)));
}

/** The seats with their points, where there are any, and who has left. */
function drawSeats(view: View): Content {
  const named = view.seats.some(({ who, points }) => who || points !== undefined);
  if (!named) return null;
  return h("ul", { key: "seats", class: "analysis-seats" }, view.seats.map((one, seat) => h("li", { class: one.active ? "" : "out" },
    signPicture(suitOf(view.variant), seat), h("span", {}, fullName(view, seat)),
    one.points !== undefined && h("strong", {}, String(one.points), h("span", { class: "hidden" }, ` ${count("points", one.points)}`)),
    !one.active && h("small", {}, say("seat.out")))));
}
