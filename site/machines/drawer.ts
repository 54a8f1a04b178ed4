import type { Worker } from "node:worker_threads";
import { AppError } from "../../errors.ts";
import { startThread } from "../../shipped.ts";
import type { PreviewJob, PreviewReply } from "./preview-worker.ts";

const MOST_WAITING = 20;
const MOST_KEPT = 300;

type Waiting = { resolve: (png: Buffer) => void; reject: (error: Error) => void };

/** Draws SVG as PNG in a thread that starts with the first picture and does not keep the program alive. Keeps the latest pictures. */
export function createDrawer(): (svg: string) => Promise<Buffer> {
  const kept = new Map<string, Promise<Buffer>>();
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let last = 0;

  function fail(error: Error): void {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function start(): Worker {
    const started = startThread("./site/machines/preview-worker.ts");
    started.on("message", (reply: PreviewReply) => {
      const task = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ("png" in reply) task?.resolve(Buffer.from(reply.png));
      else task?.reject(new Error(`A picture could not be drawn: ${reply.error}`));
      if (!waiting.size) started.unref();
    });
    started.on("error", (error) => fail(error as Error));
    started.on("exit", () => started === worker && fail(new Error("The drawer stopped.")));
    return started;
  }

  const draw = (svg: string): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      if (waiting.size >= MOST_WAITING)
        return reject(
          new AppError("service_unavailable", "Too many pictures are being drawn. Try again in a few seconds.", {
            retryAfter: 5,
          }),
        );
      worker ??= start();
      worker.ref();
      const id = ++last;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, svg } satisfies PreviewJob);
    });

  return (svg) => {
    const known = kept.get(svg);
    kept.delete(svg);
    const png = known ?? draw(svg);
    kept.set(svg, png);
    png.catch(() => kept.get(svg) === png && kept.delete(svg));
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
    return png;
  };
}
