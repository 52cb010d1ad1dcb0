// The table's data: read once, then followed as a stream that takes up where it broke off.

import type { View } from "./view";

/** What a stream tells its page. */
export interface Follower {
  view(view: View): void;
  connected(up: boolean): void;
  /** The table cannot be shown, ever: it does not exist, or is not for this browser. */
  lost(status: number): void;
  /** Which game of the table the page shows, and how many of its plies it has. */
  game(): number;
  plies(): number;
  /** Whether nothing is missed while nobody looks: browsers allow few streams at once over all tabs. */
  restful(): boolean;
}

/** Silence longer than this means a dead connection: the server pings every 15 s. */
const silenceLimit = 40_000;
/** How long a broken connection goes unmentioned: most come back at once. */
const mentionAfter = 1_500;
const firstDelay = 500, longestDelay = 15_000;

/** Follows a table until the page goes. */
export function follow(table: string, follower: Follower): void {
  const base = `/api/tables/${encodeURIComponent(table)}`;
  let source: EventSource | null = null;
  let delay = firstDelay;
  let retry = 0, watchdog = 0, mention = 0;

  const up = () => {
    delay = firstDelay;
    clearTimeout(mention);
    mention = 0;
    clearTimeout(watchdog);
    watchdog = window.setTimeout(broken, silenceLimit);
    follower.connected(true);
  };

  const broken = () => {
    source?.close();
    source = null;
    clearTimeout(watchdog);
    clearTimeout(retry);
    if (!mention) mention = window.setTimeout(() => follower.connected(false), mentionAfter);
    // Jitter: after a restart of the server not everybody comes back in the same moment.
    retry = window.setTimeout(open, delay * (0.5 + Math.random()));
    delay = Math.min(longestDelay, delay * 2);
  };

  const open = async () => {
    clearTimeout(retry);
    source?.close();
    const first = await read(base);
    if (first.gone) return follower.lost(first.gone);
    if (!first.view) return broken();
    follower.view(first.view);
    source = new EventSource(`${base}/events?game=${follower.game()}&ply=${follower.plies()}`);
    source.addEventListener("open", up);
    source.addEventListener("ping", up);
    source.addEventListener("view", (event) => {
      up();
      const view = JSON.parse((event as MessageEvent<string>).data) as View;
      if (view.from > follower.plies()) void open(); // something was missed: read it all
      else follower.view(view);
    });
    source.addEventListener("error", broken);
  };

  const rest = () => {
    clearTimeout(watchdog);
    source?.close();
    source = null;
  };
  const wake = () => {
    if (source?.readyState === EventSource.OPEN) return;
    delay = firstDelay;
    void open();
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") wake();
    else if (follower.restful()) rest();
  });
  addEventListener("online", wake);
  addEventListener("pagehide", rest);
  addEventListener("pageshow", (event) => event.persisted && wake());
  void open();
}

async function read(address: string): Promise<{ view?: View; gone?: number }> {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (answer.ok) return { view: (await answer.json()) as View };
    return answer.status === 404 || answer.status === 403 || answer.status === 410 ? { gone: answer.status } : {};
  } catch {
    return {};
  }
}

/** Reads the position after n plies; null if it cannot be had. */
export async function readPast(table: string, n: number): Promise<View | null> {
  return (await read(`/api/tables/${encodeURIComponent(table)}/plies/${n}`)).view ?? null;
}

/** Why a command was not taken: the server's code (docs/protocol.md), or that it could not be reached. */
const refusals = ["invalid", "illegal_move", "not_your_turn", "forbidden", "conflict", "not_found", "unreachable"] as const;
export type Refusal = (typeof refusals)[number];

/**
 * Sends a command. Its id stays the same when it has to be sent again, so that
 * it is carried out once. Returns null if it was taken.
 */
export async function command(table: string, what: { do: string; seat?: number }): Promise<Refusal | null> {
  const body = JSON.stringify({ id: freshId(), ...what });
  for (let attempt = 0; attempt < 5; attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** attempt * (0.5 + Math.random())));
    try {
      const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/commands`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body,
      });
      if (answer.ok) return null;
      if (answer.status < 500) return await refusalOf(answer);
    } catch {
      // the network: try again
    }
  }
  return "unreachable";
}

async function refusalOf(answer: Response): Promise<Refusal> {
  try {
    const { code } = (await answer.json()) as { code?: string };
    return refusals.find((known) => known === code) ?? "invalid";
  } catch {
    return "unreachable"; // a proxy's page
  }
}

function freshId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
