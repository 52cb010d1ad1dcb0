// What the workbench asks of the server, and a job's stream.

import type { Form, Progress, Solved } from "./bench-state";
import { followJob } from "./job-stream";
import { post } from "./post";

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

async function ask<Answer>(path: string, body: unknown): Promise<Answer> {
  return (await (await post(`/api/problems/${path}`, body)).json()) as Answer;
}

/** Reads a problem that is given as a form or as text, and returns it as both. */
export function read(problem: Form | { text: string }): Promise<Form & { text: string }> {
  return ask("read", problem);
}

/** Begins to solve a problem; the solution comes in a language's words. */
export async function begin(problem: Form, language: string): Promise<string> {
  return (await ask<{ job: string }>(`jobs?language=${language}`, problem)).job;
}

/** Ends a search; what was found stays. */
export async function stop(job: string): Promise<void> {
  await fetch(`/api/problems/jobs/${job}`, { method: "DELETE" }).catch(() => {}); // the stream tells
}

/** Follows a job to its end. Returns what ends the following. */
export function follow(job: string, listener: Listener): () => void {
  const told = <Data>(take: (data: Data) => void) => (data: unknown) => take(data as Data);
  return followJob(`/api/problems/jobs/${job}/events`, {
    waiting: told<{ ahead: number }>((data) => listener.waiting(data.ahead)),
    task: told<{ task: number; twin: string | null; change?: string; stipulation: string }>((data) => listener.task(data.task, data)),
    progress: told<Progress>((data) => listener.progress(data)),
    found: told<{ task: number; moves: string[] }>((data) => listener.found(data.task, data.moves)),
    solved: told<Solved & { task: number }>((data) => listener.solved(data.task, data)),
    end: told<{ how: string; seconds: number }>((data) => listener.ended(data.how, data.seconds)),
  }, () => listener.lost());
}
