// Who is who from one position to the next, so that a man glides instead of vanishing and appearing.

import { fileOf, rankOf } from "./geometry";
import type { Man, Square } from "./view";

export interface Entry {
  id: number;
  square: Square;
  man: Man;
}

/** The most men that glide at once; a larger change is another position and is shown at once. */
const mostGliding = 6;

/** Follows the men of one board by identity. */
export class Roster {
  /** In order of identity, so that elements never change places. */
  entries: Entry[] = [];
  /** Men just taken, still shown for the length of a move. */
  taken: Entry[] = [];
  private next = 1;

  /** Takes over a position. `from` and `to` are the last move, which settles who moved where. */
  update(men: Record<Square, Man>, from: Square, to: Square): void {
    const open = new Map(Object.entries(men));
    const gone: Entry[] = [];
    const stay: Entry[] = [];
    for (const entry of this.entries) {
      const man = open.get(entry.square);
      if (man && sameMan(man, entry.man)) {
        stay.push({ ...entry, man });
        open.delete(entry.square);
      } else {
        gone.push(entry);
      }
    }
    if (open.size === 0 && gone.length === 0) {
      this.entries = stay;
      return;
    }
    const glide = open.size <= mostGliding;
    for (const [square, man] of open) {
      const index = glide ? origin(gone, square, man, from, to) : -1;
      const moved = index < 0 ? undefined : gone.splice(index, 1)[0];
      stay.push({ id: moved?.id ?? this.next++, square, man });
    }
    this.taken = glide ? gone.filter((entry) => men[entry.square]) : [];
    this.entries = stay.sort((a, b) => a.id - b.id);
  }
}

function sameMan(a: Man, b: Man): boolean {
  return a.slice(0, 2) === b.slice(0, 2);
}

/** Finds the vanished man that has arrived on a square: the one that made the last move, else the nearest alike. */
function origin(gone: Entry[], square: Square, man: Man, from: Square, to: Square): number {
  if (square === to) {
    const mover = gone.findIndex((entry) => entry.square === from && entry.man.charAt(0) === man.charAt(0));
    if (mover >= 0) return mover;
  }
  let best = -1, nearest = Infinity;
  gone.forEach((entry, index) => {
    const distance = Math.hypot(fileOf(entry.square) - fileOf(square), rankOf(entry.square) - rankOf(square));
    if (sameMan(entry.man, man) && distance < nearest) {
      nearest = distance;
      best = index;
    }
  });
  return best;
}
