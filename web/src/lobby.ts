// The lobby on the front page: the lists that the server has written follow the tables as they change.

import { morph } from "./morph";
import { sendOnce } from "./once";

/** Silence longer than this means a dead connection: the server speaks every 15 s. */
const silenceLimit = 40_000;
const firstDelay = 1_000, longestDelay = 30_000;
/** How long a broken connection goes unmentioned: most come back at once. */
const mentionAfter = 3_000;

class Lobby {
  private source: EventSource | null = null;
  private delay = firstDelay;
  private retry = 0;
  private watchdog = 0;
  private mention = 0;

  constructor(private readonly root: HTMLElement) {
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" ? this.wake() : this.rest());
    addEventListener("online", () => this.wake());
    addEventListener("pagehide", () => this.rest());
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    if (document.visibilityState === "visible") this.open();
  }

  private open(): void {
    clearTimeout(this.retry);
    this.source?.close();
    this.source = new EventSource(this.root.dataset["lobby"] ?? "");
    this.source.addEventListener("open", () => this.alive());
    this.source.addEventListener("ping", () => this.alive());
    this.source.addEventListener("message", (event: MessageEvent<string>) => {
      this.alive();
      this.show(JSON.parse(event.data) as string);
    });
    this.source.addEventListener("error", () => this.broken());
  }

  private alive(): void {
    this.delay = firstDelay;
    clearTimeout(this.mention);
    this.mention = 0;
    clearTimeout(this.watchdog);
    this.watchdog = window.setTimeout(() => this.broken(), silenceLimit);
    this.tell(".lobby-state[role=status]", "");
  }

  private broken(): void {
    this.source?.close();
    this.source = null;
    clearTimeout(this.watchdog);
    clearTimeout(this.retry);
    if (!this.mention) this.mention = window.setTimeout(() => this.tell(".lobby-state[role=status]", this.root.dataset["lost"] ?? ""), mentionAfter);
    // Jitter: after a restart of the server not everybody comes back in the same moment.
    this.retry = window.setTimeout(() => this.open(), this.delay * (0.5 + Math.random()));
    this.delay = Math.min(longestDelay, this.delay * 2);
  }

  private rest(): void {
    clearTimeout(this.watchdog);
    clearTimeout(this.retry);
    this.source?.close();
    this.source = null;
  }

  private wake(): void {
    if (this.source?.readyState === EventSource.OPEN) return;
    this.delay = firstDelay;
    this.open();
  }

  private show(html: string): void {
    const known = new Set(rows().map((row) => row.dataset["key"]));
    for (const wanted of new DOMParser().parseFromString(html, "text/html").querySelectorAll<HTMLElement>("[data-part]")) {
      const shown = document.querySelector(`[data-part="${wanted.dataset["part"]}"]`);
      if (shown) morph(shown, wanted);
    }
    const fresh = rows().filter((row) => !known.has(row.dataset["key"]));
    if (fresh.length > 0) this.tell(".lobby-news", fresh.map((row) => row.dataset["say"]).join(". "));
  }

  private tell(place: string, text: string): void {
    const element = this.root.querySelector(place);
    if (element && element.textContent !== text) element.textContent = text;
  }
}

/** The open tables. */
function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".list-open .listed")];
}

sendOnce();
for (const root of document.querySelectorAll<HTMLElement>("[data-lobby]")) new Lobby(root);
