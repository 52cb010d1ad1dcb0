// What the server sends after the first view: the fields that changed.

import { menChanged, type Line, type Ply, type View } from "./view";

/** The fields of a View that an event changed; null takes an optional one away. */
export type Patch = { [field in keyof View]?: View[field] | null };

/** How many lines of talk are kept. */
const talkKept = 200;

/** Fields that hold for one position only: when it changes and they are not sent, they are gone. */
const ofPosition = { legal: [], abandons: [], check: [], claims: [], forbidden: null, barred: null, slot: null, slotRule: null } satisfies Patch;

/** Returns a view that has every ply of its game: the plies before `from` are taken from what was known. */
export function whole(known: View | null, view: View): View {
  const same = known?.game === view.game;
  const plies = view.from === 0 ? view.plies : joined(same ? known.plies : [], view.from, view.plies);
  return { ...view, from: 0, plies };
}

/** Reports whether a view can be completed from what is known. */
export function fits(known: View | null, view: View): boolean {
  return view.from === 0 || (known?.game === view.game && view.from <= known.plies.length);
}

/** Returns the view with a patch carried out. */
export function patched(view: View, seq: number, patch: Patch): View {
  const moved = patch.position !== undefined && patch.position !== view.position;
  const { men, plies, from, talk, ...rest } = patch;
  const next: Record<string, unknown> = { ...view, ...(moved && ofPosition), ...rest, seq };
  for (const field in next) if (next[field] === null && !nullable.has(field)) delete next[field];
  return {
    ...(next as unknown as View),
    men: men ? menChanged(view.men, men) : view.men,
    plies: plies ? joined(view.plies, from ?? view.plies.length, plies) : view.plies,
    talk: talk ? said(view.talk, talk) : view.talk,
    from: 0,
  };
}

const nullable = new Set<string>(["turn", "clocks", "running", "deadline", "lots"] satisfies (keyof View)[]);

function joined(known: Ply[], from: number, plies: Ply[]): Ply[] {
  return known.slice(0, from).concat(plies);
}

/** Adds lines; one that comes again (it was hushed) takes its own place. */
function said(known: Line[], lines: Line[]): Line[] {
  const again = new Map(lines.map((line) => [line.n, line]));
  const kept = known.map((line) => again.get(line.n) ?? line);
  const last = known.at(-1)?.n ?? -1;
  return [...kept, ...lines.filter((line) => line.n > last)].slice(-talkKept);
}
