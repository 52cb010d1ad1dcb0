// What a table says: whose turn and why, what a move brought, how a game ended.

import { clockRule } from "./table-clock";
import { isMine, isOn, isSameScreen } from "./table-state";
import { kindOf, parseMove, suitOf, type Effect, type Ply, type View } from "./view";
import { list, localised, knows, say, sentence } from "./words";

/** Names a seat: "Reine blanche", "Rouge". */
export function seatName(view: View, seat: number): string {
  return say(`seat.${view.seats[seat]?.name ?? ""}`);
}

/** Returns a seat's name with an article or preposition: form is "the", "to" or "of". */
export function seatForm(view: View, seat: number, form: "the" | "to" | "of"): string {
  return say(`seat.${view.seats[seat]?.name ?? ""}.${form}`);
}

/** Returns what a seat's player calls himself, "" if he does not, and where all sit at one screen. */
export function whoName(view: View, seat: number): string {
  const { player, who = "" } = view.seats[seat] ?? {};
  return player === "guest" || (player === "you" && !isSameScreen(view)) ? who : "";
}

/** Says who plays a seat: "you", "away: the computer plays", "computer, level 4" or in short "computer 4". */
export function playerLine(view: View, seat: number, short = false): string {
  const { player = "open", level, away, here, out } = view.seats[seat] ?? {};
  if (out) return say("seat.out");
  if (player === "cpu" && level) return say(short ? "player.cpu.short" : "player.cpu.level", { level });
  if (away) return say(short ? "player.away.short" : "player.away");
  if (player === "guest" && here === false) return say("player.absent");
  return say(`player.${player}`);
}

/** Names a seat and, where he has said it, its player: "Red (Ana)". */
export function fullName(view: View, seat: number): string {
  const who = whoName(view, seat);
  return who ? say("seat.who", { name: seatName(view, seat), who }) : seatName(view, seat);
}

/** Lists what a table plays by: game, clock, and the options that differ from their defaults. */
export function termsOf(view: View): string[] {
  const options = Object.entries(view.options).flatMap(([name, value]) => {
    if (name === "move_limit") return [say("option.move_limit", { n: value })];
    if (name === "first_seat") return [say("option.first_seat", { seat: say(`seat.${value}`) })];
    const key = `option.${name}.${value}`;
    return knows(key) ? [say(key)] : []; // empty seats and the series show the others
  });
  return [say(`variant.${view.variant}`), view.rated ? say("replay.rated") : "", clockRule(view), ...options].filter(Boolean);
}

/** A sentence and the rule it rests on, "" if none needs naming. */
export interface Reasoned {
  text: string;
  rule: string;
}

/** Says whose turn it is, and why where that is not plain. */
export function turnLine(view: View): Reasoned {
  const { turn } = view;
  if (view.status === "closed") return { text: say("table.closed"), rule: "" };
  if (view.status === "gathering") return { text: say("room.title"), rule: "" };
  if (!isOn(view) || turn === null) return { text: headline(view), rule: "" };
  const who = { the: seatForm(view, turn, "the"), to: seatForm(view, turn, "to"), of: seatForm(view, turn, "of") };
  if (view.status === "choice") {
    return { text: sentence(say(isMine(view) ? "table.choice.yours" : "table.choice", who)), rule: "M14" };
  }
  const moved = seatLine(view, who);
  const rule = view.slotRule ?? "";
  if (rule && view.slot !== undefined) {
    const slot = { slot: seatForm(view, view.slot, "the"), slotOf: seatForm(view, view.slot, "of") };
    return { text: sentence(say(`table.slot.${rule}`, { ...who, ...slot })), rule };
  }
  return { text: sentence(moved), rule: "" };
}

function seatLine(view: View, who: Record<string, string>): string {
  const checked = view.check.some((square) => Number(view.men[square]?.charAt(0)) === kingSeat(view));
  if (isMine(view)) {
    if (isSameScreen(view)) return say(checked ? "table.turn.check" : "table.turn", who);
    if (view.you.length > 1) return say(checked ? "table.turn.yours.seat.check" : "table.turn.yours.seat", who);
    return say(checked ? "table.turn.yours.check" : "table.turn.yours", who);
  }
  if (view.turn !== null && view.seats[view.turn]?.player === "cpu") return say("table.turn.cpu", who);
  return say(checked ? "table.turn.check" : "table.turn", who);
}

/** The seat that owns the king of the side to move. */
function kingSeat(view: View): number {
  const turn = view.turn ?? 0;
  return suitOf(view.variant) === "camps" ? (turn % 2) + 2 : turn;
}

/** Says who has won, or that nobody has. */
export function headline(view: View): string {
  const first = view.result?.ranking[0] ?? [];
  const suit = suitOf(view.variant);
  if (!view.result || (view.result.draw && suit !== "four")) return say("table.draw");
  const [a] = first;
  if (first.length === 1 && a !== undefined) return say("table.won", { of: seatForm(view, a, "of"), the: sentence(seatForm(view, a, "the")) });
  if (suit === "camps") return say(`table.won.camp.${(a ?? 0) % 2 === 0 ? "white" : "black"}`);
  return say("table.won.shared", { names: list(first.map((seat) => seatName(view, seat))) });
}

/** Says why the game ended. */
export function reasonLine(view: View): string {
  const reason = view.result?.reason ?? "";
  const special = `reason.${reason}.${view.variant}`;
  return say(knows(special) ? special : `reason.${reason}`);
}

/** Says what an effect is, with the names it is about. */
export function effectLine(view: View, effect: Effect): string {
  const names = {
    name: seatName(view, effect.seat),
    the: seatForm(view, effect.seat, "the"),
    of: seatForm(view, effect.seat, "of"),
    by: effect.by === null ? "" : seatForm(view, effect.by, "the"),
    points: effect.points,
  };
  switch (effect.kind) {
    case "gain":
      return say(`gain.${effect.rule}`, names);
    case "elimination": {
      const key = `elimination.${effect.rule}`;
      return sentence(say(effect.by === null && knows(`${key}.nobody`) ? `${key}.nobody` : key, names));
    }
    default:
      return sentence(say(`effect.${effect.kind}`, names));
  }
}

/** Writes a ply as people read it: a move in the page's letters, or a choice in words. */
export function plyText(ply: Ply, long: boolean): string {
  if (ply.from) return localised(long ? ply.long : ply.san);
  const word = ply.token.split(":")[0] ?? "";
  return say(`token.${word}`);
}

/** Says a ply aloud: who, what, and what it brought. */
export function announcement(view: View, ply: Ply): string {
  const effects = ply.effects.map((effect) =>
    effect.kind === "gain" ? `${seatName(view, effect.seat)} +${effect.points}` : effectLine(view, effect));
  return [`${seatName(view, ply.seat)} ${plyText(ply, true)}`, ...effects].join(". ");
}

/** Says why a move cannot be made. */
export function refusal(view: View, from: string, to: string): string {
  if (view.forbidden === from + to) return say("rules.A6.here");
  if (view.barred === from) return say("rules.A15.here");
  const own = Number(view.men[from]?.charAt(0));
  if (view.check.length > 0 && view.turn !== null && !Number.isNaN(own)) {
    const king = view.check.some((square) => Number(view.men[square]?.charAt(0)) === kingSeat(view));
    if (king) return say("table.refused.check");
  }
  return say("table.refused");
}

/** Returns the address of a rule on the rules pages. */
export function ruleAddress(view: View, rule: string): string {
  const page = suitOf(view.variant) === "camps" ? "mcx4" : suitOf(view.variant) === "four" ? "four-player" : "all-in";
  return `${say("table.rules.path")}${page}#${rule}`;
}

/** Writes a move that has not been played yet: "Ng1–f3". */
export function tokenText(view: View, token: string): string {
  const move = parseMove(token);
  if (!move) return say(`token.${token}`);
  const kind = kindOf(view.men[move.from] ?? "");
  const takes = view.men[move.to] ? "×" : "–";
  return localised(kind === "P" ? "" : kind) + move.from + takes + move.to + localised(move.promotion ? `=${move.promotion.toUpperCase()}` : "");
}
