// Commands on their way: kept until the server has answered, sent again under the same id.

/** What a page can ask of a table; docs/protocol.md lists the fields. */
export interface Command {
  do: string;
  [field: string]: string | number | boolean | undefined;
}

/** Why a command was not taken: the server's code, or that it could not be reached. */
const refusals = ["invalid", "illegal_move", "not_your_turn", "forbidden", "conflict", "not_found", "too_many", "busy", "internal", "unreachable"] as const;
export type Refusal = (typeof refusals)[number];

/** Returns the code of a refusal; one this page does not know counts as invalid. */
export function refusalOf(code: string): Refusal {
  return refusals.find((known) => known === code) ?? "invalid";
}

interface Waiting {
  command: Command & { id: string };
  /** When it was last put on an open connection, 0 if it never was. */
  sent: number;
  tries: number;
  settle(refusal: Refusal | null): void;
}

/** How long the server may take to answer on a connection that works, ms. */
const answerWithin = 5_000;
/** How often a command is sent while nobody answers. */
const mostTries = 4;

/** The commands that have no answer yet. */
export class Outbox {
  private readonly waiting = new Map<string, Waiting>();

  /** `transmit` puts a command on the wire; it reports whether there is one. */
  constructor(private readonly transmit: (command: Command) => boolean) {}

  /** Sends a command and returns why it was refused, null if it was taken. */
  send(command: Command): Promise<Refusal | null> {
    return new Promise((settle) => {
      const entry: Waiting = { command: { id: freshId(), ...command }, sent: 0, tries: 0, settle };
      this.waiting.set(entry.command.id, entry);
      this.put(entry);
    });
  }

  /**
   * Sends again what was not answered before the connection broke. What `stale`
   * names has been overtaken by the game: it is not sent, since it would mean another turn.
   */
  resend(stale: (command: Command) => boolean): void {
    for (const entry of this.waiting.values()) {
      if (stale(entry.command)) this.settle(entry.command.id, "conflict");
      else this.put(entry);
    }
  }

  /** Takes an answer in. An answer to nothing (it came twice) is ignored. */
  settle(id: string, refusal: Refusal | null): void {
    const entry = this.waiting.get(id);
    this.waiting.delete(id);
    entry?.settle(refusal);
  }

  /** Sends again what has waited too long on a working connection, and gives up in the end. */
  review(now: number): void {
    for (const entry of this.waiting.values()) {
      if (entry.sent === 0 || now - entry.sent < answerWithin) continue;
      if (entry.tries >= mostTries) this.settle(entry.command.id, "unreachable");
      else this.put(entry);
    }
  }

  /** Forgets when things were sent: the connection they went into is gone. */
  broken(): void {
    for (const entry of this.waiting.values()) entry.sent = 0;
  }

  /** Gives every command the same refusal: nobody will answer any more. */
  refuseAll(refusal: Refusal): void {
    for (const id of [...this.waiting.keys()]) this.settle(id, refusal);
  }

  private put(entry: Waiting): void {
    if (!this.transmit(entry.command)) return;
    entry.sent = Date.now();
    entry.tries++;
  }
}

function freshId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
