// Drawing lots (M20): pawns leave a bag one after another, each for its seat.

import { h, patch, svg, type Content } from "./dom";
import { drawMan, seatClass } from "./men";
import { seatName } from "./table-words";
import { suitOf, type View } from "./view";
import { say } from "./words";

/** How long one pawn is on its way, and how soon the next follows, ms. */
const flight = 650, apart = 750;
/** How long all pawns are shown where nothing moves, ms. */
const stillFor = 1_600;

/** Shows how the lots fell. It can be skipped; where motion is unwanted the pawns simply lie at their seats. */
export async function showLots(root: HTMLElement, view: View): Promise<void> {
  const order = view.lots?.seats ?? [];
  const suit = suitOf(view.variant);
  const stage = document.createElement("div");
  stage.className = "lots";
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const pawns = order.map((seat) => h("span", { class: "lot", "data-lot": seat, role: "img", "aria-label": seatName(view, seat) },
    svg("svg", { class: `man-picture ${seatClass(suit, seat)}`, viewBox: "0 0 48 48", "aria-hidden": "true" },
      svg("g", { class: `man seat-${seat}` }, drawMan(suit, `${seat}P`, "none")))));
  (root.querySelector(".overlay") ?? root).append(stage);
  await new Promise<void>((done) => {
    const skip = () => done();
    patch(stage, bag(), pawns, h("button", { type: "button", class: "skip-lots", onclick: skip }, say("lots.skip")));
    const sack = stage.querySelector<SVGElement>(".bag");
    const middle = centre(root.querySelector(".table-board") ?? stage);
    if (sack) sack.style.transform = `translate(${middle.x}px, ${middle.y}px) translate(-50%, -50%)`;
    const lots = [...stage.querySelectorAll<HTMLElement>(".lot")];
    const flights = lots.map((lot, index) => {
      const seat = root.querySelector(`[data-seat="${lot.dataset["lot"]}"]`);
      const end = centre(seat ?? stage);
      const at = (p: { x: number; y: number }, scale: number) => `translate(${p.x}px, ${p.y}px) translate(-50%, -50%) scale(${scale})`;
      if (still) return lot.animate([{ transform: at(end, 1), opacity: 1 }, { transform: at(end, 1), opacity: 1 }], { duration: stillFor, fill: "both" });
      return lot.animate([
        { transform: at(middle, 0.4), opacity: 0, easing: "ease-out" },
        { transform: at({ x: middle.x, y: middle.y - 70 }, 1.25), opacity: 1, offset: 0.35, easing: "ease-in-out" },
        { transform: at(end, 1), opacity: 1 },
      ], { duration: flight, delay: index * apart, fill: "both" });
    });
    void Promise.all(flights.map((one) => one.finished)).then(() => setTimeout(done, still ? 0 : 700), done);
  });
  stage.remove();
}

function bag(): Content {
  return svg("svg", { class: "bag", viewBox: "0 0 80 90", "aria-hidden": "true" },
    svg("path", { class: "bag-body", d: "M 24 26 C 4 44 2 86 40 86 C 78 86 76 44 56 26 Z" }),
    svg("path", { class: "bag-neck", d: "M 22 8 C 30 14 50 14 58 8 L 56 26 L 24 26 Z" }),
    svg("path", { class: "bag-cord", d: "M 22 26 C 34 31 46 31 58 26" }));
}

function centre(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
