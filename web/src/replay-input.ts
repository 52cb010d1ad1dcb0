// The ways through a game beside its buttons: keys, the wheel, a swipe.

/** What they ask for. */
export interface Ways {
  step(by: number): void;
  start(): void;
  end(): void;
  toggle(): void;
}

/** How far a finger goes for a step, in CSS pixels. */
const swipe = 36;
/** How far the wheel turns for a step: a notch is 100 to 120, a touchpad tells many little ones. */
const notch = 60;

/** Listens for keys on the whole page. */
export function listenForKeys(ways: Ways): void {
  const keys: Record<string, () => void> = {
    ArrowLeft: () => ways.step(-1), ArrowRight: () => ways.step(1), Home: () => ways.start(), End: () => ways.end(), " ": () => ways.toggle(),
  };
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, textarea, select, dialog")) return;
    if (event.key === " " && target.closest("button, a, summary, [tabindex]")) return; // it presses or scrolls them
    if ((event.key === "Home" || event.key === "End") && target.closest("[role=region]")) return; // it scrolls them
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** Listens for the wheel and for swipes over the board. */
export function listenOver(board: Element, ways: Ways): void {
  let turned = 0;
  board.addEventListener("wheel", (event) => {
    const { deltaY, deltaMode, ctrlKey } = event as WheelEvent;
    if (ctrlKey || deltaY === 0) return; // it zooms, or goes sideways
    event.preventDefault();
    turned = Math.sign(turned) === Math.sign(deltaY) ? turned + deltaY * (deltaMode ? notch : 1) : deltaY * (deltaMode ? notch : 1);
    if (Math.abs(turned) < notch) return;
    ways.step(Math.sign(turned));
    turned = 0;
  }, { passive: false });
  let from: { id: number; x: number; y: number } | null = null;
  const on = (name: string, act: (event: PointerEvent) => void) => board.addEventListener(name, (event) => act(event as PointerEvent));
  on("pointerdown", (event) => (from = event.pointerType === "mouse" ? null : { id: event.pointerId, x: event.clientX, y: event.clientY }));
  on("pointercancel", () => (from = null));
  on("pointerup", (event) => {
    if (!from || from.id !== event.pointerId) return;
    const x = event.clientX - from.x, y = event.clientY - from.y;
    from = null;
    if (Math.abs(x) > swipe && Math.abs(x) > 2 * Math.abs(y)) ways.step(x < 0 ? 1 : -1);
  });
}
