// <melee-board>: one SVG board of any shape, played by mouse, finger, pen and keys.

import { listenForDrawings } from "./board-draw";
import { listen } from "./board-input";
import { emptyBoard, menAfter, movesFrom, settled, type BoardState, type Drawing } from "./board-state";
import { Roster } from "./board-roster";
import { drawBoard, firstCursor, percentAt, prohibition, type Canvas } from "./board-view";
import { h, patch, perFrame, svg, type Content } from "./dom";
import { turnFor } from "./geometry";
import { Kept } from "./kept";
import { drawMan } from "./men";
import { seatOf, suitOf, type Square, type View } from "./view";
import { manName, say, speak } from "./words";

/** A move the player has chosen. */
export type MoveEvent = CustomEvent<{ token: string }>;
/** A move the player wants made when his turn comes. */
export type AheadEvent = CustomEvent<{ token: string }>;
/** An arrow or circle the player has drawn; null asks for all of them to go. */
export type DrawnEvent = CustomEvent<Drawing | null>;
/** A move the player has tried and may not make. */
export type RefusedEvent = CustomEvent<{ from: Square; to: Square }>;

let boards = 0;

/**
 * Shows a BoardState and tells what the player does: "melee-move" with the
 * token of a legal move, "melee-refused" with the squares of any other try,
 * "melee-ahead" with a move that waits for its turn, "melee-ahead-off" when those
 * that wait are to go, "melee-drawn" with an arrow or circle.
 *
 * With a data-state attribute (part of a View as JSON, and `marks`, `arrows`)
 * it is a still picture that takes the place of the one inside it; with `still`
 * it is one that is given its state by script.
 */
export class BoardElement extends HTMLElement {
  state: BoardState = emptyBoard;
  private readonly roster = new Roster();
  private readonly canvasName = `board-${++boards}`;
  private placed: Square = "";
  private readonly redraw = perFrame(() => this.draw());
  private listening = false;
  private readonly layers = new Kept();

  connectedCallback(): void {
    const still = this.dataset["state"];
    if (still) {
      speak(this.closest("[lang]")?.getAttribute("lang") ?? "");
      this.change(stillState(still, this.getAttribute("aria-label") ?? ""));
    } else if (!this.hasAttribute("still") && !this.listening) {
      this.listening = true;
      listen(this, this);
      listenForDrawings(this, this);
      this.change({}); // it can be played now, so it has a cursor
    }
  }

  /** Shows what the game says; what the player has begun stays where it is still allowed. */
  show(game: Partial<BoardState>): void {
    this.change(game);
  }

  /** The same as a property, for pages that are drawn from descriptions. */
  set game(game: Partial<BoardState>) {
    this.show(game);
  }

  change(part: Partial<BoardState>): void {
    const before = this.state;
    let next = { ...before, ...part };
    if (part.men || part.legal || part.live !== undefined) next = settled(next);
    if (this.listening && !next.cursor) next.cursor = firstCursor(next);
    if (part.men || part.pending !== undefined) this.follow(next);
    this.state = next;
    this.redraw();
  }

  /** Keeps track of who is who as men move. */
  private follow(next: BoardState): void {
    const last = next.trail[0];
    const men = next.ahead.length > 0 ? next.men : menAfter(next.men, next.pending);
    this.roster.update(men, last?.from ?? "", last?.to ?? "");
    if (!men[this.placed]) this.placed = "";
  }

  cancelAhead(): void {
    this.tell("melee-ahead-off");
  }

  drawn(drawing: Drawing | null): void {
    this.tell("melee-drawn", drawing);
  }

  private tell(name: string, detail: unknown = null): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  attempt(from: Square, to: Square, byHand: boolean): void {
    const moves = movesFrom(this.state, from).filter((move) => move.to === to);
    const first = moves[0];
    this.placed = "";
    if (!first) {
      const back = byHand ? this.snapBack() : () => {};
      this.change({ selected: "", drag: null });
      back();
      this.tell("melee-refused", { from, to });
    } else if (moves.length === 1) {
      if (byHand) this.placed = to;
      this.play(from, to, first.promotion);
    } else {
      this.ask(from, to, moves.map((move) => move.promotion));
    }
  }

  private ask(from: Square, to: Square, choices: string[]): void {
    this.change({ drag: null, promotion: { from, to, choices } });
    this.draw();
    this.querySelector<HTMLElement>(".promotion button")?.focus();
  }

  /** Prepares the way of a dragged man back to his square; the result sets him on it. */
  private snapBack(): () => void {
    const man = this.querySelector<SVGElement>(".men .lifted");
    const dragged = this.querySelector<SVGElement>(".dragged .man");
    if (!man || !dragged || matchMedia("(prefers-reduced-motion: reduce)").matches) return () => {};
    const way = [{ transform: dragged.style.transform }, { transform: man.style.transform }];
    return () => man.animate(way, { duration: 150, easing: "ease-out" });
  }

  private play(from: Square, to: Square, promotion: string): void {
    this.change({ selected: "", drag: null, promotion: null });
    this.tell(this.state.live ? "melee-move" : "melee-ahead", { token: from + to + promotion });
  }

  private draw(): void {
    const sentence = this.state.hint || this.state.note;
    const canvas: Canvas = {
      name: this.canvasName,
      layers: this.layers,
      entries: this.roster.entries,
      taken: this.roster.taken,
      placed: this.placed,
      explain: (shown: boolean) => this.change({ hint: shown ? prohibition(this.state) : "" }),
      picked: () => this.state.selected !== "",
    };
    patch(this,
      drawBoard(this.state, canvas),
      this.state.promotion && this.promotionPicker(),
      h("p", { key: "note", class: "board-note", role: "status" }, sentence));
  }

  private promotionPicker(): Content {
    const { promotion, men, suit } = this.state;
    const pawn = promotion && men[promotion.from];
    if (!promotion || !pawn) return null;
    const { left, top } = percentAt(this.state, promotion.to);
    const leave = () => {
      this.change({ promotion: null, selected: "" });
      this.querySelector<SVGElement>(".board-squares")?.focus();
    };
    return h("div", {
      key: "promotion", class: "promotion", role: "dialog", "aria-label": say("board.promotion"),
      style: { left: `clamp(6.2rem, ${left}%, 100% - 6.2rem)`, top: `clamp(1.8rem, ${top}%, 100% - 1.8rem)` },
      onkeydown: (event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        leave();
      },
      onfocusout: (event: FocusEvent) => {
        const inside = event.relatedTarget instanceof Node && (event.currentTarget as Element).contains(event.relatedTarget);
        if (!inside && this.state.promotion) this.change({ promotion: null, selected: "" });
      },
    }, ["q", "r", "b", "n"].filter((kind) => promotion.choices.includes(kind)).map((kind) => {
      const man = seatOf(pawn) + kind.toUpperCase();
      return h("button", {
        type: "button", "aria-label": manName(suit, man), title: manName(suit, man),
        onclick: () => this.play(promotion.from, promotion.to, kind),
      }, svg("svg", { class: `man-picture suit-${suit}`, viewBox: "0 0 48 48", "aria-hidden": "true" },
        svg("g", { class: `man seat-${seatOf(man)}` }, drawMan(suit, man, "none"))));
    }));
  }
}

type Still = Partial<View> & { marks?: Square[]; arrows?: string[] };

/** Reads the data-state of a still board. What is missing or unreadable leaves the default. */
function stillState(text: string, label: string): Partial<BoardState> {
  let view: Still;
  try {
    view = JSON.parse(text) as Still;
  } catch {
    return { label };
  }
  const suit = suitOf(view.variant ?? "");
  return {
    suit,
    label,
    geometry: view.geometry ?? emptyBoard.geometry,
    turn: turnFor(suit, view.bottom ?? 0),
    men: view.men ?? {},
    check: view.check ?? [],
    forbidden: view.forbidden ?? "",
    barred: view.barred ?? "",
    marks: view.marks ?? [],
    arrows: view.arrows ?? [],
  };
}

if (!customElements.get("melee-board")) customElements.define("melee-board", BoardElement);

declare global {
  interface HTMLElementTagNameMap {
    "melee-board": BoardElement;
  }
  interface HTMLElementEventMap {
    "melee-move": MoveEvent;
    "melee-refused": RefusedEvent;
    "melee-ahead": AheadEvent;
    "melee-drawn": DrawnEvent;
  }
}
