import { AppError } from "#core/errors/errors.ts";

const MAX_ANSWER_BYTES = 1024 * 1024;

/** Runs a message of a batch after those before it. */
export type InTurn = <T extends object>(run: () => Promise<T>) => Promise<T>;

export function takeTurns(): InTurn {
  let sent = 0;
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = last.then(async () => {
      if (sent >= MAX_ANSWER_BYTES)
        throw new AppError(
          "payload_too_large",
          "The responses to this batch have reached 1 MiB. Send this message again in another request.",
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
