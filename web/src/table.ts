// The live table: builds the inside of <main data-table="ID" data-lang="fr"> and keeps it true to the server.

import "./board";
import { h, patch, perFrame } from "./dom";
import { Follower } from "./in-view";
import { play } from "./sound";
import { store, stored } from "./stored";
import { aheadLimit, askReach, stepAhead, unknownReach } from "./table-ahead";
import { clockWords, lowTime, reading, tick } from "./table-clock";
import { keepFocus, keepModal } from "./table-dialogs";
import { withDrawing } from "./table-drawings";
import { floatGains } from "./table-float";
import { onKey } from "./table-keys";
import { showLots } from "./table-lots";
import { freshPlies, sound, spokenNews } from "./table-news";
import type { Command } from "./table-outbox";
import { drawPage, type PageActions } from "./table-page";
import { Pasts } from "./table-past";
import { fits, patched, type Patch } from "./table-patch";
import { entryOf } from "./table-room";
import { TableSocket } from "./table-socket";
import { accept, emptyTable, isMine, shownPlies, type TableState } from "./table-state";
import { drawTab } from "./table-tab";
import { refusal } from "./table-words";
import type { View } from "./view";
import { count, say, speak, spoken } from "./words";

/** How often running clocks are written anew, ms. */
const tickEvery = 100;

class Table {
  private state: TableState;
  private readonly redraw = perFrame(() => this.draw());
  private readonly socket: TableSocket;
  private readonly pasts: Pasts;
  /** The men whose moves ahead have been asked for. */
  private readonly asked = new Set<string>();
  /** The moves, below the signs of the seats, and the talk. */
  private readonly lists = [new Follower(".moves", ".move[aria-current]", "data-plies"), new Follower(".talk-lines", ".talk-line:last-child", "data-n", 0)];
  /** The server's clock minus ours, ms. */
  private ahead = 0;
  /** When the player came to his turn, ms of this page. */
  private turnSince = 0;
  /** The second that was last counted. */
  private second = 0;
  /** The ply for which little time has been told of. */
  private warned = -1;

  constructor(private readonly root: HTMLElement, id: string) {
    this.pasts = new Pasts(id);
    const invited = new URLSearchParams(location.search).get("seat");
    this.state = {
      ...emptyTable,
      long: stored("long", "no") === "yes",
      turning: stored("turning", "no") === "yes",
      muted: stored("muted", "").split("\n").filter(Boolean),
      name: root.dataset["name"] ?? "",
      entry: entryOf(root),
    };
    this.socket = new TableSocket(id, {
      view: (view) => this.receive(view, invited),
      patch: (seq, part) => this.take(seq, part),
      connected: (connected) => connected !== this.state.connected && this.change({ connected }),
      lost: (status) => this.change({ fault: say(status === 404 ? "table.missing" : "table.closed") }),
      ahead: (ms) => this.ahead = ms,
      place: () => ({ seq: this.state.view?.seq ?? 0, game: this.state.view?.game ?? 0, ply: this.state.view?.plies.length ?? 0 }),
      stale: ({ do: what }) => (what === "move" || what === "survive" || what === "decline") && this.state.pending === null,
    });
    setInterval(() => this.tick(), tickEvery);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  private now(): number {
    return Date.now() + this.ahead;
  }

  private change(part: Partial<TableState>): void {
    this.state = { ...this.state, ...part };
    if (part.long !== undefined) store("long", part.long ? "yes" : "no");
    if (part.turning !== undefined) store("turning", part.turning ? "yes" : "no");
    if (part.muted !== undefined) store("muted", part.muted.join("\n"));
    if (part.tab === "talk" || (part.sheet && this.state.tab === "talk")) this.readTalk();
    this.redraw();
    if (part.confirming) requestAnimationFrame(() => this.root.querySelector<HTMLElement>("#confirm-move")?.focus());
  }

  private readTalk(): void {
    this.state = { ...this.state, read: this.state.view?.talk.at(-1)?.n ?? this.state.read };
  }

  private receive(view: View, invited: string | null): boolean {
    if (!fits(this.state.view, view)) return false;
    const seat = view.seats.findIndex(({ name }) => name === invited);
    if (seat >= 0) this.state = { ...this.state, invited: seat };
    this.follow(view, true);
    return true;
  }

  private take(seq: number, part: Patch): void {
    if (this.state.view) this.follow(patched(this.state.view, seq, part), false);
  }

  /** Goes on to what the server says now. */
  private follow(view: View, resynced: boolean): void {
    const before = this.state.view;
    if (before?.game !== view.game || (before && view.plies.length < before.plies.length)) this.pasts.forget();
    this.state = accept(this.state, view);
    const after = this.state.view ?? view;
    if (isMine(after) && (!before || !isMine(before) || before.plies.length !== after.plies.length)) this.turnSince = performance.now();
    const step = stepAhead(before, this.state, resynced);
    if (step.dropped) this.state = { ...this.state, note: say("ahead.dropped") };
    this.change({ ahead: step.ahead, ...spokenNews(before, this.state) });
    if (step.send) void this.play(step.send);
    this.present(before, after);
  }

  /** Makes what is new heard and seen. */
  private present(before: View | null, view: View): void {
    sound(before, this.state);
    const wide = matchMedia("(min-width: 56rem)").matches;
    if (wide || (this.state.sheet && this.state.tab === "talk")) this.readTalk();
    if (view.status === "ended" && before && before.status !== "ended") {
      requestAnimationFrame(() => this.root.querySelector(".result")?.scrollIntoView({ block: "nearest" }));
    }
    if (before && view.lots && view.lots.n !== before.lots?.n) {
      requestAnimationFrame(() => void showLots(this.root, view));
    }
    const effects = freshPlies(before, view).slice(-8).flatMap((ply) => ply.effects);
    requestAnimationFrame(() => floatGains(this.root, this.state, view, effects));
  }

  /** Sends a move or a choice and shows it as on its way. */
  private async play(token: string): Promise<void> {
    const { view } = this.state;
    if (!view || token === "" || this.state.pending) return; // a second press of a button that is about to go
    const pending = { token, plies: view.plies.length };
    const choice = token === "survive" || token === "decline";
    this.change({ pending, confirming: "", note: "", dialog: null });
    const command: Command = choice ? { do: token } : { do: "move", move: token };
    await this.send({ ...command, seat: view.turn ?? 0, seq: view.seq, think: Math.round(performance.now() - this.turnSince) }, () => {
      if (this.state.pending === pending) this.change({ pending: null, ahead: [] });
    });
  }

  /** Sends a command; a refusal is told over the board. */
  private async send(command: Command, refused: () => void = () => {}): Promise<void> {
    const code = await this.socket.send(command);
    if (!code) return;
    const overtaken = code === "conflict" && command.do === "move" && this.state.pending === null;
    refused();
    if (!overtaken) this.change({ note: say(`table.refused.${code}`) });
  }

  private chosen(token: string): void {
    const { view } = this.state;
    if (view?.abandons.includes(token)) this.change({ dialog: { kind: "abandon", token } });
    else if (view?.confirm) this.change({ confirming: token });
    else void this.play(token);
  }

  /** Shows the position after n plies; the newest is the game itself. */
  private look(plies: number): void {
    const { view: now, past } = this.state;
    if (!now || plies < 0 || plies > now.plies.length) return;
    if (plies === now.plies.length) return this.change({ past: null });
    const known = this.pasts.get(plies);
    this.change({ past: { plies, view: known ?? past?.view ?? null }, ahead: [] });
    if (known) return;
    void this.pasts.read(plies, now.game).then((view) => {
      if (view && this.state.past?.plies === plies) this.change({ past: { plies, view } });
    });
  }

  private key(event: KeyboardEvent): void {
    if (!this.state.view || event.defaultPrevented) return;
    const meant = onKey(event, {
      step: (by) => this.look(shownPlies(this.state) + by),
      start: () => this.look(0),
      end: () => this.look(this.state.view?.plies.length ?? 0),
      type: () => this.type(),
      keys: () => this.change({ dialog: { kind: "keys" } }),
      leave: () => this.leave(),
    });
    if (meant) event.preventDefault();
  }

  /** Adds a move that waits for its turn; reports whether there was room for it. */
  private enter(token: string): boolean {
    const { view, ahead } = this.state;
    if (!view || ahead.length >= aheadLimit(view)) return false;
    this.change({ ahead: [...ahead, token], spoken: count("ahead", ahead.length + 1) });
    return true;
  }

  /** Asks for the moves of men that can be moved ahead, once for each. */
  private learn(view: View): void {
    const men = unknownReach(this.state).filter((man) => !this.asked.has(man));
    if (men.length === 0) return;
    for (const man of men) this.asked.add(man);
    askReach(view, men).then((known) => this.change({ reach: { ...this.state.reach, ...known } }), () => {}); // without it nothing is entered ahead
  }

  private type(): void {
    this.change({ typed: this.state.typed ?? { text: "", answer: "" }, sheet: false });
    this.draw();
    this.root.querySelector<HTMLElement>("#typed-text")?.focus();
  }

  /** Leaves what lies on top. */
  private leave(): boolean {
    const { confirming, ahead, typed, past, sheet } = this.state;
    if (confirming) this.change({ confirming: "" });
    else if (ahead.length > 0) this.change({ ahead: [] });
    else if (typed) this.change({ typed: null });
    else if (past) this.change({ past: null });
    else if (sheet) this.change({ sheet: false });
    else return false;
    return true;
  }

  private async copy(what: string, text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.change({ copied: what });
      setTimeout(() => this.state.copied === what && this.change({ copied: "" }), 2000);
    } catch {
      this.change({ note: say("copy.refused") });
    }
  }

  /** Keeps the player's name for this table and, with the site, for others. */
  private async rename(name: string): Promise<void> {
    this.change({ name });
    const seat = this.state.view?.you[0];
    await this.send(seat === undefined ? { do: "sit", name } : { do: "sit", seat, name });
    void fetch(`/${spoken()}/name`, { method: "POST", body: new URLSearchParams({ name }) }).catch(() => {});
  }

  private readonly actions: PageActions = {
    change: (part) => this.change(part),
    redraw: () => this.redraw(),
    close: () => this.change({ dialog: null }),
    send: (command) => void this.send(command),
    play: (token) => void this.play(token),
    choose: (token) => this.chosen(token),
    confirm: () => void this.play(this.state.confirming),
    aside: () => this.change({ aside: true }),
    look: (plies) => this.look(plies),
    copy: (what, text) => void this.copy(what, text),
    keys: () => this.change({ dialog: { kind: "keys" } }),
    type: () => this.type(),
    ask: (seat, kind) => this.change({ dialog: { kind, seat } }),
    openGains: (seat) => this.change({ dialog: { kind: "gains", seat } }),
    openSeat: (seat) => this.change({ dialog: { kind: "seat", seat } }),
    rename: (name) => void this.rename(name),
    mute: (speaker) => {
      const { muted } = this.state;
      this.change({ muted: muted.includes(speaker) ? muted.filter((one) => one !== speaker) : [...muted, speaker] });
    },
    move: (event) => this.chosen(event.detail.token),
    refused: ({ detail }) => this.state.view && this.change({ note: refusal(this.state.view, detail.from, detail.to) }),
    ahead: ({ detail }) => void this.enter(detail.token),
    enter: (token) => this.enter(token),
    drawn: ({ detail }) => this.change({ drawings: withDrawing(this.state.drawings, detail) }),
  };

  private draw(): void {
    const { view } = this.state;
    if (!view) {
      // What the server has drawn stays until there is something better.
      if (this.state.fault) patch(this.root, h("p", { class: "table-waiting", role: "status" }, this.state.fault));
      return;
    }
    this.learn(view);
    drawTab(view);
    keepFocus(this.root, () => patch(this.root, drawPage(this.state, view, this.now(), this.actions)));
    keepModal(this.root);
    for (const list of this.lists) list.follow(this.root);
  }

  /** Keeps the clocks going, and tells once a turn that little time is left. */
  private tick(): void {
    const { view } = this.state;
    if (!view) return;
    tick(this.root, view, this.now());
    const second = Math.floor(this.now() / 1000);
    if (second !== this.second && view.offers.some((offer) => offer.until)) this.redraw();
    this.second = second;
    if (!isMine(view) || view.turn === null || this.warned === view.plies.length) return;
    const shown = reading(view, view.turn, this.now());
    if (!shown?.running || shown.left > lowTime(view)) return;
    this.warned = view.plies.length;
    if (shown.left <= 0) return;
    play("low");
    this.change({ spoken: say("time.left", { time: clockWords(shown.left) }) });
  }
}

for (const root of document.querySelectorAll<HTMLElement>("main[data-table]")) {
  speak(root.dataset["lang"] ?? document.documentElement.lang);
  new Table(root, root.dataset["table"] ?? "");
}
