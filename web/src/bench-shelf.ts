// Problems kept in this browser, and the one a link carries.

import type { Form, Saved } from "./bench-state";
import { store, stored } from "./stored";

/** How many problems a browser keeps. */
const most = 200;

/** Returns the problems kept, the newest first. */
export function shelf(): Saved[] {
  const list: unknown = parsed(stored("problems", "[]"));
  return Array.isArray(list) ? (list as Saved[]).filter((saved) => isForm(saved?.form)) : [];
}

/** Puts a problem on the shelf, in place of the same diagram and question. */
export function keep(form: Form, now: number): Saved[] {
  const others = shelf().filter((saved) => !(saved.form.board === form.board && saved.form.stipulation === form.stipulation && saved.form.condition === form.condition));
  const list = [{ form, at: now }, ...others].slice(0, most);
  store("problems", JSON.stringify(list));
  return list;
}

/** Takes a problem off the shelf. */
export function drop(saved: Saved): Saved[] {
  const list = shelf().filter((other) => other.at !== saved.at);
  store("problems", JSON.stringify(list));
  return list;
}

/** Writes a problem into the part of an address that no server sees. */
export function linkTo(form: Form): string {
  const bytes = new TextEncoder().encode(JSON.stringify(form));
  const letters = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.origin}${location.pathname}#${letters}`;
}

/** Reads the problem of an address; null if it has none. */
export function linked(): Form | null {
  const letters = location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/");
  if (!letters) return null;
  try {
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    const form: unknown = parsed(new TextDecoder().decode(bytes));
    return isForm(form) ? form : null;
  } catch {
    return null;
  }
}

/** Returns the problem last worked on, null if there is none. */
export function unfinished(): Form | null {
  const form: unknown = parsed(stored("problem", ""));
  return isForm(form) ? form : null;
}

/** Remembers the problem that is worked on. */
export function remember(form: Form): void {
  store("problem", JSON.stringify(form));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isForm(value: unknown): value is Form {
  const form = value as Form | null;
  return typeof form === "object" && form !== null && [form.title, form.author, form.board, form.condition, form.stipulation, form.options].every((text) => typeof text === "string") &&
    Array.isArray(form.twins) && form.twins.every((twin) => typeof twin === "string");
}
