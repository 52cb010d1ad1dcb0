// What is asked in words before it is done, and lists that open over the table.

import type { BoardState } from "./board-state";
import { h, type Content, type Description } from "./dom";
import { turnFor } from "./geometry";
import { drawGains } from "./table-gains";
import { drawKeys } from "./table-keys";
import { drawSeatDialog, type SeatDialogActions } from "./table-seat";
import { drawClock } from "./table-seats";
import { bottomSeat, drawsAlone, isMine, lostBySurvival, menAfterSurvival, type TableState } from "./table-state";
import { ruleAddress, seatForm } from "./table-words";
import { kindOf, type View } from "./view";
import { count, list, say, sentence } from "./words";

/** What the dialogs can ask for. */
export interface DialogActions extends SeatDialogActions {
  /** Plays a move or a choice at once. */
  play(token: string): void;
  /** Puts the survival dialog aside. */
  aside(): void;
  look(plies: number): void;
}

/** Draws the dialog that is open, if one is. `now` is the server's time. */
export function drawDialog(state: TableState, view: View, now: number, actions: DialogActions): Content {
  const { dialog } = state;
  if (view.status === "choice" && isMine(view) && !state.aside && !state.pending) return survival(state, view, now, actions);
  if (!dialog) return null;
  switch (dialog.kind) {
    case "abandon": {
      const queen = view.turn ?? 0;
      const king = seatForm(view, (queen + 2) % 4, "the");
      return question("abandon", say("abandon.title"), say("abandon.text", { king }), say("abandon.do"), actions,
        () => actions.play(dialog.token), ruleLink(view, "M9"));
    }
    case "resign":
      return question("resign", say("resign.title"), say(view.you.length > 1 ? "resign.text.for" : "resign.text",
        { of: seatForm(view, dialog.seat, "of"), the: seatForm(view, dialog.seat, "the") }), say("resign.do"), actions,
        () => actions.send({ do: "resign", seat: dialog.seat }));
    case "draw":
      return drawsAlone(view)
        ? question("draw", say("draw.title"), say("draw.text"), say("draw.do"), actions, () => actions.send({ do: "offer", what: "draw" }))
        : question("draw", say("draw.offer.title"), say("draw.offer.text"), say("draw.offer"), actions, () => actions.send({ do: "offer", what: "draw" }));
    case "hand":
      return question("hand", say("hand.title"), say("hand.text", { of: seatForm(view, dialog.seat, "of") }), say("hand"), actions,
        () => actions.send({ do: "hand", seat: dialog.seat }));
    case "seat":
      return drawSeatDialog(state, view, dialog.seat, actions);
    case "gains":
      return drawGains(view, dialog.seat, state.long, actions);
    case "keys":
      return drawKeys(actions.close);
  }
}

/** Draws a modal dialog; a click beside it or Escape closes it. */
export function frame(name: string, title: Content, close: () => void, ...content: Content[]): Description {
  return h("dialog", {
    key: `dialog-${name}`, class: `dialog dialog-${name}`, "aria-labelledby": "dialog-title",
    oncancel: (event: Event) => { event.preventDefault(); close(); },
    onclick: (event: Event) => { if (event.target === event.currentTarget) close(); },
  }, h("div", { class: "dialog-inside" }, h("h2", { id: "dialog-title", tabindex: -1, autofocus: true }, title), ...content));
}

/** Draws the button that closes a dialog in which there is nothing to decide. */
export function closeButton(close: () => void): Description {
  return h("div", { class: "buttons" }, h("button", { type: "button", class: "quiet", onclick: close }, say("dialog.close")));
}

function question(name: string, title: string, text: string, doIt: string, actions: DialogActions, act: () => void, more?: Content): Description {
  return frame(name, title, actions.close,
    h("p", {}, text, more ? " " : null, more),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "quiet", onclick: actions.close }, say("dialog.cancel")),
      h("button", { type: "button", class: "strong", onclick: () => { actions.close(); act(); } }, doIt)));
}

/** Links to a rule. */
export function ruleLink(view: View, rule: string): Description {
  return h("a", { class: "rule", href: ruleAddress(view, rule), target: "_blank", rel: "noopener" }, rule);
}

/** The Queen's choice (M14): both futures side by side, and what the first one costs. */
function survival(state: TableState, view: View, now: number, actions: DialogActions): Description {
  const queen = view.turn ?? 0;
  const board = (men: View["men"], check: string[]): Partial<BoardState> => ({
    suit: "camps", geometry: view.geometry, turn: turnFor("camps", bottomSeat(state, view)), men, check,
  });
  const side = (name: string, game: Partial<BoardState>, text: string, token: string) => h("div", { class: "future" },
    h("h3", {}, say(`survival.${name}`)),
    h("melee-board", { still: true, ".game": game, "aria-hidden": "true" }),
    h("p", {}, text),
    h("button", { type: "button", class: "strong", onclick: () => actions.play(token) }, say(`survival.${name}.do`)));
  return frame("survival", say("survival.title"), actions.aside,
    h("p", {}, sentence(say("survival.text", { king: seatForm(view, (queen + 2) % 4, "the"), queen: seatForm(view, queen, "the") })), " ", ruleLink(view, "M14"), " ",
      drawClock(view, queen, now)),
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

/** Draws, and sets the focus on the box or the board if it was on a message that has gone: keys go on from there. */
export function keepFocus(root: Element, draw: () => void): void {
  const read = root.querySelector(".messages")?.contains(document.activeElement);
  draw();
  if (!read || document.activeElement !== document.body) return;
  const next = root.querySelector<HTMLElement>("#typed-text") ?? root.querySelector<HTMLElement>(".table-board .board-squares");
  next?.focus({ preventScroll: true });
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
