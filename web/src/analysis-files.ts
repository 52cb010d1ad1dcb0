// What comes in and goes out: a pasted position or game, the game as a file, the address of a position.

import type { AnalysisState } from "./analysis-state";
import { h, type Description } from "./dom";
import type { View } from "./view";
import { suitOf } from "./view";
import { say } from "./words";

/** What can be asked for. */
export interface FileActions {
  change(part: Partial<AnalysisState>): void;
  /** Reads the text as a position or a game. */
  load(): void;
  /** Begins anew with a variant's starting array. */
  anew(variant: string): void;
  save(format: string): void;
  copy(text: string): void;
}

/** The variants, in the order they are shown in. */
export const variants = ["all-in", "half-in", "mainly-in", "free-for-all", "mcx4", "four-player", "four-player-teams"];

/** Draws the ways in and out. */
export function drawFiles(state: AnalysisState, view: View, actions: FileActions): Description {
  const four = suitOf(view.variant) === "four";
  return h("section", { key: "files", class: "analysis-files", "aria-labelledby": "analysis-files" },
    h("h2", { id: "analysis-files" }, say("analysis.files")),
    h("form", {
      onsubmit: (event: Event) => {
        event.preventDefault();
        actions.load();
      },
    },
      h("label", { for: "analysis-variant" }, say("analysis.variant")),
      h("div", { class: "analysis-row" },
        h("select", { id: "analysis-variant", ".value": state.variant, onchange: (event: Event) => actions.change({ variant: (event.target as HTMLSelectElement).value }) },
          variants.map((name) => h("option", { value: name, selected: name === state.variant }, say(`variant.${name}`)))),
        h("button", { type: "button", onclick: () => actions.anew(state.variant) }, say("analysis.anew"))),
      h("label", { for: "analysis-text" }, say("analysis.text")),
      h("textarea", {
        id: "analysis-text", rows: 5, maxlength: 400000, spellcheck: "false", ".value": state.text,
        "aria-invalid": state.fault ? "true" : undefined, "aria-describedby": "analysis-fault",
        oninput: (event: Event) => actions.change({ text: (event.target as HTMLTextAreaElement).value, fault: "" }),
      }),
      h("p", { id: "analysis-fault", class: "fault", role: "alert" }, state.fault),
      h("button", { type: "submit", class: "strong" }, say("analysis.load"))),
    h("h3", {}, say("analysis.save")),
    h("div", { class: "analysis-row" },
      [four ? "pgn4" : "pgn", "json"].map((format) => h("button", { key: format, type: "button", onclick: () => actions.save(format) }, format.toUpperCase())),
      h("button", { key: "copy", type: "button", disabled: view.position === "", onclick: () => actions.copy(view.position) }, say(state.copied ? "copy.done" : "copy")),
      h("a", { key: "link", class: "button", href: addressOf(view) }, say("analysis.link"))),
    h("p", { class: "position-text" }, h("code", {}, view.position)));
}

/** Returns the address of this page for the position shown. */
export function addressOf(view: View): string {
  const query = new URLSearchParams({ variant: view.variant });
  for (const [name, value] of Object.entries(view.options)) query.set(`option.${name}`, value);
  if (view.position) query.set("fen", view.position);
  return `?${query}`;
}
