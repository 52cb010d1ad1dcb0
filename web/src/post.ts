// Questions to the server that are answered at once.

/** What is wrong with what was sent; line and column where it was text. */
export interface Fault {
  line?: number;
  column?: number;
  text: string;
}

/** Why the server would not answer: a code, the reason in its words, and the faults it names. */
export class Refusal extends Error {
  constructor(readonly code: string, text: string, readonly faults: Fault[] = []) {
    super(text);
  }
}

/** Posts JSON and returns the response, if it is what was asked for. */
export async function post(address: string, body: unknown): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    throw new Refusal("unreachable", "");
  }
  if (response.ok) return response;
  const { code = "internal", text = "", faults = [] } = (await response.json().catch(() => ({}))) as { code?: string; text?: string; faults?: Fault[] };
  throw new Refusal(code, text, faults);
}
