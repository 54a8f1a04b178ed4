import { type DestinationStream, type Logger, pino } from "pino";
import { sourceStack } from "#core/runtime/source-stack.ts";
import type { Settings } from "#core/settings/config.ts";
import type { TypedSettings } from "#core/settings/live-settings.ts";
import { maskOf } from "#core/settings/shown-settings.ts";
import { once, onceFor } from "#domain/text/once.ts";

const STDERR = 2;

const stderr = once((): DestinationStream & { flushSync: () => void } => {
  const destination = pino.destination({ fd: STDERR, sync: true });
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
    flushSync,
  };
});

function readableError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const written = pino.stdSerializers.err(error);
  return typeof written.stack === "string" ? { ...written, stack: sourceStack(written.stack) } : written;
}

const NONE: TypedSettings = new Map();

/** Masks the secrets of the environment and of admins. */
export function createLog(settings: Pick<Settings, "LOG_LEVEL">, typed: () => TypedSettings = () => NONE): Logger {
  const mask = onceFor(typed, (now) => maskOf({ ...settings, ...Object.fromEntries(now) }));
  const { write, flushSync } = stderr();
  const masked = { write: (line: string) => write(mask()(line)), flushSync };
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
