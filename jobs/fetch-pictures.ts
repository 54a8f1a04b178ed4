import PQueue from "p-queue";
import type { Deps } from "#actions/context.ts";
import { adoptUpload } from "#actions/pictures/adopt-upload.ts";
import type { QueuedPictures } from "#actions/pictures/set-pictures.ts";
import { StorageFault } from "#core/storage/storage.ts";
import type { Hue } from "#domain/pictures/hues.ts";
import { PICTURE_LIMITS, type PictureShape, UnfitPicture } from "#pictures/key.ts";
import type { JobKind } from "./runner.ts";

const MINUTE_MS = 60_000;
const TIMEOUT_MS = 10_000;
const LOGO_TIMEOUT_MS = 4_000;
const BATCH = 200;
const HOSTS_AT_ONCE = 4;

type Named = { url: string; shape: PictureShape };

/** Copies pictures of listings, founders and posts, so that pages load none from other hosts. */
export const fetchPictures: JobKind = {
  retryDelaysMs: [],
  everyMs: 10 * MINUTE_MS,
  run: async (_payload, deps, signal) => fetchMissing(await deps.store.pictures.addresses(), deps, signal),
};

/** Copies the logo of a draft before its maker sees it. A slow website does not delay the draft. */
export const fetchLogo = (url: string, deps: Deps, signal: AbortSignal): Promise<void> => {
  const soon = AbortSignal.any([signal, AbortSignal.timeout(LOGO_TIMEOUT_MS)]);
  return fetchMissing([{ url, shape: "square" }], deps, soon).catch((error: unknown) => {
    if (signal.aborted || !soon.aborted) throw error;
  });
};

export const fetchListingPictures: JobKind = {
  concurrency: 2,
  retryDelaysMs: [],
  async run(wanted: QueuedPictures, deps, signal) {
    if ("logoUrl" in wanted) return fetchMissing([{ url: wanted.logoUrl, shape: "square" }], deps, signal);
    const listing = await deps.store.listings.find(wanted.listingId);
    const named: Named[] = (listing?.profile.media ?? []).map(({ url }) => ({ url, shape: "wide" }));
    const preview = listing?.profile.preview;
    if (preview && named.length === 0) named.push({ url: preview.url, shape: "wide" });
    for (const url of [listing?.logoUrl, ...(listing?.profile.founders ?? []).map(({ avatarUrl }) => avatarUrl)])
      if (url) named.push({ url, shape: "square" });
    await fetchMissing(named, deps, signal);
  },
};

const isOutbound = (error: unknown): error is Error & { code?: unknown } =>
  error instanceof Error && error.name === "OutboundError";

/** Fetch and picture errors are safe to show; others may contain file names. */
const reasonOf = (error: unknown): string =>
  error instanceof UnfitPicture || isOutbound(error) ? error.message : "The picture could not be copied.";

type Needs = Pick<Deps, "store" | "pictures" | "uploads" | "fetchSite" | "log">;

async function fetchMissing(named: Named[], deps: Needs, signal: AbortSignal): Promise<void> {
  const missing = named.filter(({ url, shape }) => !deps.pictures.isSettled(url, shape));
  const byHost = Map.groupBy(missing, ({ url }) => URL.parse(url)?.host);
  const queue = new PQueue({ concurrency: HOSTS_AT_ONCE });
  await queue.addAll(Array.from(byHost.values(), (those) => () => fetchOfHost(those.slice(0, BATCH), deps, signal)));
}

async function fetchOfHost(
  named: Named[],
  { store, pictures, uploads, fetchSite, log }: Needs,
  signal: AbortSignal,
): Promise<void> {
  for (const { url, shape } of named) {
    signal.throwIfAborted();
    let hue: Hue | undefined;
    try {
      if (await pictures.settles(url, shape)) continue;
      if (await adoptUpload(url, shape, { uploads, pictures })) continue;
      const { status, body } = await fetchSite(url, {
        accept: "image/webp,image/png,image/jpeg,image/svg+xml;q=0.8",
        maxBytes: PICTURE_LIMITS.bytes,
        tooLarge: "fail",
        timeoutMs: TIMEOUT_MS,
        signal,
      });
      if (status !== 200) throw new UnfitPicture(`The website returned status ${status} instead of a picture.`);
      hue = await pictures.keep(url, body, shape);
    } catch (error) {
      signal.throwIfAborted();
      // The picture is not at fault.
      if (error instanceof StorageFault) throw error;
      pictures.refuse(url, reasonOf(error));
      log.debug({ url, err: error }, "no copy of a picture");
      // Skip its other pictures until the next run, so that a slow host delays nobody else.
      if (isOutbound(error) && error.code === "timeout") return;
    }
    if (hue !== undefined && shape === "square") await saveHue(url, hue, store);
  }
}

const saveHue = (logoUrl: string, hue: Hue, store: Deps["store"]): Promise<void> =>
  store.change((tx) => tx.listings.setHue(logoUrl, hue));
