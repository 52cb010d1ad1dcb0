// The box for typed moves and questions, for those who play without seeing or touching the board.

import { h, type Content } from "./dom";
import { fileOf, rankOf, squareAt } from "./geometry";
import { clockWords, reading } from "./table-clock";
import { aheadMoves, aheadSeats, menShown } from "./table-ahead";
import { isMine, isOn, type TableState } from "./table-state";
import { kindNamed, readTyped } from "./table-typed";
import { announcement, seatName, tokenText, turnLine } from "./table-words";
import { isGrey, kindOf, seatOf, suitOf, type Square, type View } from "./view";
import { list, localised, say, sentence, squareName } from "./words";

/** What the box can ask for. */
export interface BoxActions {
  change(part: Partial<TableState>): void;
  /** Plays a move, after the questions it raises. */
  choose(token: string): void;
  /** Adds a move that waits for its turn; reports whether there was room for it. */
  enter(token: string): boolean;
  keys(): void;
}

/** Draws the box while it is open. Its answers are spoken although the focus stays in it. */
export function drawBox(state: TableState, view: View, now: number, actions: BoxActions): Content {
  const { typed } = state;
  if (!typed) return null;
  const close = () => actions.change({ typed: null });
  return h("form", {
    key: "typed", class: "typed", role: "search", "aria-label": say("typed.title"),
    onsubmit: (event: Event) => {
      event.preventDefault();
      const box = (event.currentTarget as Element).querySelector("input");
      enter(box?.value ?? "");
    },
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close();
    },
  },
    h("label", { class: "hidden", for: "typed-text" }, say("typed.title")),
    h("input", {
      id: "typed-text", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 24, enterkeyhint: "go",
      placeholder: say("typed.hint"), ".value": typed.text, "aria-describedby": "typed-answer",
      oninput: (event: Event) => actions.change({ typed: { text: (event.target as HTMLInputElement).value, answer: typed.answer } }),
    }),
    h("button", { type: "submit" }, say("typed.do")),
    h("button", { type: "button", class: "close", "aria-label": say("dialog.close"), onclick: close }, "×"),
    h("p", { id: "typed-answer", class: "typed-answer", role: "status" }, typed.answer));

  function enter(text: string): void {
    if (text.trim() === "?") {
      actions.keys();
      return;
    }
    const told = answer(view, text.trim(), now);
    if (told !== null) return actions.change({ typed: { text: "", answer: told } });
    const mine = isMine(view) && view.status === "playing" && !state.pending;
    if (!mine && aheadSeats(state).length === 0) return actions.change({ typed: { text, answer: say("table.refused.not_your_turn") } });
    const { tokens, readable } = readTyped(mine ? view : { ...view, men: menShown(state), legal: aheadMoves(state) }, text);
    const [only] = tokens;
    if (only !== undefined && tokens.length === 1) {
      actions.change({ typed: { text: "", answer: mine ? "" : say("typed.ahead", { move: tokenText({ ...view, men: menShown(state) }, only) }) } });
      if (mine) actions.choose(only);
      else if (!actions.enter(only)) actions.change({ typed: { text, answer: say("typed.full") } });
    } else if (tokens.length > 1) {
      actions.change({ typed: { text, answer: say("typed.several", { moves: list(tokens) }) } });
    } else {
      actions.change({ typed: { text, answer: say(readable ? "typed.illegal" : "typed.unreadable") } });
    }
  }
}

/** Answers a question about the table; null if the text is none. */
function answer(view: View, text: string, now: number): string | null {
  const [, word = "", what = ""] = /^([bpcls])(?:\s+(\S+))?$/i.exec(text) ?? [];
  switch (word.toLowerCase()) {
    case "b":
      return view.seats.map((_, seat) => menLine(view, seat, () => true)).filter(Boolean).join(" ");
    case "p": {
      const kind = kindNamed(what);
      if (!kind) return say("typed.piece");
      const lines = view.seats.map((_, seat) => menLine(view, seat, (man) => kindOf(man) === kind)).filter(Boolean);
      return lines.length > 0 ? lines.join(" ") : say("typed.none");
    }
    case "c": {
      const times = view.seats.flatMap((_, seat) => {
        const shown = reading(view, seat, now);
        return shown ? [say("typed.clock", { name: seatName(view, seat), time: clockWords(shown.left) })] : [];
      });
      return times.length > 0 ? times.join(" ") : say("typed.clockless");
    }
    case "l": {
      const last = view.plies.slice(-view.seats.length);
      const turn = isOn(view) ? turnLine(view).text : "";
      return [...last.map((ply) => announcement(view, ply)), turn].filter(Boolean).join(". ") || say("moves.none");
    }
    case "s": {
      const square = what.toLowerCase();
      return isSquare(view, square) ? sentence(squareName(suitOf(view.variant), square, view.men[square])) : say("typed.square");
    }
  }
  return null;
}

/** Lists a seat's men: "Red: K h1, Q g1 …". Grey men are left out. */
function menLine(view: View, seat: number, sort: (man: string) => boolean): string {
  const order = "KQRBNP";
  const men = Object.entries(view.men)
    .filter(([, man]) => seatOf(man) === seat && !isGrey(man) && sort(man))
    .sort(([a, x], [b, y]) => order.indexOf(kindOf(x)) - order.indexOf(kindOf(y)) || a.localeCompare(b, "en", { numeric: true }))
    .map(([square, man]) => (kindOf(man) === "P" ? square : localised(kindOf(man)) + square));
  return men.length > 0 ? say("typed.men", { name: seatName(view, seat), men: men.join(", ") }) : "";
}

function isSquare({ geometry }: View, square: Square): boolean {
  return /^[a-p]\d{1,2}$/.test(square) && squareAt(geometry, fileOf(square), rankOf(square)) === square;
}
