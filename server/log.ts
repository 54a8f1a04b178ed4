import { type DestinationStream, type Logger, pino } from "pino";
import { sourceStack } from "../core/runtime/source-stack.ts";
import type { Settings } from "../core/settings/config.ts";
import { maskOf } from "../core/settings/shown-settings.ts";
import { once } from "../domain/text/once.ts";

const STDERR = 2;

/** Writes the lines of each event loop round together, and the last ones on exit. */
const stderr = once((): DestinationStream & { flushSync: () => void } => {
  const destination = pino.destination({ fd: STDERR, sync: true });
  // Without its terminal, a server still finishes its work.
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

/** A serialized error; in a release with source lines. */
function readableError(error: unknown): unknown {
  const written = pino.stdSerializers.err(error as Error);
  return typeof written?.stack === "string" ? { ...written, stack: sourceStack(written.stack) } : written;
}

/** Masks secrets from the settings in every line. */
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
