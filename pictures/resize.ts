import type { Worker } from "node:worker_threads";
import { startThread } from "../shipped.ts";
import { UnfitPicture } from "./key.ts";
import type { ResizeJob, ResizeReply } from "./resize-worker.ts";

/** A picture that takes longer than this is not one. */
const DEADLINE_MS = 30_000;

export type Resize = (body: Uint8Array, sizes: readonly number[]) => Promise<Uint8Array[]>;

/**
 * Decodes a picture of anybody and makes it into WebP of these sizes, one picture at a time, in a thread that is ended when it
 * takes too long. Throws for what is no picture that can be shown.
 */
export function createResize(): { resize: Resize; close: () => Promise<void> } {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting: { id: number; resolve: (made: Uint8Array[]) => void; reject: (error: Error) => void } | undefined;
  let ids = 0;

  /** Nobody can say what a thread that failed or takes too long still does, so it is ended. */
  function lose(thread: Worker, error: Error): void {
    if (thread !== worker) return;
    worker = undefined;
    void thread.terminate();
    waiting?.reject(error);
  }

  function start(): Worker {
    const thread = startThread("./pictures/resize-worker.ts", {
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    thread.on("message", (reply: ResizeReply) => {
      if (reply.id !== waiting?.id) return;
      if ("pictures" in reply) waiting.resolve(reply.pictures);
      else waiting.reject(new UnfitPicture(reply.error));
    });
    thread.on("error", (error) => lose(thread, error as Error));
    thread.on("exit", () => lose(thread, new Error("The thread for pictures stopped.")));
    return thread;
  }

  async function run(body: Uint8Array, sizes: readonly number[]): Promise<Uint8Array[]> {
    worker ??= start();
    const thread = worker;
    const id = ++ids;
    const timer = setTimeout(() => lose(thread, new UnfitPicture("The picture takes too long to read.")), DEADLINE_MS);
    thread.ref();
    try {
      return await new Promise((resolve, reject) => {
        waiting = { id, resolve, reject };
        thread.postMessage({ id, body, sizes } satisfies ResizeJob);
      });
    } finally {
      clearTimeout(timer);
      waiting = undefined;
      thread.unref();
    }
  }

  return {
    resize(body, sizes) {
      const made = last.then(() => run(body, sizes));
      last = made.catch(() => undefined);
      return made;
    },
    async close() {
      await worker?.terminate();
    },
  };
}
