import { AppError } from "../core/errors.ts";

/** All answers to one body together, as in REST and MCP a request. The one that crosses it is still sent. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Runs one message of a batch when those before it are answered. */
export type InTurn = <T extends object>(run: () => Promise<T>) => Promise<T>;

/** Messages of one body are answered one after the other with pauses for other people's requests, until the answers are too large. */
export function takeTurns(): InTurn {
  let sent = 0;
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = last.then(async () => {
      if (sent >= MAX_ANSWER_BYTES)
        throw new AppError(
          "payload_too_large",
          "The answers to this batch have reached 1 MiB. Send this message again in another request.",
        );
      await new Promise<void>((resolve) => setImmediate(resolve));
      const answer = await run();
      sent += Buffer.byteLength(JSON.stringify(answer));
      return answer;
    });
    last = turn.catch(() => undefined);
    return turn;
  };
}
