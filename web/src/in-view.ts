// Lists that scroll by themselves, without the page.

/** Scrolls a list as far as it takes to show an entry below the list's head, which is `head` pixels high. */
export function keepInView(list: Element | null, entry: Element | null, head = 40): void {
  if (!list || !entry || list.clientHeight === 0) return;
  const outer = list.getBoundingClientRect(), inner = entry.getBoundingClientRect();
  if (inner.top < outer.top + head) list.scrollTop -= outer.top + head - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/** Scrolls a list when another entry is to be seen than before; between, it lies where its reader leaves it. */
export class Follower {
  private shown = "";

  /** `list` and `entry` are selectors, `mark` is the attribute that tells entries apart. */
  constructor(private readonly list: string, private readonly entry: string, private readonly mark: string, private readonly head?: number) {}

  follow(root: Element): void {
    const list = root.querySelector(this.list);
    const entry = root.querySelector(this.entry);
    const shown = `${entry?.getAttribute(this.mark) ?? ""} in ${list?.clientHeight}`;
    if (!list || list.clientHeight === 0 || shown === this.shown) return;
    this.shown = shown;
    keepInView(list, entry, this.head);
  }
}
