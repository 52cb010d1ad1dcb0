// A small keyed renderer: views are plain objects, and patch changes only what differs.

/** A node as it should be. Make it with {@link h} or {@link svg}. */
export interface Description {
  tag: string;
  space: string;
  key: string;
  attributes: Attributes;
  children: Child[];
}

export type Child = Description | string;

/** What {@link h} takes as children; false, null and undefined are left out. */
export type Content = Child | false | null | undefined | Content[];

/**
 * Attributes by name. `on…` names take listeners, `style` an object of CSS
 * properties (set through CSSOM, as a strict content policy demands), `key`
 * tells siblings apart, and a name with a dot in front sets a property.
 */
export interface Attributes {
  key?: string;
  style?: Record<string, string>;
  [name: string]: unknown;
}

const html = "http://www.w3.org/1999/xhtml";
const svgSpace = "http://www.w3.org/2000/svg";

/** Describes an HTML element. */
export function h(tag: string, attributes: Attributes = {}, ...content: Content[]): Description {
  return { tag, space: html, key: attributes.key ?? "", attributes, children: flat(content) };
}

/** Describes an SVG element. */
export function svg(tag: string, attributes: Attributes = {}, ...content: Content[]): Description {
  return { tag, space: svgSpace, key: attributes.key ?? "", attributes, children: flat(content) };
}

function flat(content: Content[], into: Child[] = []): Child[] {
  for (const c of content) {
    if (c === false || c === null || c === undefined) continue;
    if (Array.isArray(c)) flat(c, into);
    else into.push(c);
  }
  return into;
}

/** What an element was last made to be. */
const shown = new WeakMap<Node, Description>();
const listeners = new WeakMap<Element, Map<string, EventListener>>();

/** Makes the children of an element be `content`. Elements that stay keep their identity, focus and transitions. */
export function patch(parent: Element, ...content: Content[]): void {
  patchChildren(parent, flat(content));
}

function patchChildren(parent: Element, children: Child[]): void {
  const byKey = new Map<string, ChildNode>();
  const loose: ChildNode[] = [];
  for (const node of parent.childNodes) {
    const old = shown.get(node);
    if (old?.key) byKey.set(old.key, node);
    else loose.push(node);
  }
  let next = 0;
  const wanted = children.map((child) => {
    const node = match(child, byKey, loose, next);
    if (!node) return create(child);
    if (typeof child === "string" || !child.key) next = loose.indexOf(node) + 1;
    update(node, child);
    return node;
  });
  // What goes is removed first: moving a node that stays would end its transition.
  const kept = new Set<ChildNode>(wanted);
  for (const node of [...parent.childNodes]) if (!kept.has(node)) node.remove();
  let at: ChildNode | null = parent.firstChild;
  for (const node of wanted) {
    if (node === at) at = node.nextSibling;
    else parent.insertBefore(node, at);
  }
}

/** Finds the node that can become the child: the one with its key, or the next of the same sort. */
function match(child: Child, byKey: Map<string, ChildNode>, loose: ChildNode[], next: number): ChildNode | undefined {
  if (typeof child !== "string" && child.key) {
    const node = byKey.get(child.key);
    return node && shown.get(node)?.tag === child.tag ? node : undefined;
  }
  const node = loose[next];
  if (!node) return undefined;
  if (typeof child === "string") return node.nodeType === Node.TEXT_NODE ? node : undefined;
  const old = shown.get(node);
  return old && old.tag === child.tag && old.space === child.space ? node : undefined;
}

function create(child: Child): ChildNode {
  if (typeof child === "string") return document.createTextNode(child);
  const element = document.createElementNS(child.space, child.tag);
  setAttributes(element, {}, child.attributes);
  patchChildren(element, child.children);
  shown.set(element, child);
  return element;
}

function update(node: ChildNode, child: Child): void {
  if (typeof child === "string") {
    if (node.nodeValue !== child) node.nodeValue = child;
    return;
  }
  const old = shown.get(node);
  if (old === child) return; // the same description: nothing below can have changed
  const element = node as Element;
  setAttributes(element, old?.attributes ?? {}, child.attributes);
  if (!drawsItself(child)) patchChildren(element, child.children);
  shown.set(element, child);
}

/** Custom elements see to their own children. */
function drawsItself(child: Description): boolean {
  return child.tag.includes("-");
}

function setAttributes(element: Element, old: Attributes, now: Attributes): void {
  for (const name in old) {
    if (!(name in now)) setAttribute(element, name, old[name], undefined);
  }
  for (const name in now) setAttribute(element, name, old[name], now[name]);
}

function setAttribute(element: Element, name: string, old: unknown, value: unknown): void {
  if (name === "key" || (old === value && !name.startsWith("."))) return;
  if (name === "style") {
    setStyle(element as HTMLElement, old as Record<string, string> | undefined, value as Record<string, string> | undefined);
  } else if (name.startsWith("on")) {
    setListener(element, name.slice(2), value as EventListener | undefined);
  } else if (name.startsWith(".")) {
    const property = name.slice(1);
    const target = element as unknown as Record<string, unknown>;
    if (target[property] !== value) target[property] = value;
  } else if (value === undefined || value === null || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

function setStyle(element: HTMLElement, old: Record<string, string> = {}, now: Record<string, string> = {}): void {
  for (const name in old) if (!(name in now)) element.style.removeProperty(name);
  for (const name in now) if (old[name] !== now[name]) element.style.setProperty(name, now[name] ?? "");
}

function setListener(element: Element, name: string, listener: EventListener | undefined): void {
  let held = listeners.get(element);
  if (!held) listeners.set(element, held = new Map());
  const first = !held.has(name);
  held.set(name, listener ?? (() => {}));
  if (first) element.addEventListener(name, (event) => listeners.get(element)?.get(name)?.(event));
}

/** Returns a function that asks for one call of `draw` at the next animation frame, however often it is called before. */
export function perFrame(draw: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      draw();
    });
  };
}
