import { type DestinationStream, type Logger, pino } from "pino";
import { sourceStack } from "../core/runtime/source-stack.ts";
import type { Settings } from "../core/settings/config.ts";
import { maskOf } from "../core/settings/shown-settings.ts";
import { once } from "../domain/text/once.ts";

const STDERR = 2;

/** Writes the lines of each round of the event loop at once, and the last ones as the process ends. */
const stderr = once((): DestinationStream & { flushSync: () => void } => {
  const destination = pino.destination({ fd: STDERR, sync: true });
  // Without its terminal, a server still finishes what runs.
  destination.on("error", () => undefined);
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

/** An error as pino writes it, with the lines of the source in a release, too. */
function readableError(error: unknown): unknown {
  const written = pino.stdSerializers.err(error as Error);
  return typeof written?.stack === "string" ? { ...written, stack: sourceStack(written.stack) } : written;
}

/** Secrets of the settings are masked in every line. */
export function createLog(settings: Pick<Settings, "LOG_LEVEL">): Logger {
  const mask = maskOf(settings);
  const { write, flushSync } = stderr();
  const masked = { write: (line: string) => write(mask(line)), flushSync };
  return pino(
    {
      level: settings.LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: readableError },
      redact: ["req.headers.authorization", "req.headers.cookie"],
    },
    masked,
  );
}
