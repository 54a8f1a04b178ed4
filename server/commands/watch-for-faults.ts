import type { EventEmitter } from "node:events";
import type { Logger } from "pino";

/**
 * Handles uncaught errors. A rejected promise is logged, because a
 * stranger who can cause one must not stop the site. After an exception the process ends.
 */
export function watchForFaults(
  process: EventEmitter & { exit: (code: number) => void },
  log: Pick<Logger, "error" | "fatal">,
): void {
  process.on("unhandledRejection", (error) => log.error({ err: error }, "a rejected promise was not handled"));
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "an exception was not caught: the process ends. Start it again, and report this.");
    process.exit(1);
  });
}
