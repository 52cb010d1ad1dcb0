// Makes part of the page like a newer piece of HTML from the server, and leaves alone what has not changed.

/**
 * Gives `shown` the attributes and children of `wanted`. Elements with a
 * `data-key` are found again by it and keep their identity, and with it focus.
 */
export function morph(shown: Element, wanted: Element): void {
  for (const { name } of [...shown.attributes]) if (!wanted.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  const keyed = new Map<string, Element>();
  for (const child of shown.children) {
    const key = keyOf(child);
    if (key) keyed.set(key, child);
  }
  let at: ChildNode | null = shown.firstChild;
  for (const node of [...wanted.childNodes]) {
    const key = keyOf(node);
    const match: ChildNode | null = key ? keyed.get(key) ?? null : at;
    if (!match || !alike(match, node) || (!key && keyOf(match))) {
      shown.insertBefore(document.importNode(node, true), at);
      continue;
    }
    if (match === at) at = match.nextSibling;
    else shown.insertBefore(match, at);
    if (match instanceof Element) morph(match, node as Element);
    else if (match.nodeValue !== node.nodeValue) match.nodeValue = node.nodeValue;
  }
  while (at) {
    const gone: ChildNode = at;
    at = at.nextSibling;
    gone.remove();
  }
}

function keyOf(node: Node): string {
  return node instanceof Element ? node.getAttribute("data-key") ?? "" : "";
}

function alike(a: Node, b: Node): boolean {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName;
}
