// The live table: builds the inside of <main data-table="ID" data-lang="fr"> and keeps it true to the server.

import "./board";
import type { MoveEvent, RefusedEvent } from "./board";
import { h, patch, perFrame, type Content } from "./dom";
import { play } from "./sound";
import { store, stored } from "./stored";
import { drawDialog, keepModal } from "./table-dialogs";
import { floatGains } from "./table-float";
import { drawSeats } from "./table-seats";
import { drawSide } from "./table-side";
import { accept, boardOf, emptyTable, isMine, isMove, type TableState } from "./table-state";
import { command, follow, readPast } from "./table-stream";
import { drawTab } from "./table-tab";
import { announcement, effectLine, headline, reasonLine, refusal, ruleAddress, seatName, turnLine } from "./table-words";
import { signPicture } from "./men";
import { suitOf, type Effect, type Ply, type View } from "./view";
import { say, sentence, speak } from "./words";

/** How many plies an elimination stays announced. */
const bannerPlies = 4;

class Table {
  private state: TableState = { ...emptyTable, long: stored("long", "no") === "yes", turning: stored("turning", "no") === "yes" };
  private readonly redraw = perFrame(() => this.draw());
  private pasts = new Map<number, View>();
  /** The ply the list of moves was last scrolled to. */
  private inView = "";
  /** The server's clock minus ours, ms. */
  private ahead = 0;

  constructor(private readonly root: HTMLElement, private readonly id: string) {
    this.redraw();
    follow(id, {
      view: (view) => this.receive(view),
      connected: (connected) => connected !== this.state.connected && this.change({ connected }),
      lost: (status) => this.change({ fault: say(status === 404 ? "table.missing" : "table.closed") }),
      game: () => this.state.view?.game ?? 0,
      plies: () => this.state.plies.length,
      restful: () => this.state.view?.status === "ended" || this.state.view?.you.length === 0,
    });
    setInterval(() => this.state.view?.deadline && this.redraw(), 500);
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  private change(part: Partial<TableState>): void {
    this.state = { ...this.state, ...part };
    if (part.long !== undefined) store("long", part.long ? "yes" : "no");
    if (part.turning !== undefined) store("turning", part.turning ? "yes" : "no");
    this.redraw();
  }

  private receive(view: View): void {
    const before = this.state;
    const known = before.view?.game === view.game ? before.plies.length : view.plies.length;
    if (before.view && before.view.seq > view.seq) return; // an older answer overtaken by the stream
    this.ahead = view.now - Date.now();
    if (before.view?.game !== view.game) this.pasts.clear();
    const after = accept(before, view);
    const fresh = before.view ? after.plies.slice(known) : [];
    const news = fresh.length > 0 || before.view?.status !== view.status;
    this.change({ ...after, spoken: news ? spokenNews(view, fresh) : before.spoken });
    if (fresh.length > 0) this.present(view, fresh);
  }

  /** Makes new plies heard, and lets the points they earned fly. */
  private present(view: View, fresh: Ply[]): void {
    const last = fresh.at(-1);
    if (last && isMove(last)) play(last.san.includes("x") ? "take" : "move");
    const turned = isMine(view) && view.you.length === 1;
    if (view.status === "ended") {
      play("end");
      requestAnimationFrame(() => this.root.querySelector(".result")?.scrollIntoView({ block: "nearest" }));
    } else if (turned && view.check.length > 0) play("check");
    else if (turned && view.seats.length > 2) play("turn");
    const effects: Effect[] = fresh.slice(-8).flatMap((ply) => ply.effects);
    requestAnimationFrame(() => floatGains(this.root, this.state, view, effects));
  }

  private async send(token: string, seat?: number): Promise<void> {
    this.change({ pending: { token, plies: this.state.plies.length }, note: "", dialog: null });
    const what = seat === undefined ? { do: token } : { do: token, seat };
    const refusal = await command(this.id, what);
    if (refusal) this.change({ pending: null, note: say(`table.refused.${refusal}`) });
    else if (token === "new" && this.state.pending?.token === token) this.change({ pending: null });
  }

  private chosen(token: string): void {
    const { view } = this.state;
    if (view?.abandons.includes(token)) this.change({ dialog: { kind: "abandon", token } });
    else void this.send(token);
  }

  /** Shows the position after n plies; the newest is the game itself. */
  private look(plies: number): void {
    if (plies < 0 || plies > this.state.plies.length) return;
    if (plies === this.state.plies.length) return this.change({ past: null });
    this.change({ past: { plies, view: this.pasts.get(plies) ?? this.state.past?.view ?? null } });
    if (this.pasts.has(plies)) return;
    void readPast(this.id, plies).then((view) => {
      if (!view || view.game !== this.state.view?.game) return;
      this.pasts.set(plies, view);
      if (this.state.past?.plies === plies) this.change({ past: { plies, view } });
    });
  }

  private onKey(event: KeyboardEvent): void {
    const { view, past, plies } = this.state;
    const typing = event.target instanceof Element && event.target.closest("svg.board, input, dialog, .promotion");
    if (!view || typing || event.ctrlKey || event.altKey || event.metaKey) return;
    const shown = past?.plies ?? plies.length;
    if (event.key === "ArrowLeft") this.look(shown - 1);
    else if (event.key === "ArrowRight") this.look(shown + 1);
    else if (event.key === "Escape" && this.state.sheet) this.change({ sheet: false });
    else return;
    event.preventDefault();
  }

  private async copy(): Promise<void> {
    const { view, past } = this.state;
    try {
      await navigator.clipboard.writeText((past?.view ?? view)?.position ?? "");
      this.change({ copied: true });
      setTimeout(() => this.change({ copied: false }), 2000);
    } catch {
      this.change({ note: say("copy.refused") });
    }
  }

  private draw(): void {
    const { view } = this.state;
    if (!view) {
      // What the server has drawn stays until there is something better.
      if (this.state.fault) patch(this.root, h("p", { class: "table-waiting", role: "status" }, this.state.fault));
      return;
    }
    drawTab(view);
    const seconds = this.secondsLeft(view);
    const suit = suitOf(view.variant);
    patch(this.root,
      h("p", { key: "connection", class: "connection", role: "status" }, this.state.connected ? "" : say("table.reconnecting")),
      h("h1", { key: "title", class: "hidden" }, say(`variant.${view.variant}`)),
      h("div", { key: "arena", class: `arena suit-${suit}`, style: { "--ratio": String(view.geometry.files / view.geometry.ranks) } },
        this.drawTurn(view),
        drawSeats(this.state, view, seconds, (seat) => this.change({ dialog: { kind: "gains", seat } })),
        h("div", { key: "board-box", class: "board-box" }, h("melee-board", {
          class: "table-board",
          ".game": { ...boardOf(this.state), label: say("board.label", { variant: say(`variant.${view.variant}`) }) },
          "onmelee-move": (event: MoveEvent) => this.chosen(event.detail.token),
          "onmelee-refused": (event: RefusedEvent) => this.change({ note: refusal(view, event.detail.from, event.detail.to) }),
          onpointerdown: () => this.state.note && this.change({ note: "" }),
        }))),
      h("div", { key: "messages", class: "messages" }, this.drawBanner(view), this.drawPast(), this.drawResult(view)),
      drawSide(this.state, view, {
        look: (plies) => this.look(plies),
        change: (part) => this.change(part),
        copy: () => void this.copy(),
        redraw: this.redraw,
      }),
      drawDialog(this.state, view, seconds, {
        close: () => this.change({ dialog: null }),
        send: (token, seat) => void this.send(token, seat),
        aside: () => this.change({ aside: true }),
        look: (plies) => this.look(plies),
      }),
      h("p", { key: "spoken", class: "hidden", role: "log", "aria-live": "polite" }, this.state.spoken));
    keepModal(this.root);
    this.keepInView();
  }

  /** Scrolls the list of moves, and nothing else, to the move that is shown. */
  private keepInView(): void {
    const list = this.root.querySelector(".moves");
    const current = this.root.querySelector(".move[aria-current]");
    const shown = current?.getAttribute("data-plies") ?? "";
    if (!list || list.clientHeight === 0 || shown === this.inView) return;
    this.inView = shown;
    if (!current) return;
    const frame = list.getBoundingClientRect(), move = current.getBoundingClientRect();
    const head = 40; // the signs stay at the top of the list
    if (move.top < frame.top + head) list.scrollTop -= frame.top + head - move.top;
    else if (move.bottom > frame.bottom) list.scrollTop += move.bottom - frame.bottom;
  }

  private secondsLeft(view: View): number | null {
    if (!view.deadline || view.status === "ended") return null;
    return Math.max(0, Math.ceil((view.deadline - Date.now() - this.ahead) / 1000));
  }

  private drawTurn(view: View): Content {
    if (view.status === "ended") return null; // the result says it
    const line = turnLine(view);
    return h("p", { key: "turn", class: `turn-line${isMine(view) ? " mine" : ""}` },
      view.turn !== null && signPicture(suitOf(view.variant), view.turn),
      h("span", {}, line.text, line.rule ? " " : null,
        line.rule && h("a", { class: "rule", href: ruleAddress(view, line.rule), target: "_blank", rel: "noopener" }, line.rule)),
      this.state.aside && isMine(view) && h("button", { type: "button", class: "strong", onclick: () => this.change({ aside: false }) }, say("survival.back")));
  }

  /** The newest elimination, until the game has gone on for a while. */
  private drawBanner(view: View): Content {
    const { plies, bannerRead } = this.state;
    for (let n = plies.length; n > Math.max(bannerRead, plies.length - bannerPlies); n--) {
      const effects = plies[n - 1]?.effects ?? [];
      const events = effects.filter((e) => e.kind !== "gain");
      if (events.length === 0 || view.status === "ended") continue;
      return h("div", { key: `banner-${n}`, class: "banner" },
        events.map((event) => {
          const gain = effects.find((e) => e.kind === "gain" && e.seat === event.by && e.points >= 20);
          return h("p", {}, signPicture(suitOf(view.variant), event.seat), h("span", {}, effectLine(view, event), " ",
            gain && h("strong", {}, `${sentence(seatName(view, gain.seat))} +${gain.points} `),
            h("a", { class: "rule", href: ruleAddress(view, event.rule), target: "_blank", rel: "noopener" }, event.rule)));
        }),
        h("button", { type: "button", class: "close", "aria-label": say("dialog.close"), onclick: () => this.change({ bannerRead: n }) }, "×"));
    }
    return null;
  }

  private drawPast(): Content {
    const { past, plies } = this.state;
    if (!past || past.plies === plies.length) return null;
    return h("div", { key: "past", class: "past" },
      h("span", {}, say("moves.past", { n: past.plies, all: plies.length })),
      h("button", { type: "button", class: "strong", onclick: () => this.change({ past: null }) }, say("moves.back")));
  }

  private drawResult(view: View): Content {
    const { result } = view;
    if (!result || view.status !== "ended") return null;
    const suit = suitOf(view.variant);
    return h("section", { key: "result", class: "result", "aria-label": say("result.title") },
      h("h2", {}, headline(view)),
      h("p", {}, reasonLine(view)),
      !(result.draw && suit !== "four") && h("ol", { class: "ranking" }, result.ranking.map((place, index) => h("li", {},
        h("span", { class: "place" }, String(index + 1)),
        place.map((seat) => h("span", { class: "ranked" }, signPicture(suit, seat), seatName(view, seat),
          view.seats[seat]?.points !== undefined && h("strong", {}, String(view.seats[seat]?.points))))))),
      view.you.length > 0 && h("button", { type: "button", class: "strong", onclick: () => void this.send("new") }, say("new")));
  }
}

/** What is read aloud: the new plies and whose turn it is. */
function spokenNews(view: View, fresh: Ply[]): string {
  return [...fresh.slice(-view.seats.length).map((ply) => announcement(view, ply)), turnLine(view).text].join(". ");
}

for (const root of document.querySelectorAll<HTMLElement>("main[data-table]")) {
  speak(root.dataset["lang"] ?? document.documentElement.lang);
  new Table(root, root.dataset["table"] ?? "");
}
