import type { EventEmitter } from "node:events";
import type { Logger } from "pino";

/**
 * What nobody caught. A rejected promise belongs to one piece of work: it is logged, and all else goes on, because a stranger who
 * finds a way to cause one must not stop the site. After an exception nothing is sure any more: the process ends, to be started again.
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
