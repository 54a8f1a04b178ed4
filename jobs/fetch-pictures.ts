import type { Deps } from "../actions/context.ts";
import { PICTURE_LIMITS, type PictureShape, UnfitPicture } from "../pictures/key.ts";
import type { JobKind } from "./runner.ts";

const MINUTE_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** Fetched in one run; the next run goes on. */
const BATCH = 200;

type Named = { url: string; shape: PictureShape };

/** Makes our own copies of pictures that listings, founders and posts name, so that no page shows one from elsewhere. */
export const fetchPictures: JobKind = {
  concurrency: 1,
  retryDelaysMs: [],
  everyMs: 10 * MINUTE_MS,
  run: async (_payload: unknown, deps: Deps, signal: AbortSignal) =>
    fetchMissing(await deps.store.reading.pictureAddresses(), deps, signal),
};

/** The same for the pictures that an owner has just saved: they do not wait behind those of everybody else. */
export const fetchListingPictures: JobKind = {
  concurrency: 2,
  retryDelaysMs: [],
  async run({ listingId }: { listingId: number }, deps: Deps, signal: AbortSignal) {
    const listing = await deps.store.listings.find(listingId);
    const named = (listing?.profile.media ?? []).map(({ url }) => ({ url, shape: "wide" as const }));
    await fetchMissing(named, deps, signal);
  },
};

/** Errors of the fetcher and of pictures are sentences for anybody; others may name our files. */
const reasonOf = (error: unknown): string =>
  error instanceof UnfitPicture || (error instanceof Error && error.name === "OutboundError")
    ? error.message
    : "No copy could be made of it here.";

async function fetchMissing(
  named: Named[],
  { pictures, fetchSite, log }: Pick<Deps, "pictures" | "fetchSite" | "log">,
  signal: AbortSignal,
): Promise<void> {
  for (const { url, shape } of named.filter((one) => !pictures.isSettled(one.url, one.shape)).slice(0, BATCH)) {
    signal.throwIfAborted();
    try {
      const { status, body } = await fetchSite(url, {
        accept: "image/webp,image/png,image/jpeg,image/svg+xml;q=0.8",
        maxBytes: PICTURE_LIMITS.bytes,
        tooLarge: "fail",
        timeoutMs: TIMEOUT_MS,
        signal,
      });
      if (status !== 200) throw new UnfitPicture(`The website answered ${status} instead of a picture.`);
      await pictures.keep(url, body, shape);
    } catch (error) {
      signal.throwIfAborted();
      pictures.refuse(url, reasonOf(error));
      log.debug({ url, err: error }, "no copy of a picture");
    }
  }
}
