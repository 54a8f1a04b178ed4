import type { EventEmitter } from "node:events";
import type { Logger } from "pino";

/**
 * Handles uncaught errors. Rejected promises are only logged, because visitors might cause them.
 * Exceptions end the process.
 */
export function watchForFaults(
  process: EventEmitter & { exit: (code: number) => void },
  log: Pick<Logger, "error" | "fatal">,
): void {
  process.on("unhandledRejection", (error) => log.error({ err: error }, "a rejected promise was not handled"));
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "uncaught exception: the process ends. Start it again and report this.");
    process.exit(1);
  });
}
