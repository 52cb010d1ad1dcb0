// Small settings kept in this browser. Browsers may refuse to keep anything; the defaults hold then.

/** Returns a kept setting, or the default. */
export function stored(name: string, otherwise: string): string {
  try {
    return localStorage.getItem(`melee.${name}`) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keeps a setting if the browser allows it. */
export function store(name: string, value: string): void {
  try {
    localStorage.setItem(`melee.${name}`, value);
  } catch {
    // it then holds for this page only
  }
}
