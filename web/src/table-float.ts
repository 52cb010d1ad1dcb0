// Points rise where they were earned and run into the bar of the seat that earned them.

import { cellOf, extent, turnFor } from "./geometry";
import { signLetters } from "./men";
import { bottomSeat, type TableState } from "./table-state";
import { suitOf, type Effect, type View } from "./view";

/** Lets the points of the effects fly. They stand still for reading, then go quickly. */
export function floatGains(root: HTMLElement, state: TableState, view: View, effects: Effect[]): void {
  const board = root.querySelector("melee-board svg.board");
  const gains = effects.filter((effect) => effect.kind === "gain" && effect.points > 0);
  if (!board || document.visibilityState === "hidden") return;
  gains.forEach((gain, index) => {
    const bar = root.querySelector(`[data-seat="${gain.seat}"] .seat-points`);
    if (!bar) return;
    const start = placeOf(board.getBoundingClientRect(), state, view, gain.square);
    const end = centre(bar.getBoundingClientRect());
    fly(root, `+${gain.points} ${signLetters[gain.seat] ?? ""}`, gain.seat, { x: start.x, y: start.y - index * 26 }, end);
  });
}

function placeOf(frame: DOMRect, state: TableState, view: View, square: string | undefined): { x: number; y: number } {
  if (!square) return centre(frame);
  const turn = turnFor(suitOf(view.variant), bottomSeat(state, view));
  const { columns, rows } = extent(view.geometry, turn);
  const { column, row } = cellOf(view.geometry, turn, square);
  return { x: frame.left + ((column + 0.5) / columns) * frame.width, y: frame.top + ((row + 0.5) / rows) * frame.height };
}

function centre(frame: DOMRect): { x: number; y: number } {
  return { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 };
}

function fly(root: HTMLElement, text: string, seat: number, start: { x: number; y: number }, end: { x: number; y: number }): void {
  const label = document.createElement("span");
  label.className = `gain-float suit-four seat-${seat}`;
  label.textContent = text;
  label.setAttribute("aria-hidden", "true");
  (root.querySelector(".overlay") ?? root).append(label);
  const { width, height } = label.getBoundingClientRect();
  const to = (p: { x: number; y: number }, rise: number, scale: number) =>
    `translate(${clampX(p.x - width / 2, width)}px, ${p.y - height / 2 - rise}px) scale(${scale})`;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const frames = still
    ? [{ transform: to(start, 20, 1), opacity: 1 }, { transform: to(start, 20, 1), opacity: 1 }]
    : [
        { transform: to(start, 0, 0.8), opacity: 0, offset: 0 },
        { transform: to(start, 22, 1), opacity: 1, offset: 0.12, easing: "linear" },
        { transform: to(start, 24, 1), opacity: 1, offset: 0.86, easing: "ease-in" },
        { transform: to(end, 0, 0.7), opacity: 0.4, offset: 1 },
      ];
  const animation = label.animate(frames, { duration: 1300, fill: "both" });
  animation.finished.finally(() => label.remove());
}

function clampX(x: number, width: number): number {
  return Math.max(4, Math.min(document.documentElement.clientWidth - width - 4, x));
}
