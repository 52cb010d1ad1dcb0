// What a browser keeps for itself: colours, sounds, calls, notation.

import { h, type Content, type Description } from "./dom";
import { play, setVolume, volumeNow } from "./sound";
import { canShake, noticesOn, setNotices, setShakes, shakes } from "./table-notice";
import type { TableState } from "./table-state";
import { termsOf } from "./table-words";
import { chooseTheme, theme, themes } from "./theme-choice";
import type { View } from "./view";
import { say, spoken } from "./words";

/** What the settings can ask for. */
export interface SettingActions {
  change(part: Partial<TableState>): void;
  redraw(): void;
  copy(what: string, text: string): void;
  keys(): void;
}

/** Draws the settings. */
export function drawSettings(state: TableState, view: View, actions: SettingActions): Description {
  const { position } = state.past?.view ?? view;
  return h("details", { key: "settings", class: "settings", open: state.tab === "settings" },
    h("summary", {}, say("settings")),
    h("p", { class: "setting" }, termsOf(view).join(" · ")),
    h("div", { class: "setting", role: "group", "aria-label": say("theme") },
      h("span", { class: "setting-name" }, say("theme")),
      h("span", { class: "choices" }, themes.map((name) => h("button", {
        type: "button", "aria-pressed": String(theme() === name), onclick: () => { chooseTheme(name); actions.redraw(); },
      }, say(`theme.${name}`))))),
    loudness(actions),
    tick("notation.long", state.long, (on) => actions.change({ long: on })),
    "Notification" in window && tick("notices", noticesOn(), (on) => void setNotices(on).then(actions.redraw)),
    canShake() && tick("shakes", shakes(), (on) => { setShakes(on); actions.redraw(); }),
    h("p", { class: "setting" }, h("button", { type: "button", onclick: actions.keys }, say("keys.title"))),
    h("p", { class: "setting" }, h("a", { href: otherLanguage(), hreflang: say("language.other"), lang: say("language.other") }, say("language.other.name"))),
    h("p", { class: "setting" }, h("button", { type: "button", onclick: () => actions.copy("position", position) }, say(state.copied === "position" ? "copy.done" : "copy"))),
    h("p", { class: "position-text" }, h("code", {}, position)));
}

function loudness(actions: SettingActions): Content {
  const volume = volumeNow();
  return h("div", { class: "setting" },
    h("label", { class: "setting-name", for: "volume" }, say("volume")),
    h("input", {
      id: "volume", type: "range", min: 0, max: 100, step: 10, ".value": String(Math.round(volume * 100)),
      "aria-valuetext": volume === 0 ? say("volume.off") : `${Math.round(volume * 100)} %`,
      onchange: (event: Event) => {
        setVolume(Number((event.target as HTMLInputElement).value) / 100);
        play("move");
        actions.redraw();
      },
    }),
    h("span", { class: "setting-value" }, volume === 0 ? say("volume.off") : ""));
}

function tick(name: string, on: boolean, set: (on: boolean) => void): Description {
  return h("label", { class: "setting" },
    h("span", { class: "setting-name" }, say(name)),
    h("input", { type: "checkbox", ".checked": on, onchange: (event: Event) => set((event.target as HTMLInputElement).checked) }));
}

/** The address of this page in the other language: as the page says, else by its path. */
function otherLanguage(): string {
  const other = say("language.other");
  const link = document.querySelector<HTMLLinkElement>(`link[rel=alternate][hreflang=${other}]`);
  return link?.href ?? location.pathname.replace(`/${spoken()}/`, `/${other}/`);
}
