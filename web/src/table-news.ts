// What a change at the table sounds like and how it is read aloud.

import { play } from "./sound";
import { offerLine } from "./table-messages";
import { callToTurn, settleNotice } from "./table-notice";
import { isMine, isMove, isOn, type TableState } from "./table-state";
import { lineText, readable } from "./table-talk";
import { announcement, headline, reasonLine, turnLine } from "./table-words";
import type { Ply, View } from "./view";

/** Returns the plies that are new in a view: none at first sight, so that nothing old is heard again. */
export function freshPlies(before: View | null, after: View): Ply[] {
  return before?.game === after.game && before.plies.length < after.plies.length ? after.plies.slice(before.plies.length) : [];
}

/** Makes what is new heard: the last move, the own turn, the end, a line of talk. */
export function sound(before: View | null, state: TableState): void {
  const { view } = state;
  if (!before || !view) return;
  const fresh = freshPlies(before, view);
  const last = fresh.at(-1);
  if (last && isMove(last)) play(last.san.includes("x") ? "take" : "move");
  const turned = isMine(view) && view.you.length < view.seats.length && (fresh.length > 0 || !isMine(before));
  if (view.status === "ended" && before.status !== "ended") play("end");
  else if (turned && view.check.length > 0) play("check");
  else if (turned && (view.seats.length > 2 || document.visibilityState === "hidden")) play("turn");
  const told = readable(state).at(-1);
  if (told && told.n > (before.talk.at(-1)?.n ?? -1) && !(told.seat !== null && view.you.includes(told.seat))) play("talk");
  if (offerLine(view) !== "" && offerLine(before) === "") play("offer");
  if (turned) callToTurn(view);
  settleNotice(view);
}

/**
 * Returns what is read aloud: the course of the game politely, what asks for the
 * player at once. The urgent text is empty between two turns, so that each of them is a change.
 */
export function spokenNews(before: View | null, state: TableState): Pick<TableState, "spoken" | "urgent"> {
  const { view, spoken } = state;
  if (!view) return { spoken, urgent: "" };
  const fresh = freshPlies(before, view).slice(-view.seats.length);
  const moves = fresh.map((ply) => announcement(view, ply));
  const end = view.status === "ended" && before?.status !== "ended" ? [headline(view), reasonLine(view)] : [];
  const lines = readable(state).filter((line) => before && line.n > (before.talk.at(-1)?.n ?? -1));
  const others = isOn(view) && !isMine(view) && fresh.length > 0 ? [turnLine(view).text] : [];
  const news = [...moves, ...end, ...others, ...lines.map((line) => `${line.name}: ${lineText(line)}`)].join(". ");
  const urgent = isMine(view) && view.you.length < view.seats.length ? turnLine(view).text : offerLine(view);
  return { spoken: news || spoken, urgent };
}
