// The two ways to a table (docs/protocol.md): a WebSocket, and where a network
// lets none through, a stream of events with requests beside it.

import type { Command } from "./table-outbox";
import type { Patch } from "./table-patch";
import type { View } from "./view";

/** What comes from a table. */
export type Message = [kind: "view", view: View] | [kind: "p", seq: number, patch: Patch] | [kind: "a", id: string, seq: number]
  | [kind: "x", id: string, code: string, text: string, seq: number] | [kind: "h", now: number, seq: number, asked?: number] | [kind: "bye", reason: string];

/** What goes to it. */
export type Request = [kind: "do", command: Command] | [kind: "s"] | [kind: "h", time: number];

/** What a line tells; nothing after its end, nor once it was closed from here. */
export interface LineListener {
  message(message: Message): void;
  ended(): void;
}

/** A connection to a table. */
export interface Line {
  /** Sends something, if there is a way to do so. */
  send(request: Request): boolean;
  close(): void;
}

/** Opens a connection; the query says what the page has. */
export type Way = (table: string, query: string, listener: LineListener) => Line;

const pathOf = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

/** The way that most take. */
export const bySocket: Way = (table, query, listener) => {
  const address = new URL(`${pathOf(table)}/socket?${query}`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  let over = false;
  socket.addEventListener("message", ({ data }: MessageEvent<string>) => over || listener.message(JSON.parse(data) as Message));
  socket.addEventListener("close", () => {
    if (!over) listener.ended();
    over = true;
  });
  return {
    send(request) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(request));
      return true;
    },
    close() {
      over = true;
      socket.close();
    },
  };
};

/** The way for networks that let no WebSocket through. */
export const byEvents: Way = (table, query, listener) => {
  const events = new EventSource(`${pathOf(table)}/events?${query}`);
  let over = false, seen = 0;
  // The answer to a command comes by another way than what it led to: it is told behind that, as over a socket.
  let answers: Extract<Message, ["a", ...unknown[]]>[] = [];
  const tell = (message: Message) => over || listener.message(message);
  const tellAnswers = () => {
    const due = answers.filter(([, , seq]) => seq <= seen);
    answers = answers.filter(([, , seq]) => seq > seen);
    due.forEach(tell);
  };
  const end = () => {
    events.close();
    if (!over) listener.ended();
    over = true;
  };
  events.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const message = JSON.parse(data) as Message;
    tell(message);
    if (message[0] === "view") seen = message[1].seq;
    if (message[0] === "p") seen = message[1];
    tellAnswers();
  });
  events.addEventListener("error", end); // the page comes back at its own pace
  return {
    send([kind, command]) {
      if (over || events.readyState !== EventSource.OPEN) return false;
      if (kind === "s") end(); // whoever comes back is told everything
      if (kind !== "do") return false;
      void post(table, command).then((answer) => {
        if (answer?.[0] === "a") answers.push(answer);
        else if (answer) tell(answer);
        tellAnswers();
      });
      return true;
    },
    close() {
      over = true;
      events.close();
    },
  };
};

/** Sends a command and returns its answer; null if there is none, so that it is sent again. */
async function post(table: string, command: Command): Promise<Extract<Message, ["a" | "x", ...unknown[]]> | null> {
  const id = String(command["id"]);
  try {
    const answer = await fetch(`${pathOf(table)}/commands`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(command) });
    const body = (await answer.json()) as { seq: number; code: string; text: string };
    return answer.ok ? ["a", id, body.seq] : ["x", id, body.code, body.text, 0];
  } catch {
    return null;
  }
}
