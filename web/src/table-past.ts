// The positions of a table's game that have been looked at.

import type { View } from "./view";

/** Reads past positions from the server, each once. */
export class Pasts {
  private known = new Map<number, View>();

  constructor(private readonly table: string) {}

  /** Forgets them all: another game has begun, or moves were taken back. What is still under way is not taken in. */
  forget(): void {
    this.known = new Map();
  }

  /** Returns the position after n plies, if it has been read. */
  get(n: number): View | undefined {
    return this.known.get(n);
  }

  /** Reads the position after n plies of the table's game of that number; null if it cannot be had. */
  async read(n: number, game: number): Promise<View | null> {
    const { known } = this;
    const view = await readPast(this.table, n);
    if (view?.game !== game || known !== this.known) return null;
    known.set(n, view);
    return view;
  }
}

async function readPast(table: string, n: number): Promise<View | null> {
  try {
    const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/plies/${n}`, { headers: { Accept: "application/json" } });
    return answer.ok ? ((await answer.json()) as View) : null;
  } catch {
    return null;
  }
}
