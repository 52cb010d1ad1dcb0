// Runs in the head of every page, before the first paint. Buttons with
// data-theme-set="auto|light|dark" choose the theme.

import { applyTheme, chooseTheme, theme, themes } from "./theme-choice";

applyTheme(theme());
document.addEventListener("DOMContentLoaded", () => applyTheme(theme()));
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-theme-set]") : null;
  const name = themes.find((t) => t === button?.getAttribute("data-theme-set"));
  if (name) chooseTheme(name);
});
addEventListener("storage", () => applyTheme(theme()));
