// What the server's engine is asked, and the streams that answer.

import type { Finding, Line, Mark, Sum } from "./analysis-state";
import { followJob, type Told } from "./job-stream";
import { post } from "./post";
import type { Setup } from "./tree-source";

/** What every stream tells. */
interface Following {
  waiting(ahead: number): void;
  ended(how: string): void;
}

export interface PositionListener extends Following {
  found(finding: Finding): void;
}

export interface GameListener extends Following {
  ply(n: number, mark: Mark, loss: number, best: Line | null, played: Line | null): void;
  sums(sums: Sum[]): void;
}

/** Asks for the best lines of where moves lead. Returns the job. */
export function searchPosition({ variant, options, start }: Setup, moves: string[], lines: number): Promise<string> {
  return begin("/api/analysis", { variant, options, position: start, moves, lines });
}

/** Asks for every ply of a game to be looked at. Returns the job. */
export function reviewGame({ variant, options, start }: Setup, moves: string[]): Promise<string> {
  return begin("/api/analysis/game", { variant, options, position: start, moves });
}

async function begin(address: string, body: unknown): Promise<string> {
  return ((await (await post(address, body)).json()) as { job: string }).job;
}

/** Ends a job. */
export function stop(job: string): void {
  void fetch(`/api/analysis/${job}`, { method: "DELETE", keepalive: true }).catch(() => {}); // it ends when nobody follows
}

/** Follows the search of a position. Returns what ends the following. */
export function followPosition(job: string, listener: PositionListener): () => void {
  return follow(job, listener, {
    lines: (data) => listener.found({ ...(data as Finding), final: false }),
  });
}

/** Follows the review of a game. Returns what ends the following. */
export function followGame(job: string, listener: GameListener): () => void {
  return follow(job, listener, {
    ply: (data) => {
      const { ply, mark, loss, best = null, played = null } = data as { ply: number; mark: Mark; loss: number; best?: Line; played?: Line };
      listener.ply(ply, mark, loss, best, played);
    },
    end: (data) => listener.sums((data as { seats?: Sum[] }).seats ?? []),
  });
}

function follow(job: string, listener: Following, told: Told): () => void {
  return followJob(`/api/analysis/${job}/events`, {
    waiting: (data) => listener.waiting((data as { ahead: number }).ahead),
    ...told,
    end: (data) => {
      told["end"]?.(data);
      listener.ended((data as { how: string }).how);
    },
  }, () => listener.ended("lost"));
}
