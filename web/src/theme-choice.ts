// Light, dark, or as the system says: data-theme on the root element, which the style sheet reads.

import { store, stored } from "./stored";

export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Returns the theme chosen in this browser. */
export function theme(): Theme {
  const name = stored("theme", "auto");
  return themes.find((t) => t === name) ?? "auto";
}

/** Applies a theme to the page and keeps it. */
export function chooseTheme(name: Theme): void {
  store("theme", name);
  applyTheme(name);
}

/** Applies a theme to the page: its colours and the pressed state of its buttons. */
export function applyTheme(name: Theme): void {
  const { dataset } = document.documentElement;
  if (name === "auto") delete dataset["theme"];
  else dataset["theme"] = name;
  for (const button of document.querySelectorAll("[data-theme-set]")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("data-theme-set") === name));
  }
}
