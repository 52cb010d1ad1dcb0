// The browser's tab: its title and picture show the sign on turn.

import { signLetters } from "./men";
import { isMine, isOn, isSameScreen } from "./table-state";
import { seatName, headline } from "./table-words";
import { suitOf, type View } from "./view";
import { say } from "./words";

/** The addresses of the pictures by seat name; the bundler puts them in. */
declare const ICONS: Record<string, string>;

/** Shows whose turn it is in the tab. */
export function drawTab(view: View): void {
  const { turn } = view;
  const name = say(`variant.${view.variant}`);
  if (turn === null || !isOn(view)) {
    const what = view.status === "gathering" ? say("room.title") : view.status === "closed" ? say("tab.closed") : headline(view);
    document.title = `${what} · ${name} · Mêlée`;
    setIcon(ICONS["icon"] ?? "");
    return;
  }
  const sign = suitOf(view.variant) === "four" ? `${signLetters[turn]} ` : "";
  const who = isMine(view) && !isSameScreen(view) ? say("tab.yours") : seatName(view, turn);
  document.title = `${sign}${who} · ${name} · Mêlée`;
  setIcon(ICONS[view.seats[turn]?.name ?? ""] ?? ICONS["icon"] ?? "");
}

function setIcon(address: string): void {
  let link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (!link) {
    link = document.createElement("link");
    link.rel = "icon";
    document.head.append(link);
  }
  if (address && link.getAttribute("href") !== address) {
    link.type = "image/svg+xml";
    link.href = address;
  }
}
