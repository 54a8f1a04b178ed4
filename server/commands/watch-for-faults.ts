import type { EventEmitter } from "node:events";
import type { Logger } from "pino";

/**
 * What nobody caught. A rejected promise belongs to one piece of work: it is logged, because a
 * stranger who can cause one must not stop the site. An exception leaves nothing sure: the process ends.
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
