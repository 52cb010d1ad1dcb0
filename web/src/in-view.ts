// A list that scrolls by itself, without the page.

/** Scrolls a list as far as it takes to show an entry below the list's head, which is `head` pixels high. */
export function keepInView(list: Element | null, entry: Element | null, head = 40): void {
  if (!list || !entry || list.clientHeight === 0) return;
  const outer = list.getBoundingClientRect(), inner = entry.getBoundingClientRect();
  if (inner.top < outer.top + head) list.scrollTop -= outer.top + head - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}
