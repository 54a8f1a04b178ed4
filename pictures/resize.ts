import { createThread, ThreadFailure } from "../core/thread.ts";
import type { Crop } from "./crop.ts";
import { UnfitPicture } from "./key.ts";
import type { Jobs, Resized, Sizes } from "./resize-worker.ts";

/** A picture that takes longer than this is refused. */
const TIMEOUT_MS = 30_000;
const MEMORY_MB = 256;

export type Resize = (body: Uint8Array, sizes: Sizes, crop?: Crop) => Promise<Resized>;

/** Decodes an untrusted picture and converts it to WebP of these sizes, in a thread. Throws if it cannot be shown. */
export function createResize(): { resize: Resize; close: () => Promise<void> } {
  const thread = createThread<Jobs>("./pictures/resize-worker.ts", { timeoutMs: TIMEOUT_MS, memoryMb: MEMORY_MB });
  return {
    resize: (body, sizes, crop) =>
      thread.run("resize", { body, sizes, crop }).catch((error: unknown) => {
        throw (error instanceof ThreadFailure && unfit(error)) || error;
      }),
    close: thread.close,
  };
}

/** What is wrong with the picture; undefined if the thread failed, so that another try may succeed. */
function unfit({ reason, code, message }: ThreadFailure): UnfitPicture | undefined {
  if (reason === "deadline") return new UnfitPicture("The picture takes too long to read.");
  if (reason === "memory") return new UnfitPicture("The picture takes too much memory to read.");
  if (reason === "threw") return new UnfitPicture(code === UnfitPicture.code ? message : "The picture is broken.");
  return undefined;
}
