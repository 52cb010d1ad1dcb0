// The page of a finished game: the player takes the place of the board that the server has drawn.

import "./board";
import { patch, perFrame } from "./dom";
import { keepInView } from "./in-view";
import { listenForSteps, type Walk } from "./line-input";
import { drawReplay, speeds, spokenAt, type Playing, type ReplayActions } from "./replay-page";
import { viewAt, type Reel } from "./replay-reel";
import { emptyTable, type TableState } from "./table-state";
import type { View } from "./view";
import { speak } from "./words";

/** How long a ply stands before the address tells of it: browsers bear few changes a second. */
const settleAfter = 250;

class Player implements Walk {
  private state: TableState = emptyTable;
  private ply: number;
  private bottom = 0;
  /** The game at its end, as the board lies now. */
  private whole: View;
  private playing: Playing = { on: false, speed: speeds[1] ?? 1 };
  private timer = 0;
  private settling = 0;
  private readonly draw = perFrame(() => this.drawNow());
  private readonly actions: ReplayActions = {
    look: (plies) => this.look(plies),
    gains: (seat) => {
      this.state = { ...this.state, dialog: seat === null ? null : { kind: "gains", seat } };
      this.draw();
    },
    turn: () => {
      this.bottom = (this.bottom + 1) % this.reel.seats.length;
      this.whole = viewAt(this.reel, this.last, this.bottom);
      this.show(this.ply, false);
    },
    toggle: () => this.toggle(),
    speed: (speed) => {
      this.playing = { ...this.playing, speed };
      this.play(this.playing.on);
    },
  };

  constructor(private readonly root: HTMLElement, private readonly reel: Reel) {
    this.whole = viewAt(reel, this.last, this.bottom);
    this.ply = plyAsked(root, this.last);
    root.classList.add("live");
    root.replaceChildren();
    this.show(this.ply, false);
    this.drawNow();
    listenForSteps(root, this);
  }

  /** How many plies the game has. */
  private get last(): number {
    return this.reel.plies.length;
  }

  step(by: number): boolean {
    const before = this.ply;
    this.look(before + by);
    return this.ply !== before;
  }

  toggle(): void {
    const begin = !this.playing.on;
    if (begin && this.ply >= this.last) this.show(0, false);
    this.play(begin);
  }

  private look(ply: number): void {
    this.play(false);
    this.show(ply, true);
  }

  private play(on: boolean): void {
    clearInterval(this.timer);
    this.playing = { ...this.playing, on };
    if (on) this.timer = window.setInterval(() => this.onward(), this.playing.speed * 1000);
    this.draw();
  }

  private onward(): void {
    this.show(this.ply + 1, true);
    if (this.ply >= this.last) this.play(false);
  }

  private show(ply: number, aloud: boolean): void {
    this.ply = Math.max(0, Math.min(this.last, ply));
    const view = viewAt(this.reel, this.ply, this.bottom);
    this.state = { ...this.state, view: this.whole, past: { plies: this.ply, view }, ...(aloud && { spoken: spokenAt(view, this.ply) }) };
    this.draw();
    clearTimeout(this.settling);
    if (aloud) this.settling = window.setTimeout(() => this.settle(), settleAfter);
  }

  /** Lets the address and the links of the page lead to the ply shown. */
  private settle(): void {
    const address = new URL(location.href);
    address.searchParams.set("ply", String(this.ply));
    address.hash = "";
    history.replaceState(null, "", address);
    for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-ply-link]")) {
      const to = new URL(link.href);
      to.searchParams.set("ply", String(this.ply));
      link.href = to.href;
    }
  }

  private drawNow(): void {
    const view = this.state.past?.view;
    if (!view) return;
    patch(this.root, drawReplay(this.state, view, this.playing, this.actions));
    keepInView(this.root.querySelector(".moves"), this.root.querySelector(".moves [aria-current]"));
  }
}

/** The ply the address asks for: ?ply=12, or #12 as people write it; else the one the server has drawn. */
function plyAsked(root: HTMLElement, all: number): number {
  const hash = /^#(?:ply)?(\d+)$/.exec(location.hash)?.[1];
  return Math.min(all, Number(hash ?? root.dataset["ply"] ?? all));
}

async function begin(root: HTMLElement): Promise<void> {
  speak(root.dataset["lang"] ?? "");
  try {
    const answer = await fetch(root.dataset["replay"] ?? "");
    if (!answer.ok) throw new Error(String(answer.status));
    new Player(root, await answer.json() as Reel);
  } catch {
    const note = document.createElement("p");
    note.className = "reading-note";
    note.setAttribute("role", "alert");
    note.textContent = root.dataset["failed"] ?? "";
    root.prepend(note);
  }
}

for (const root of document.querySelectorAll<HTMLElement>("[data-replay]")) void begin(root);
