import { createThread, ThreadFailure } from "#core/runtime/thread.ts";
import { saidAgain, t } from "#languages/words.ts";
import type { Crop } from "./crop.ts";
import { UnfitPicture } from "./key.ts";
import type { Jobs, Resized, Sizes } from "./resize-worker.ts";

/** A picture that takes more CPU time than this is refused. */
const TIMEOUT_MS = 5_000;
const MEMORY_MB = 256;
const IDLE_MS = 5_000;

/** `owner` is the account or host that a picture comes from: their pictures take turns. */
type Given = { owner: string; crop?: Crop | undefined };

export type Resizer = {
  /** Decodes an untrusted picture and converts it to WebP of these sizes. Throws if it cannot be shown. */
  resize(body: Uint8Array, sizes: Sizes, given: Given): Promise<Resized>;
  close(): Promise<void>;
};

/** The one thread that decodes pictures, so that memory for one of them is all that they take together. */
export function createResizer(): Resizer {
  const thread = createThread<Jobs>("./pictures/resize-worker.ts", {
    ...{ timeoutMs: TIMEOUT_MS, memoryMb: MEMORY_MB, idleMs: IDLE_MS },
    ownerOf: ({ owner }) => owner,
  });
  return {
    resize: (body, sizes, given) =>
      thread.run("resize", { body, sizes, ...given }).catch((error: unknown) => {
        throw (error instanceof ThreadFailure && unfit(error)) || error;
      }),
    close: thread.close,
  };
}

/** What is wrong with the picture; undefined if the thread failed, so that another try may succeed. */
function unfit({ reason, code, message }: ThreadFailure): UnfitPicture | undefined {
  if (reason === "deadline")
    return new UnfitPicture(t`This picture takes too long to read. Save it as a PNG or JPEG with fewer pixels.`);
  if (reason === "memory") return new UnfitPicture(TOO_MUCH);
  if (reason === "threw") return new UnfitPicture(code === UnfitPicture.code ? saidAgain(message) : TOO_MUCH);
  return undefined;
}

const TOO_MUCH = t`This picture is broken or too large. Save it as a PNG or JPEG with fewer pixels.`;
