// The column beside the board (a sheet on small screens): moves, what can be done, settings.

import { h, type Content, type Description } from "./dom";
import { play, setVolume, volumeNow } from "./sound";
import { chooseTheme, theme, themes } from "./theme-choice";
import { isSameScreen, type TableState } from "./table-state";
import { drawMoves, type MoveActions } from "./table-moves";
import { plyText, seatName } from "./table-words";
import { suitOf, type View } from "./view";
import { say, spoken } from "./words";

/** What the column can ask for. */
export interface SideActions extends MoveActions {
  change(part: Partial<TableState>): void;
  copy(): void;
  redraw(): void;
}

/** Draws the column. */
export function drawSide(state: TableState, view: View, actions: SideActions): Description {
  const last = state.plies.at(-1);
  const summary = last ? `${seatName(view, last.seat)} ${plyText(last, state.long)}` : say("moves.none");
  return h("aside", { key: "side", class: `side${state.sheet ? " open" : ""}`, "aria-label": say("side.title") },
    h("button", {
      type: "button", class: "sheet-handle", "aria-expanded": String(state.sheet), "aria-controls": "side-content",
      onclick: () => actions.change({ sheet: !state.sheet }),
    }, h("strong", {}, say("side.title")), h("span", { class: "sheet-summary" }, state.sheet ? say("side.close") : summary)),
    h("div", { id: "side-content", class: "side-content" },
      h("h2", { class: "side-head" }, say("moves.title")),
      drawMoves(state, view, actions),
      drawDeeds(state, view, actions),
      drawSettings(state, view, actions)));
}

/** What a player can do besides moving. */
function drawDeeds(state: TableState, view: View, actions: SideActions): Content {
  const playing = view.status !== "ended" && view.you.length > 0;
  const resigning = resigner(view);
  const deeds = [
    playing && resigning !== null && h("button", { type: "button", onclick: () => actions.change({ dialog: { kind: "resign", seat: resigning } }) }, say("resign")),
    playing && canAgreeDraw(view) && h("button", { type: "button", onclick: () => actions.change({ dialog: { kind: "draw" } }) }, say("draw")),
    isSameScreen(view) && h("button", {
      type: "button", "aria-pressed": String(state.turning), onclick: () => actions.change({ turning: !state.turning }),
    }, say("turning")),
    h("button", { type: "button", onclick: actions.copy }, say(state.copied ? "copy.done" : "copy")),
  ];
  return h("div", { key: "deeds", class: "deeds" }, deeds);
}

/** The seat that resigns if this browser does: the one on turn where it plays several. */
function resigner(view: View): number | null {
  if (view.turn !== null && view.you.includes(view.turn)) return view.turn;
  return view.you.find((seat) => view.seats[seat]?.active) ?? null;
}

/** A draw is agreed by all at one screen, in games that know it (not in Four-player, F26a). */
function canAgreeDraw(view: View): boolean {
  return isSameScreen(view) && suitOf(view.variant) !== "four" && view.seats.every((_, seat) => view.you.includes(seat));
}

function drawSettings(state: TableState, view: View, actions: SideActions): Description {
  const volume = volumeNow();
  return h("details", { key: "settings", class: "settings" },
    h("summary", {}, say("settings")),
    h("div", { class: "setting", role: "group", "aria-label": say("theme") },
      h("span", { class: "setting-name" }, say("theme")),
      h("span", { class: "choices" }, themes.map((name) => h("button", {
        type: "button", "aria-pressed": String(theme() === name), onclick: () => { chooseTheme(name); actions.redraw(); },
      }, say(`theme.${name}`))))),
    h("div", { class: "setting" },
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
      h("span", { class: "setting-value" }, volume === 0 ? say("volume.off") : "")),
    h("label", { class: "setting" },
      h("span", { class: "setting-name" }, say("notation.long")),
      h("input", { type: "checkbox", ".checked": state.long, onchange: (event: Event) => actions.change({ long: (event.target as HTMLInputElement).checked }) })),
    h("p", { class: "setting" }, h("a", { href: otherLanguage(), hreflang: say("language.other"), lang: say("language.other") }, say("language.other.name"))),
    h("p", { class: "position-text" }, h("code", {}, (state.past?.view ?? view).position)));
}

/** The address of this page in the other language: as the page says, else by its path. */
function otherLanguage(): string {
  const other = say("language.other");
  const link = document.querySelector<HTMLLinkElement>(`link[rel=alternate][hreflang=${other}]`);
  return link?.href ?? location.pathname.replace(`/${spoken()}/`, `/${other}/`);
}
