import type { Logger } from "pino";
import { given } from "#domain/text/given.ts";

type Details = Record<string, unknown>;

const MINUTE_MS = 60_000;

/**
 * Limits warnings that anybody can cause: the first of a kind is logged at once, further ones once
 * a minute with their number in `times`. Kinds never contain request text.
 */
export function createFloodLog(
  log: Logger,
  everyMs = MINUTE_MS,
): (kind: string, details: Details, message: string) => void {
  const held = new Map<string, { details: Details; message: string; times: number }>();

  function release(kind: string): void {
    const { details, message, times } = given(held.get(kind));
    if (times === 0) return void held.delete(kind);
    log.warn({ ...details, times }, message);
    hold(kind, details, message);
  }
  function hold(kind: string, details: Details, message: string): void {
    held.set(kind, { details, message, times: 0 });
    setTimeout(() => release(kind), everyMs).unref();
  }

  return (kind, details, message) => {
    const known = held.get(kind);
    if (known) return void held.set(kind, { details, message, times: known.times + 1 });
    log.warn(details, message);
    hold(kind, details, message);
  };
}
