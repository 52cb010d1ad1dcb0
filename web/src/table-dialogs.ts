// What is asked in words before it is done, and lists that open over the table.

import type { BoardState } from "./board-state";
import { h, type Content, type Description } from "./dom";
import { turnFor } from "./geometry";
import { signPicture } from "./men";
import { bottomSeat, isMine, lostBySurvival, menAfterSurvival, type TableState } from "./table-state";
import { effectLine, plyText, ruleAddress, seatForm, seatName } from "./table-words";
import { kindOf, suitOf, type View } from "./view";
import { count, list, say, sentence } from "./words";

/** What the dialogs can ask for. */
export interface DialogActions {
  close(): void;
  send(token: string, seat?: number): void;
  /** Puts the survival dialog aside. */
  aside(): void;
  look(plies: number): void;
}

/** Draws the dialog that is open, if one is. */
export function drawDialog(state: TableState, view: View, secondsLeft: number | null, actions: DialogActions): Content {
  const { dialog } = state;
  if (view.status === "choice" && isMine(view) && !state.aside && !state.pending) return survival(state, view, secondsLeft, actions);
  if (!dialog) return null;
  switch (dialog.kind) {
    case "abandon": {
      const queen = view.turn ?? 0;
      const king = seatForm(view, (queen + 2) % 4, "the");
      return question("abandon", say("abandon.title"), say("abandon.text", { king }), say("abandon.do"), actions,
        () => actions.send(dialog.token), ruleLink(view, "M9"));
    }
    case "resign":
      return question("resign", say("resign.title"), say(view.you.length > 1 ? "resign.text.for" : "resign.text",
        { of: seatForm(view, dialog.seat, "of"), the: seatForm(view, dialog.seat, "the") }), say("resign.do"), actions,
        () => actions.send("resign", dialog.seat));
    case "draw":
      return question("draw", say("draw.title"), say("draw.text"), say("draw.do"), actions, () => actions.send("draw"));
    case "gains":
      return gains(state, view, dialog.seat, actions);
  }
}

function frame(name: string, title: Content, close: () => void, ...content: Content[]): Description {
  return h("dialog", {
    key: `dialog-${name}`, class: `dialog dialog-${name}`, "aria-labelledby": "dialog-title",
    oncancel: (event: Event) => { event.preventDefault(); close(); },
    onclick: (event: Event) => { if (event.target === event.currentTarget) close(); },
  }, h("div", { class: "dialog-inside" }, h("h2", { id: "dialog-title", tabindex: -1, autofocus: true }, title), ...content));
}

function question(name: string, title: string, text: string, doIt: string, actions: DialogActions, act: () => void, more?: Content): Description {
  return frame(name, title, actions.close,
    h("p", {}, text, more ? " " : null, more),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "quiet", onclick: actions.close }, say("dialog.cancel")),
      h("button", { type: "button", class: "strong", onclick: () => { actions.close(); act(); } }, doIt)));
}

function ruleLink(view: View, rule: string): Description {
  return h("a", { class: "rule", href: ruleAddress(view, rule), target: "_blank", rel: "noopener" }, rule);
}

/** The Queen's choice (M14): both futures side by side, and what the first one costs. */
function survival(state: TableState, view: View, secondsLeft: number | null, actions: DialogActions): Description {
  const queen = view.turn ?? 0;
  const board = (men: View["men"], check: string[]): Partial<BoardState> => ({
    suit: "camps", geometry: view.geometry, turn: turnFor("camps", bottomSeat(state, view)), men, check,
  });
  const side = (name: string, game: Partial<BoardState>, text: string, token: string) => h("div", { class: "future" },
    h("h3", {}, say(`survival.${name}`)),
    h("melee-board", { still: true, ".game": game, "aria-hidden": "true" }),
    h("p", {}, text),
    h("button", { type: "button", class: "strong", onclick: () => actions.send(token) }, say(`survival.${name}.do`)));
  return frame("survival", say("survival.title"), actions.aside,
    h("p", {}, sentence(say("survival.text", { king: seatForm(view, (queen + 2) % 4, "the"), queen: seatForm(view, queen, "the") })), " ", ruleLink(view, "M14"),
      secondsLeft !== null && h("span", { class: "seat-clock", role: "timer" }, String(secondsLeft))),
    h("div", { class: "futures" },
      side("alone", board(menAfterSurvival(view.men, queen), []), lostLine(view, queen), "survive"),
      side("accept", board(view.men, view.check), say("survival.accept.text"), "decline")),
    h("div", { class: "buttons" }, h("button", { type: "button", class: "quiet", onclick: actions.aside }, say("survival.aside"))));
}

function lostLine(view: View, queen: number): string {
  const kinds = lostBySurvival(view.men, queen).map(kindOf);
  const parts = ["K", "R", "B", "N"].flatMap((kind) => {
    const n = kinds.filter((k) => k === kind).length;
    return n > 0 ? [count(`men.${kind}`, n)] : [];
  });
  return say("survival.lost", { men: list(parts) });
}

/** Every gain of a seat, with its move and rule. */
function gains(state: TableState, view: View, seat: number, actions: DialogActions): Description {
  const rows = state.plies.flatMap((ply, index) => ply.effects
    .filter((e) => e.kind === "gain" && e.seat === seat)
    .map((effect) => h("li", {},
      h("span", { class: "gain-points" }, `+${effect.points}`),
      h("button", { type: "button", class: "move", onclick: () => { actions.close(); actions.look(index + 1); } }, plyText(ply, state.long)),
      h("span", { class: "gain-why" }, effectLine(view, effect), " ", ruleLink(view, effect.rule)))));
  const points = view.seats[seat]?.points ?? 0;
  const title = h("span", {}, say("gains.title", { name: seatName(view, seat), points: count("points", points) }));
  return frame("gains", [signPicture(suitOf(view.variant), seat), title], actions.close,
    rows.length > 0 ? h("ol", { class: "gains" }, rows) : h("p", { class: "empty" }, say("gains.none")),
    h("div", { class: "buttons" }, h("button", { type: "button", class: "quiet", onclick: actions.close }, say("dialog.close"))));
}

/** Opens what has been drawn as a modal dialog, and gives the focus back when it has gone. */
export function keepModal(root: Element): void {
  const open = root.querySelector("dialog");
  if (open && !open.open) {
    returnTo ??= document.activeElement;
    open.showModal();
  } else if (!open && returnTo) {
    if (returnTo.isConnected && "focus" in returnTo) (returnTo as HTMLElement).focus({ preventScroll: true });
    returnTo = null;
  }
}

let returnTo: Element | null = null;
