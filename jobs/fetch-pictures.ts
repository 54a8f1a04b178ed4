import type { Deps } from "../context.ts";
import type { JobKind } from "./runner.ts";

const MINUTE_MS = 60_000;
const MOST_BYTES = 5_000_000;
const TIMEOUT_MS = 10_000;
/** Fetched in one run; the next run goes on. */
const BATCH = 200;

/** Makes our own copies of pictures that listings, founders and posts name, so that no page shows one from elsewhere. */
export const fetchPictures: JobKind = {
  concurrency: 1,
  retryDelaysMs: [],
  everyMs: 10 * MINUTE_MS,
  async run(_payload: unknown, { store, pictures, fetchSite, log }: Deps, signal: AbortSignal) {
    const named = await store.reading.pictureAddresses();
    for (const { url, shape } of named.filter((picture) => !pictures.isSettled(picture.url)).slice(0, BATCH)) {
      signal.throwIfAborted();
      try {
        const { status, body } = await fetchSite(url, {
          accept: "image/webp,image/png,image/jpeg,image/svg+xml;q=0.8",
          maxBytes: MOST_BYTES,
          tooLarge: "fail",
          timeoutMs: TIMEOUT_MS,
          signal,
        });
        if (status !== 200) throw new Error(`The answer was ${status}.`);
        await pictures.keep(url, body, shape);
      } catch (error) {
        signal.throwIfAborted();
        pictures.refuse(url);
        log.debug({ url, err: error }, "no copy of a picture");
      }
    }
  },
};
