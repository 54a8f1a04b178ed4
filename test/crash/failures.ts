import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** An answer that no crash excuses, with the id by which the server logs why. */
export const failure = (what: string, status: number, requestId: string | null | undefined, text: string): string =>
  `${what} answered ${status} (request ${requestId ?? "without an id"}): ${text.slice(0, 200)}`;

/** What servers log about requests that failed. */
export function createFailures(print: (line: string) => void = console.error) {
  const lines = new Map<string, string>();
  return {
    /** Keeps the lines of a server that name a request, and passes all of them on. */
    listen(log: Readable): void {
      createInterface(log).on("line", (line) => {
        print(line);
        // Not parsed: the last line of a server that is killed may be cut off.
        const id = /"request_id":"([^"]+)"/.exec(line)?.[1];
        if (id) lines.set(id, line);
      });
    },
    /** The same faults, each with what its server logged. */
    explained: (faults: string[]): string[] =>
      faults.map((fault) => {
        const id = /\(request ([^)]+)\)/.exec(fault)?.[1];
        const line = id && lines.get(id);
        return line ? `${fault}\n${line}` : fault;
      }),
  };
}
