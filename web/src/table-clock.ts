// Clocks: how much time is left to whom, and how it is written.

import { isOn } from "./table-state";
import type { View } from "./view";
import { count, list, say, spoken } from "./words";

/** What a seat's clock shows. */
export interface Reading {
  /** ms left. */
  left: number;
  /** ms of delay before the clock begins to fall, 0 for none. */
  delay: number;
  running: boolean;
  /** Whether little is left. */
  short: boolean;
}

/** Returns what a seat's clock shows at a time of the server; null if it has none. */
export function reading(view: View, seat: number, now: number): Reading | null {
  const { clocks, running, clock, clockAt, deadline } = view;
  const on = isOn(view);
  const limited = on && view.turn === seat && deadline !== null && (deadline.what === "choice" || deadline.what === "turn");
  if (limited) {
    const left = Math.max(0, deadline.at - now);
    return { left, delay: 0, running: true, short: left < lowTime(view) };
  }
  const start = clocks?.[seat];
  if (start === undefined) return null;
  if (!on || running !== seat) return { left: start, delay: 0, running: false, short: on && start < lowTime(view) };
  const elapsed = Math.max(0, now - clockAt);
  const delay = clock.kind === "delay" ? Math.max(0, clock.add - elapsed) : 0;
  const used = clock.kind === "delay" ? Math.max(0, elapsed - clock.add) : elapsed;
  const left = Math.max(0, start - used);
  return { left, delay, running: true, short: left < lowTime(view) };
}

/** Returns below how many ms a clock is short of time: an eighth of it, 5 to 30 s. */
export function lowTime(view: View): number {
  const whole = view.clock.kind === "turn" ? view.clock.add : view.clock.base || view.clock.add;
  return Math.min(30_000, Math.max(5_000, whole / 8));
}

const second = 1_000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;

/** Writes a time: "2 d 4 h", "1:02:03", "4:05", and tenths under ten seconds. */
export function clockText(ms: number): string {
  if (ms < 10 * second) {
    const tenths = Math.floor(ms / 100) / 10;
    return new Intl.NumberFormat(spoken(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(tenths);
  }
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(ms / hour), minutes = Math.floor(ms / minute) % 60, seconds = Math.floor(ms / second) % 60;
  if (ms >= day) return say("time.days", { d: Math.floor(ms / day), h: hours % 24 });
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** Says a time: "4 minutes and 5 seconds". */
export function clockWords(ms: number): string {
  const parts: [string, number][] = ms >= day
    ? [["time.day", Math.floor(ms / day)], ["time.hour", Math.floor(ms / hour) % 24]]
    : [["time.hour", Math.floor(ms / hour)], ["time.minute", Math.floor(ms / minute) % 60], ["time.second", Math.floor(ms / second) % 60]];
  const told = parts.filter(([, n]) => n > 0);
  return told.length > 0 ? list(told.map(([key, n]) => count(key, n))) : count("time.second", 0);
}

/** Says what sort of clock the table has, "" for none. */
export function clockRule({ clock }: View): string {
  const minutes = new Intl.NumberFormat(spoken(), { maximumFractionDigits: 1 }).format(clock.base / minute);
  const seconds = Math.round(clock.add / second);
  switch (clock.kind) {
    case "":
      return "";
    case "turn":
      return say("time.rule.turn", { n: seconds });
    case "days":
      return clock.add >= day ? count("time.rule.days", Math.round(clock.add / day)) : count("time.rule.hours", Math.round(clock.add / hour));
    default:
      if (clock.add === 0) return say("time.rule.base", { base: minutes });
      return say(`time.rule.${clock.kind}`, { base: minutes, add: seconds });
  }
}

/** Writes the clocks anew between two drawings of the page; that is all that changes ten times a second. */
export function tick(root: Element, view: View, now: number): void {
  for (const element of root.querySelectorAll<HTMLElement>("[data-clock]")) {
    const shown = reading(view, Number(element.dataset["clock"]), now);
    if (!shown) continue;
    const [time, delay] = element.children;
    if (write(time, clockText(shown.left))) element.setAttribute("aria-label", say("time.left", { time: clockWords(shown.left) }));
    write(delay, delayText(shown));
    element.classList.toggle("short", shown.short);
  }
}

/** Writes what is left of the delay. */
export function delayText(shown: Reading): string {
  return shown.delay > 0 ? `+${Math.ceil(shown.delay / second)}` : "";
}

/** Writes a text; reports whether it was another. */
function write(element: Element | undefined, text: string): boolean {
  const node = element?.firstChild;
  if (!element || (node?.nodeValue ?? "") === text) return false;
  if (node) node.nodeValue = text;
  else element.textContent = text;
  return true;
}
