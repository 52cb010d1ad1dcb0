// The men as pictures. Their outlines are shared with the diagrams; colours come from the style sheet.

import drawings from "../../diagram/men.json";
import { svg, type Content, type Description } from "./dom";
import { isGrey, kindOf, seatOf, type Man, type Suit } from "./view";

/** The side of a square in the board's own units. */
export const box = drawings.box;

const kinds: Record<string, { body: string; line: string }> = drawings.kinds;
const signs: Record<string, string> = drawings.signs;
const marks: Record<string, string> = drawings.marks;

/** The signs of the four colours as letters of running text. */
export const signLetters = ["●", "▲", "■", "◆"];

const signNames = ["circle", "triangle", "square", "diamond"];

/** Returns the classes that colour a man or a seat's belongings. */
export function seatClass(suit: Suit, seat: number): string {
  return `suit-${suit} seat-${seat}`;
}

/** Draws a man into a square from 0,0 to box,box. `hatch` is the address of the pattern grey men are filled with. */
export function drawMan(suit: Suit, man: Man, hatch: string): Content[] {
  const kind = kinds[kindOf(man)];
  if (!kind) return [];
  const seat = seatOf(man), grey = isGrey(man);
  return [
    svg("path", { class: "man-body", d: kind.body }),
    grey && svg("path", { class: "man-hatch", d: kind.body, fill: hatch }),
    svg("path", { class: "man-line", d: kind.line }),
    !grey && seatMark(suit, seat, "man-sign"),
    man.includes("+") && svg("g", { class: "man-promoted" },
      svg("circle", { cx: 39.5, cy: 8.5, r: 7 }),
      svg("path", { d: "M 37.6 7.2 L 39.9 5 L 39.9 12" })),
  ];
}

/** Draws the mark by which a seat's men are told apart: a sign, or a clan's crown or cross. */
export function seatMark(suit: Suit, seat: number, name: string): Description | null {
  if (suit === "four") return svg("path", { class: name, d: signs[signNames[seat] ?? ""] ?? "" });
  if (suit === "camps") return svg("path", { class: name, d: marks[seat < 2 ? "crown" : "cross"] ?? "" });
  return null;
}

/** Draws a man alone, for lists of men. Purely ornamental: say what he is beside it. */
export function manPicture(suit: Suit, man: Man): Description {
  const { body = "", line = "" } = kinds[kindOf(man)] ?? {};
  return svg("svg", { class: `captive ${seatClass(suit, seatOf(man))}${isGrey(man) ? " grey" : ""}`, viewBox: "4 0 40 48", "aria-hidden": "true", focusable: "false" },
    svg("path", { class: "man-body", d: body }), svg("path", { class: "man-line", d: line }));
}

/** Draws a seat's sign alone, for bars and lists. Purely ornamental: say the seat's name beside it. */
export function signPicture(suit: Suit, seat: number): Description {
  const cell = { class: `sign ${seatClass(suit, seat)}`, viewBox: "14 29 20 20", "aria-hidden": "true", focusable: "false" };
  if (suit === "two") return svg("svg", cell, svg("circle", { class: "sign-disc", cx: 24, cy: 39, r: 8 }));
  if (suit === "camps") {
    return svg("svg", cell, svg("circle", { class: "sign-disc", cx: 24, cy: 39, r: 9.2 }), seatMark(suit, seat, "sign-mark"));
  }
  return svg("svg", cell, seatMark(suit, seat, "sign-mark"));
}
