// Calling a player who looks elsewhere: a notification and a short shake, both only where wanted.

import { store, stored } from "./stored";
import { isMine } from "./table-state";
import { turnLine } from "./table-words";
import type { View } from "./view";
import { say } from "./words";

let shown: Notification | null = null;

/** Takes the notice away: it has been seen, or is no longer true. */
function withdraw(): void {
  shown?.close();
  shown = null;
}

document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && withdraw());

/** Reports whether notifications are wanted and allowed. */
export function noticesOn(): boolean {
  return "Notification" in window && Notification.permission === "granted" && stored("notices", "no") === "yes";
}

/** Turns notifications on, if the browser's owner agrees, or off. */
export async function setNotices(on: boolean): Promise<void> {
  const allowed = on && "Notification" in window && (await Notification.requestPermission()) === "granted";
  store("notices", allowed ? "yes" : "no");
}

/** Reports whether the device shakes on the player's turn. */
export function shakes(): boolean {
  return stored("shakes", "yes") === "yes";
}

export function setShakes(on: boolean): void {
  store("shakes", on ? "yes" : "no");
}

/** Reports whether devices of this sort shake at all. */
export function canShake(): boolean {
  return "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
}

/** Calls the player to his turn. Nothing is shown for the table he looks at. */
export function callToTurn(view: View): void {
  // Browsers refuse, with an error in the console, to shake for who has not touched the page.
  if (shakes() && canShake() && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate(80);
  if (document.visibilityState === "visible" && document.hasFocus()) return;
  if (!noticesOn()) return;
  // The tag lets two tabs of one table show one notice.
  try {
    shown = new Notification(turnLine(view).text, { body: say(`variant.${view.variant}`), tag: `melee-${view.table}`, lang: document.documentElement.lang });
  } catch {
    store("notices", "no"); // browsers of phones have the type, but let no page make one
    return;
  }
  shown.addEventListener("click", () => {
    window.focus();
    withdraw();
  });
}

/** Takes the notice back once it is no longer true. */
export function settleNotice(view: View): void {
  if (!isMine(view)) withdraw();
}
