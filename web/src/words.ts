// The page's words. Sentences live in web/messages, one file a language.

import en from "../messages/en.json";
import fr from "../messages/fr.json";
import { isGrey, kindOf, seatOf, type Man, type Square, type Suit } from "./view";

const languages: Record<string, Record<string, string>> = { fr, en };
let language = "en";
let messages: Record<string, string> = en;

/** Chooses the language of every text from now on; unknown ones fall back to English. */
export function speak(name: string): void {
  language = name in languages ? name : "en";
  messages = languages[language] ?? en;
}

/** Returns the language spoken. */
export function spoken(): string {
  return language;
}

/** Reports whether there is a text of that name. */
export function knows(key: string): boolean {
  return key in messages;
}

/** Returns the text of that name with {name}s replaced. */
export function say(key: string, values: Record<string, string | number> = {}): string {
  const text = messages[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Returns the text for n things: "key.one" or "key.other", as the language counts. */
export function count(key: string, n: number): string {
  const form = new Intl.PluralRules(language).select(n);
  const name = `${key}.${form}`;
  return say(knows(name) ? name : `${key}.other`, { n });
}

/** Writes the first letter large. */
export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

/** Joins a list as the language does: "a, b and c". */
export function list(parts: string[]): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(parts);
}

/** Names a man: "white knight", "queen of the Queen's clan", "grey rook". */
export function manName(suit: Suit, man: Man): string {
  const kind = kindOf(man), seat = seatOf(man);
  const gender = say(`man.gender.${kind}`);
  const colour = isGrey(man) ? "grey" : colourOf(suit, seat);
  const name = say("man.name", { kind: say(`man.${kind}`), colour: say(`colour.${colour}.${gender}`) });
  const marked = suit === "camps" ? say(seat < 2 ? "man.clan.queen" : "man.clan.king", { man: name }) : name;
  return man.includes("+") ? say("man.promoted", { man: marked }) : marked;
}

function colourOf(suit: Suit, seat: number): string {
  if (suit === "four") return ["red", "blue", "yellow", "green"][seat] ?? "";
  return seat % 2 === 0 ? "white" : "black";
}

/** Names a square and what stands on it: "e4, white knight". */
export function squareName(suit: Suit, square: Square, man: Man | undefined): string {
  return man ? say("board.square.man", { square, man: manName(suit, man) }) : say("board.square.empty", { square });
}

/** Writes a move in the letters of the language: Nf3 is Cf3 in French. */
export function localised(san: string): string {
  const letters = say("notation.letters"); // of K Q R B N
  return san.replace(/[KQRBN]/g, (letter) => letters.charAt("KQRBN".indexOf(letter)));
}
