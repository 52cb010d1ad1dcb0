// The workbench's board: men are set, moved and taken away, or a solution is looked at.

import { frameOf, pointIn, squareUnder } from "./board-aim";
import type { BoardElement } from "./board";
import { menOf, playAt, stepsTo, type BenchState, type Tool } from "./bench-state";
import { h, svg, type Content, type Description } from "./dom";
import { drawMan } from "./men";
import { parseMove, type Square } from "./view";
import { manName, say } from "./words";

export interface BoardActions {
  choose(tool: Tool): void;
  /** Uses the tool in hand on a square; reports whether the board is to leave the press alone. */
  use(square: Square): boolean;
  move(from: Square, to: Square): void;
}

/** Draws the board as it is set up, or as the step looked at leaves it. */
export function drawBench(state: BenchState, actions: BoardActions): Description {
  return h("div", { key: "board", class: "bench-board" },
    h("melee-board", {
      key: "board",
      ".game": state.look ? looked(state) : composed(state),
      "onmelee-move": (event: CustomEvent<{ token: string }>) => {
        const move = parseMove(event.detail.token);
        if (move) actions.move(move.from, move.to);
      },
      "onmelee-tool": (event: CustomEvent<{ source: Event; square: Square }>) => {
        const { source, square } = event.detail;
        if (!square || !actions.use(square)) return;
        source.preventDefault();
        source.stopPropagation();
        (event.currentTarget as BoardElement).change({ cursor: square });
      },
    }));
}

/** Tells presses and keys on the board before the board itself takes them, as "melee-tool". */
export function listenForTools(host: HTMLElement): void {
  const tell = (source: Event, square: (board: BoardElement) => Square) => {
    const board = source.target instanceof Element ? source.target.closest<BoardElement>("melee-board") : null;
    if (board) board.dispatchEvent(new CustomEvent("melee-tool", { detail: { source, square: square(board) } }));
  };
  host.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !(event.target instanceof Element) || !event.target.closest("svg.board")) return;
    tell(event, (board) => squareUnder(board.state, pointIn(board.state, frameOf(board), event)));
  }, { capture: true });
  host.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") tell(event, (board) => board.state.cursor);
  }, { capture: true });
}

/** The diagram: every man may go anywhere. */
function composed(state: BenchState): Partial<BoardElement["state"]> {
  const squares = Object.keys(state.men);
  return {
    men: state.men, live: state.tool === "hand", showLegal: false, check: [], trail: [],
    legal: state.tool === "hand" ? squares.flatMap((from) => all.filter((to) => to !== from).map((to) => from + to)) : [],
    label: say("bench.board"),
  };
}

const all: Square[] = Array.from({ length: 64 }, (_, i) => String.fromCharCode(97 + (i % 8)) + (1 + Math.floor(i / 8)));

/** The position after the step looked at. */
function looked(state: BenchState): Partial<BoardElement["state"]> {
  const play = state.look && playAt(state.tasks, state.look);
  const steps = state.look ? stepsTo(play, state.look.path) : [];
  const last = steps.at(-1);
  const scene = last?.scene ?? play?.start;
  const men = (scene && menOf(scene.board)) ?? state.men;
  const move = last && parseMove(last.move);
  return {
    men, live: false, legal: [], check: scene?.check ?? [], label: say("bench.board"),
    trail: move ? [{ seat: Number(men[move.to]?.charAt(0) ?? 0), from: move.from, to: move.to }] : [],
  };
}

/** Draws what can be taken in hand: men of both colours, the hand that moves them, the eraser. */
export function drawPalette(state: BenchState, actions: BoardActions): Description {
  const button = (tool: Tool, name: string, picture: Content) => h("button", {
    key: tool, type: "button", class: "tool", "aria-pressed": String(state.tool === tool), "aria-label": name, title: name,
    onclick: () => actions.choose(tool),
  }, picture);
  return h("div", { key: "palette", class: "palette", role: "group", "aria-label": say("bench.palette") },
    ["0", "1"].map((seat) => h("div", { key: seat, class: "palette-row" }, ["K", "Q", "R", "B", "N", "P"].map((kind) => {
      const man = seat + kind;
      return button(man, manName("two", man), svg("svg", { class: "man-picture suit-two", viewBox: "0 0 48 48", "aria-hidden": "true" },
        svg("g", { class: `man seat-${seat}` }, drawMan("two", man, "none"))));
    }))),
    h("div", { key: "tools", class: "palette-row" },
      button("hand", say("bench.hand"), h("span", { "aria-hidden": "true" }, "✥")),
      button("eraser", say("bench.eraser"), h("span", { "aria-hidden": "true" }, "⌫"))));
}
