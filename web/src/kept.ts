// Descriptions that stay for as long as nothing changes that they are drawn from.

import type { Description } from "./dom";

/** Keeps what was drawn last under each name. The renderer passes over a description it has seen before. */
export class Kept {
  private readonly last = new Map<string, { inputs: unknown[]; drawn: Description }>();

  /** Returns the description kept under a name if its inputs are the same as then, else draws it anew. */
  draw(name: string, inputs: unknown[], draw: () => Description): Description {
    const last = this.last.get(name);
    if (last && last.inputs.length === inputs.length && inputs.every((input, i) => input === last.inputs[i])) return last.drawn;
    const drawn = draw();
    this.last.set(name, { inputs, drawn });
    return drawn;
  }
}
