import { type DestinationStream, type Logger, pino } from "pino";
import type { Settings } from "../core/config.ts";
import { once } from "../domain/once.ts";

const STDERR = 2;

/** Writes the lines of each round of the event loop at once, and the last ones as the process ends. */
const stderr = once((): DestinationStream & { flushSync: () => void } => {
  const destination = pino.destination({ fd: STDERR, sync: true });
  let lines = "";
  function flushSync(): void {
    const written = lines;
    lines = "";
    if (written) destination.write(written);
  }
  process.once("exit", flushSync);
  return {
    write(line) {
      if (!lines) setImmediate(flushSync);
      lines += line;
    },
    // Fatal lines are written at once.
    flushSync,
  };
});

export const createLog = (settings: Pick<Settings, "LOG_LEVEL">): Logger =>
  pino(
    {
      level: settings.LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ["req.headers.authorization", "req.headers.cookie"],
    },
    stderr(),
  );
