// The keys of a table page: through the game, to the box for typed moves, to their own list.

import { h, type Description } from "./dom";
import { closeButton, frame } from "./table-dialogs";
import { say } from "./words";

/** What a key asks for. */
export interface KeyActions {
  /** Steps through the game: by so many plies, to the start or to the present. */
  step(by: number): void;
  start(): void;
  end(): void;
  /** Opens the box for typed moves and puts the focus there at once. */
  type(): void;
  keys(): void;
  /** Leaves what is open; reports whether anything was. */
  leave(): boolean;
}

/** Answers a key pressed anywhere on the page; reports whether it meant something. */
export function onKey(event: KeyboardEvent, actions: KeyActions): boolean {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, textarea, select, dialog, .promotion")) return false;
  const onBoard = target.closest("svg.board") !== null; // arrows, Enter and Home are the cursor's there
  const steps: Record<string, () => void> = {
    ArrowLeft: () => actions.step(-1),
    ArrowRight: () => actions.step(1),
    Home: actions.start,
    End: actions.end,
  };
  const step = steps[event.key];
  if (step) {
    const scrolls = target.closest("[role=region], [role=log], summary, [role=tablist]") !== null && (event.key === "Home" || event.key === "End");
    if (onBoard || scrolls) return false;
    step();
    return true;
  }
  if (event.key === "Escape") return actions.leave();
  if (!onBoard) return false; // elsewhere a sign that is typed means nothing (WCAG 2.1.4)
  if (/^[a-zA-Z0]$/.test(event.key)) {
    actions.type(); // the key itself goes on into the box
    return false;
  }
  if (event.key === "?") actions.keys();
  else if (event.key === "/") actions.type();
  else return false;
  return true;
}

/** Draws the list of keys. */
export function drawKeys(close: () => void): Description {
  const group = (name: string, rows: [string, string][]) => [
    h("h3", {}, say(`keys.${name}`)),
    h("dl", { class: "keys" }, rows.map(([keys, what]) => [
      h("dt", {}, keys.split(" ").map((key) => h("kbd", {}, key))), h("dd", {}, say(`keys.${what}`)),
    ])),
  ];
  return frame("keys", say("keys.title"), close,
    group("board", [["← ↑ ↓ →", "cursor"], [say("keys.enter"), "pick"], [say("keys.escape"), "cancel"], ["/", "type"], ["?", "list"]]),
    group("page", [["← →", "step"], [`${say("keys.home")} ${say("keys.end")}`, "ends"]]),
    group("box", [[say("keys.sample"), "move"], ["b", "men"], [`p ${say("keys.piece")}`, "kind"], ["c", "clocks"], ["l", "last"], ["s e4", "square"]]),
    closeButton(close));
}
