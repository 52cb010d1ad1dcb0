// What is asked: condition, stipulation, options, twins, and the same as text.

import { conditions, menOf, stipulations, ticks, type BenchState, type Form } from "./bench-state";
import { h, type Content, type Description } from "./dom";
import { say } from "./words";

export interface FormActions {
  ask(part: Partial<Form>): void;
  /** Keeps what is written as text. */
  type(text: string): void;
  /** Takes a problem over from Popeye's language. */
  takeText(): void;
  /** Writes the problem in Popeye's language. */
  writeText(): void;
}

const valueOf = (event: Event) => (event.target as HTMLInputElement).value;

/** Draws the question. */
export function drawForm(state: BenchState, actions: FormActions): Description {
  const { form } = state;
  return h("form", { key: "form", class: "bench-form", onsubmit: (event: Event) => event.preventDefault() },
    h("div", { class: "bench-pair" },
      labelled("bench-condition", say("bench.condition"), h("select", { id: "bench-condition", ".value": form.condition, onchange: (event: Event) => actions.ask({ condition: valueOf(event) }) },
        conditions.map((name) => h("option", { value: name, selected: form.condition === name }, name === "orthodox" ? say("bench.orthodox") : say(`variant.${name}`))))),
      labelled("bench-stipulation", say("bench.stipulation"),
        h("input", { id: "bench-stipulation", list: "bench-stipulations", ".value": form.stipulation, maxlength: 40, autocomplete: "off", spellcheck: "false", oninput: (event: Event) => actions.ask({ stipulation: valueOf(event).trim() }) }),
        h("datalist", { id: "bench-stipulations" }, stipulations.map((text) => h("option", { value: text }))))),
    h("fieldset", { class: "bench-ticks" },
      h("legend", {}, say("bench.options")),
      ticks.map((word) => h("label", { key: word, class: "pick" },
        h("input", { type: "checkbox", ".checked": has(form, word), onchange: (event: Event) => actions.ask({ options: withWord(form, word, (event.target as HTMLInputElement).checked) }) }),
        h("span", {}, say(`bench.option.${word}`))))),
    more(state, actions),
    text(state, actions));
}

function labelled(id: string, label: string, ...control: Content[]): Description {
  return h("div", { key: id, class: "bench-field" }, h("label", { for: id }, label), control);
}

/** Title, author, twins, the rest of the options, and the men as text. */
function more(state: BenchState, actions: FormActions): Description {
  const { form } = state;
  return h("details", { key: "more", class: "options" },
    h("summary", {}, say("bench.more")),
    h("div", { class: "option-list" },
      labelled("bench-title", say("bench.title"), h("input", { id: "bench-title", ".value": form.title, maxlength: 200, oninput: (event: Event) => actions.ask({ title: valueOf(event) }) })),
      labelled("bench-author", say("bench.author"), h("input", { id: "bench-author", ".value": form.author, maxlength: 200, oninput: (event: Event) => actions.ask({ author: valueOf(event) }) })),
      labelled("bench-words", say("bench.words"), h("input", { id: "bench-words", ".value": form.options, maxlength: 400, spellcheck: "false", oninput: (event: Event) => actions.ask({ options: valueOf(event) }) }),
        h("p", { class: "hint" }, say("bench.words.hint"))),
      labelled("bench-twins", say("bench.twins"), h("textarea", { id: "bench-twins", rows: 3, ".value": form.twins.join("\n"), maxlength: 4000, spellcheck: "false", placeholder: "move a1 b1", oninput: (event: Event) => actions.ask({ twins: valueOf(event).split("\n") }) }),
        h("p", { class: "hint" }, say("bench.twins.hint"))),
      labelled("bench-fen", say("bench.fen"), h("input", {
        id: "bench-fen", ".value": form.board, maxlength: 100, spellcheck: "false",
        "aria-invalid": menOf(form.board) ? undefined : "true",
        oninput: (event: Event) => actions.ask({ board: valueOf(event).trim().split(/\s/)[0] ?? "" }),
      }))));
}

function text(state: BenchState, actions: FormActions): Description {
  return h("details", {
    key: "text", class: "options",
    ontoggle: (event: Event) => (event.target as HTMLDetailsElement).open && actions.writeText(),
  },
    h("summary", {}, say("bench.text")),
    h("div", { class: "option-list" },
      labelled("bench-text", say("bench.text.label"), h("textarea", { id: "bench-text", class: "bench-text", rows: 9, ".value": state.text ?? "", maxlength: 60000, spellcheck: "false", oninput: (event: Event) => actions.type(valueOf(event)) })),
      h("p", { class: "bench-deeds" }, h("button", { type: "button", onclick: () => actions.takeText() }, say("bench.text.take")))));
}

function words(form: Form): string[] {
  return form.options.split(/\s+/).filter((word) => word !== "");
}

function has(form: Form, word: string): boolean {
  return words(form).some((other) => other.toLowerCase() === word.toLowerCase());
}

function withWord(form: Form, word: string, on: boolean): string {
  const others = words(form).filter((other) => other.toLowerCase() !== word.toLowerCase());
  return (on ? [...others, word] : others).join(" ");
}
