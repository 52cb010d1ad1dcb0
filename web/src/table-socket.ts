// The connection to a table (docs/protocol.md): keeps it open, notices what is missing and asks for it.

import { byEvents, bySocket, type Line, type Message, type Request } from "./table-line";
import { Outbox, refusalOf, type Command, type Refusal } from "./table-outbox";
import type { Patch } from "./table-patch";
import type { View } from "./view";

/** What a socket tells its page. */
export interface Listener {
  /** The whole table; false if its plies do not fit what the page has. */
  view(view: View): boolean;
  /** What one event changed. */
  patch(seq: number, patch: Patch): void;
  connected(up: boolean): void;
  /** The table cannot be shown, ever: it does not exist, or is not for this browser. */
  lost(status: number): void;
  /** The server's clock minus ours, ms. */
  ahead(ms: number): void;
  /** What the page has: the number of the last event, the game, its plies. */
  place(): { seq: number; game: number; ply: number };
  /** Whether a command that was not answered means something else by now. */
  stale(command: Command): boolean;
}

/** How often the server is heard before it has said so itself, ms. */
const firstBeat = 5_000;
/** After how many heartbeats that have not come a connection is dead. */
const patience = 2.5;
/** When a page comes back to the front its connection must answer within this, ms. */
const proofWithin = 4_000;
/** How often the server's clock is asked for where time runs, ms. */
const clockEvery = 10_000;
/** How long a broken connection goes unmentioned, ms: most come back at once. */
const mentionAfter = 1_500;
/** After how many connections in which the server said nothing, though it can be reached, the other way is taken. */
const mostDumb = 2;
/** A whole view is asked for at most this often, ms. */
const resyncEvery = 1_000;
const firstDelay = 300, longestDelay = 15_000;

/** Follows and plays one table until the page goes. */
export class TableSocket {
  private line: Line | null = null;
  private way = bySocket;
  private spoken = false;
  private dumb = 0;
  /** How often the server is heard at least, ms. */
  private beat = firstBeat;
  private readonly outbox = new Outbox((command) => this.transmit(["do", command]));
  private synced = false;
  private delay = firstDelay;
  private retry = 0;
  private watchdog = 0;
  private mention = 0;
  private resync = 0;
  /** Whether something was missing since a whole view was last asked for. */
  private missing = false;
  private over = false;
  /** The quickest of the last answers about the server's clock. */
  private best = { trip: Infinity, at: 0 };

  constructor(private readonly table: string, private readonly listener: Listener) {
    addEventListener("online", () => this.wake());
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.wake());
    setInterval(() => this.synced && this.outbox.review(Date.now()), 1_000);
    setInterval(() => this.synced && this.beat <= firstBeat && this.askClock(), clockEvery);
    this.open();
  }

  /** Sends a command, now or as soon as there is a connection. Returns why it was refused, null if it was taken. */
  send(command: Command): Promise<Refusal | null> {
    return this.over ? Promise.resolve("not_found") : this.outbox.send(command);
  }

  private open(): void {
    this.close();
    if (this.over) return;
    const { seq, game, ply } = this.listener.place();
    this.spoken = false;
    this.line = this.way(this.table, `seq=${seq}&game=${game}&ply=${ply}`, {
      message: (message) => {
        this.spoken = true;
        this.dumb = 0;
        this.take(message);
        if (this.line) this.watch(patience * this.beat);
      },
      ended: () => this.broken(),
    });
    this.watch(patience * firstBeat);
  }

  private take(message: Message): void {
    switch (message[0]) {
      case "view": {
        const [, view] = message;
        this.missing = false;
        this.beat = view.beat ?? firstBeat;
        if (this.best.trip === Infinity) this.listener.ahead(view.now - Date.now());
        if (!this.listener.view(view)) return this.askWhole();
        if (!this.synced) this.arrive();
        return;
      }
      case "p": {
        const [, seq, patch] = message;
        const known = this.listener.place().seq;
        if (seq < known) return;
        if (seq > known + 1) return this.askWhole(); // an equal number tells of who is there, not of the game
        if (patch.beat) this.beat = patch.beat;
        return this.listener.patch(seq, patch);
      }
      case "a":
        return this.outbox.settle(message[1], null);
      case "x":
        return this.outbox.settle(message[1], refusalOf(message[2]));
      case "h":
        return this.heard(message[1], message[2], message[3]);
      case "bye":
        if (message[1] === "gone") this.lose(410);
    }
  }

  /** The connection stands and the page is true to the server. */
  private arrive(): void {
    this.synced = true;
    this.delay = firstDelay;
    clearTimeout(this.mention);
    this.mention = 0;
    this.listener.connected(true);
    this.outbox.resend((command) => this.listener.stale(command));
    this.askClock();
  }

  private heard(now: number, seq: number, asked: number | undefined): void {
    if (asked !== undefined) {
      const trip = Date.now() - asked;
      if (trip <= this.best.trip || Date.now() - this.best.at > 6 * clockEvery) {
        this.best = { trip, at: Date.now() };
        this.listener.ahead(now + trip / 2 - Date.now());
      }
    }
    if (this.synced && seq > this.listener.place().seq) this.askWhole(); // events come in order: one is missing
  }

  private askClock(): boolean {
    return this.transmit(["h", Date.now()]);
  }

  private askWhole(): void {
    if (this.resync) {
      this.missing = true;
      return;
    }
    this.transmit(["s"]);
    this.resync = window.setTimeout(() => {
      this.resync = 0;
      if (!this.missing) return;
      this.missing = false;
      this.askWhole();
    }, resyncEvery);
  }

  private transmit(request: Request): boolean {
    if (!this.line || (request[0] === "do" && !this.synced)) return false;
    return this.line.send(request);
  }

  private watch(limit: number): void {
    clearTimeout(this.watchdog);
    this.watchdog = window.setTimeout(() => this.broken(), limit);
  }

  private close(): void {
    clearTimeout(this.watchdog);
    clearTimeout(this.retry);
    const old = this.line;
    this.line = null;
    this.synced = false;
    this.missing = false; // the next connection begins with the whole
    this.outbox.broken();
    old?.close();
  }

  private broken(): void {
    this.close();
    if (this.over) return;
    if (!this.spoken) void this.inquire();
    this.mention ||= window.setTimeout(() => this.listener.connected(false), mentionAfter);
    // Jitter: after a restart of the server not everybody comes back in the same moment.
    this.retry = window.setTimeout(() => this.open(), this.delay * (0.5 + Math.random()));
    this.delay = Math.min(longestDelay, this.delay * 2);
  }

  /** There is news about the network, or somebody looks: no waiting now. */
  private wake(): void {
    if (this.over) return;
    this.delay = firstDelay;
    if (!this.synced) return this.open();
    if (!this.askClock()) return this.open(); // a new connection is proof as well
    this.watch(proofWithin);
  }

  /** A connection in which nobody spoke does not say why; the plain address does. */
  private async inquire(): Promise<void> {
    try {
      const { ok, status } = await fetch(`/api/tables/${encodeURIComponent(this.table)}`, { headers: { Accept: "application/json" } });
      if (status === 404 || status === 403 || status === 410) this.lose(status);
      if (!ok || ++this.dumb < mostDumb) return;
      this.dumb = 0;
      this.way = this.way === bySocket ? byEvents : bySocket;
    } catch {
      // no network: the retries see to it
    }
  }

  private lose(status: number): void {
    this.over = true;
    this.close();
    clearTimeout(this.mention);
    this.outbox.refuseAll("not_found");
    this.listener.lost(status);
  }
}
