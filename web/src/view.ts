// The data of a table as the server sends it (docs/protocol.md): GET /api/tables/{id} and its socket.

/** A table's state as one browser sees it. */
export interface View {
  table: string;
  seq: number;
  /** 1 for the first game at this table. */
  game: number;
  variant: string;
  /** Options that differ from their defaults. */
  options: Record<string, string>;
  geometry: Geometry;
  /** In the order of turns. */
  seats: Seat[];
  /** The seats this browser plays; empty for a watcher. */
  you: number[];
  /** The seat to show at the bottom. */
  bottom: number;
  /** Whether this browser arranges the table, and where who does sits. */
  host: boolean;
  hostSeat?: number | null;
  status: "gathering" | "playing" | "choice" | "ended" | "closed";
  /** The seat that must act. */
  turn: number | null;
  /** MCX4: whose slot it is (M5), and the rule by which another seat plays it. */
  slot?: number;
  slotRule?: "M6" | "M8" | "M12" | "";
  /** The position's text form. */
  position: string;
  men: Record<Square, Man>;
  /** Moves that may be played, when it is one of `you` to act. */
  legal: string[];
  /** MCX4: those of `legal` that leave the own king in check (M9). */
  abandons: string[];
  /** All-in: the return that A6 forbids. */
  forbidden?: string;
  /** Mainly-in: the square of the man that may not move (A15). */
  barred?: Square;
  /** Squares of kings that stand attacked. */
  check: Square[];
  /** The number of plies before the first of `plies`. */
  from: number;
  plies: Ply[];
  result?: Result;
  /** F25: whether legal targets are marked. */
  showLegal: boolean;
  /** Seats of this browser that may end the game by their lead (F17). */
  claims?: number[];
  clock: Clock;
  /** Milliseconds left to each seat at `clockAt`; null where nobody's time runs out. */
  clocks: number[] | null;
  /** The seat whose clock runs. */
  running: number | null;
  /** When `clocks` were so, ms since 1970: with a delay, when the turn began. */
  clockAt: number;
  /** The next moment at which the table acts by itself. */
  deadline: Deadline | null;
  /** Whether a move is asked for twice before it is sent. */
  confirm: boolean;
  takeBacks: boolean;
  /** Whether the games count for ratings (F24). */
  rated?: boolean;
  talkMode: "all" | "phrases" | "off";
  offers: Offer[];
  talk: Line[];
  /** Points of the series, in the order of seats; empty before a game has ended. */
  series: Score[];
  /** How the last lots fell (M20). */
  lots: Lots | null;
  watchers: number;
  /** Whether seats are drawn by lot when the game begins (M20). */
  draw?: boolean;
  /** By how many seconds watchers see the game later. */
  watchDelay?: number;
  /** The server's clock, ms since 1970. */
  now: number;
  /** After how much silence the server sends a heartbeat, ms. */
  beat?: number;
}

/** A clock's kind and its times in ms: `base` for the game, `add` for a turn. */
export interface Clock {
  kind: "" | "turn" | "increment" | "delay" | "days";
  base: number;
  add: number;
}

export interface Deadline {
  /** ms since 1970. */
  at: number;
  what: "turn" | "flag" | "choice" | "offer" | "seat";
}

export interface Offer {
  what: "draw" | "takeback" | "rematch";
  seat: number;
  /** The seats that agree, the author's included. */
  yes: number[];
  /** The seats whose answer is awaited. */
  asked: number[];
  /** ms since 1970. */
  until?: number;
}

/** One line of talk: a text somebody typed, or the id of a phrase every language has. */
export interface Line {
  n: number;
  /** Null for a watcher. */
  seat: number | null;
  name: string;
  /** Tells speakers apart, whatever they call themselves. */
  from?: string;
  text?: string;
  phrase?: string;
  room: "table" | "watchers" | "team";
  /** Whether the host has silenced who said it: only he still has the line. */
  hushed?: boolean;
  at: number;
}

/** What one player, or one CPU, has won in the series. */
export interface Score {
  who: string;
  you: boolean;
  /** The first of the seats he has now; null if he has left. */
  seat: number | null;
  /** In games; a shared first place counts half. */
  score: number;
}

export interface Lots {
  /** Changes with every draw. */
  n: number;
  /** The seats in the order in which their pawns left the bag. */
  seats: number[];
}

export interface Geometry {
  files: number;
  ranks: number;
  /** Width of the square cut out of each corner. */
  corner: number;
}

/** A square's name, such as "n14". */
export type Square = string;

/** A man: seat digit, kind letter, "+" if promoted, "x" if grey; such as "2Q+". */
export type Man = string;

export interface Seat {
  /** "white", "wq", "red" … */
  name: string;
  player: "you" | "guest" | "cpu" | "grey" | "open";
  /** What the player calls himself, if he does. */
  who?: string;
  /** Whether the player is a program with an account of its own. */
  bot?: boolean;
  /** The CPU's level, 1 to 10. */
  level?: number;
  /** Whether the player's page is open. */
  here?: boolean;
  /** Whether the CPU plays for the player until he is back (F23). */
  away?: boolean;
  /** Whether the host has silenced the player. */
  hushed?: boolean;
  points?: number;
  active: boolean;
  out?: { rule: string; by: number | null; ply: number };
}

export interface Ply {
  n: number;
  seat: number;
  /** A move, or a choice such as "survive" or "resign:red". */
  token: string;
  san: string;
  long: string;
  from?: Square;
  to?: Square;
  /** The man captured. */
  taken?: Man;
  effects: Effect[];
}

export interface Effect {
  kind: "gain" | "elimination" | "clan-gone" | "survival" | "abandonment";
  seat: number;
  by: number | null;
  points: number;
  square?: Square;
  rule: string;
}

export interface Result {
  reason: string;
  /** Seats by place, from first to last; those that share a place stand together. */
  ranking: number[][];
  draw: boolean;
}

/** How the men of a variant are told apart: two colours, two camps of two clans, four colours. */
export type Suit = "two" | "camps" | "four";

/** Returns the suit of a variant. */
export function suitOf(variant: string): Suit {
  if (variant === "mcx4") return "camps";
  return variant.startsWith("four-player") ? "four" : "two";
}

/** Returns the seat digit of a man. */
export function seatOf(man: Man): number {
  return man.charCodeAt(0) - 48;
}

/** Returns the kind letter of a man: P N B R Q K. */
export function kindOf(man: Man): string {
  return man.charAt(1);
}

/** Reports whether a man belongs to an eliminated player (F13). */
export function isGrey(man: Man): boolean {
  return man.endsWith("x");
}

export interface Move {
  from: Square;
  to: Square;
  /** Kind letter in lower case, "" if the move promotes nobody. */
  promotion: string;
}

/** Reads a piece move such as "a7a8q"; null for any other token. */
export function parseMove(token: string): Move | null {
  const match = /^([a-p]\d{1,2})([a-p]\d{1,2})([a-z]?)$/.exec(token);
  if (!match) return null;
  const [, from = "", to = "", promotion = ""] = match;
  return { from, to, promotion };
}

/** Returns the men after changes: of each square that changed its man, "" where there is none any more. */
export function menChanged(men: Record<Square, Man>, changes: Record<Square, Man>): Record<Square, Man> {
  return Object.fromEntries(Object.entries({ ...men, ...changes }).filter(([, man]) => man !== ""));
}
