// Jobs of the server, which tell of themselves until they end.

/** What is told of a job, by kind. */
export type Told = Record<string, (data: unknown) => void>;

/** How often a broken stream is taken up again before it is given up; browsers wait some seconds between. */
const tries = 8;

/** Follows a job to its "end". `lost` is called if its stream cannot be taken up again. Returns what ends the following. */
export function followJob(address: string, told: Told, lost: () => void): () => void {
  const source = new EventSource(address);
  let broken = 0;
  for (const [kind, tell] of Object.entries(told)) {
    source.addEventListener(kind, (event) => {
      broken = 0;
      if (kind === "end") source.close();
      tell(JSON.parse((event as MessageEvent<string>).data));
    });
  }
  source.addEventListener("error", () => {
    if (source.readyState !== EventSource.CLOSED && ++broken < tries) return;
    source.close();
    lost();
  });
  return () => source.close();
}
