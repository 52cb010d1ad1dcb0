// What the workbench asks of the server, and a job's stream.

import type { Fault, Form, Progress, Solved } from "./bench-state";

/** What a job tells. */
export interface Listener {
  waiting(ahead: number): void;
  task(index: number, head: { twin: string | null; change?: string; stipulation: string }): void;
  progress(progress: Progress): void;
  found(task: number, moves: string[]): void;
  solved(task: number, solved: Solved): void;
  ended(how: string, seconds: number): void;
  /** The stream broke off and could not be taken up again. */
  lost(): void;
}

/** Why something was not done: what is wrong with the problem, or a code. */
export class Refusal extends Error {
  constructor(readonly code: string, readonly faults: Fault[]) {
    super(code);
  }
}

async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`/api/problems/${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    throw new Refusal("unreachable", []);
  }
  const answer: unknown = await response.json().catch(() => ({}));
  if (!response.ok) {
    const { code = "internal", faults, text } = answer as { code?: string; faults?: Fault[]; text?: string };
    throw new Refusal(code, faults ?? (code === "invalid" && text ? [{ text }] : []));
  }
  return answer as Answer;
}

/** Reads a problem that is given as a form or as text, and returns it as both. */
export function read(problem: Form | { text: string }): Promise<Form & { text: string }> {
  return post("read", problem);
}

/** Begins to solve a problem; the solution comes in a language's words. */
export async function begin(problem: Form, language: string): Promise<string> {
  return (await post<{ job: string }>(`jobs?language=${language}`, problem)).job;
}

/** Ends a search; what was found stays. */
export async function stop(job: string): Promise<void> {
  await fetch(`/api/problems/jobs/${job}`, { method: "DELETE" }).catch(() => {}); // the stream tells
}

/** How often a broken stream is taken up again before it is given up; browsers wait some seconds between. */
const tries = 8;

/** Follows a job to its end. Returns what ends the following. */
export function follow(job: string, listener: Listener): () => void {
  const source = new EventSource(`/api/problems/jobs/${job}/events`);
  let broken = 0;
  const on = <Data>(kind: string, take: (data: Data) => void) =>
    source.addEventListener(kind, (event) => {
      broken = 0;
      take(JSON.parse((event as MessageEvent<string>).data) as Data);
    });
  on<{ ahead: number }>("waiting", (data) => listener.waiting(data.ahead));
  on<{ task: number; twin: string | null; change?: string; stipulation: string }>("task", (data) => listener.task(data.task, data));
  on<Progress>("progress", (data) => listener.progress(data));
  on<{ task: number; moves: string[] }>("found", (data) => listener.found(data.task, data.moves));
  on<Solved & { task: number }>("solved", (data) => listener.solved(data.task, data));
  on<{ how: string; seconds: number }>("end", (data) => {
    source.close();
    listener.ended(data.how, data.seconds);
  });
  source.addEventListener("error", () => {
    if (source.readyState !== EventSource.CLOSED && ++broken < tries) return;
    source.close();
    listener.lost();
  });
  return () => source.close();
}
