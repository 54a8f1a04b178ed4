import type { Deps } from "#actions/context.ts";
import { keepUpload } from "#actions/pictures/keep-upload.ts";
import { queueLooks } from "#actions/pictures/looks.ts";
import { queuePictures } from "#actions/pictures/set-pictures.ts";
import { isPictureLink, type Picture } from "#domain/pictures/pictures.ts";
import { messageOf } from "#domain/text/failure.ts";
import { namedPath, UnfitPicture } from "#pictures/key.ts";
import type { ToLookAt } from "#store/repos/pictures/website-looks.ts";
import type { Tx } from "#store/store.ts";
import type { JobKind } from "./runner.ts";

const AT_ONCE = 25;
/** One website a second at most, besides what its robots.txt asks for. */
const GAP_MS = 1000;
const EVERY_MS = 10 * 60_000;
const AGAIN_MS = 90 * 24 * 3600_000;

/**
 * Finds logos and preview pictures of listings on their home pages, a few at a time, and again
 * every three months. Where a website names none, the operator's browser takes a screenshot.
 */
export const fetchLooks: JobKind = {
  retryDelaysMs: [60_000, 600_000],
  everyMs: EVERY_MS,
  async run(_payload, deps, signal) {
    const { store, sleep, now, wakeJobs } = deps;
    const at = now();
    const next = new Date(at.getTime() + AGAIN_MS);
    for (let count = 0; count < AT_ONCE; count++) {
      signal.throwIfAborted();
      const [listing] = await store.change((tx) => tx.websiteLooks.take(at, next, 1));
      if (!listing) return;
      const { keep, ...found } = await lookAt(listing, deps, signal);
      if (found.logoUrl || found.preview)
        await store.change(async (tx) => {
          await keep?.(tx);
          await tx.websiteLooks.save(listing.id, found);
          await queuePictures(tx, { listingId: listing.id }, deps);
        });
      wakeJobs();
      await sleep(GAP_MS, signal);
    }
    await store.change((tx) => queueLooks(tx, now()));
    wakeJobs();
  },
};

type Found = { logoUrl: string | null; preview: Picture | null; keep?: (tx: Tx) => Promise<void> };

async function lookAt(listing: ToLookAt, deps: Deps, signal: AbortSignal): Promise<Found> {
  const { crawl, drafter } = deps;
  const site = await crawl(listing.url, { signal, maxPages: 1 });
  const [home] = site.pages;
  if (!home) return { logoUrl: null, preview: null };
  const drafted = listing.hasLogo
    ? undefined
    : await drafter({ site, categories: [], only: ["logo_url"], isByRules: true, signal });
  const logo = drafted?.fields.logo_url?.value;
  const logoUrl = typeof logo === "string" && isPictureLink(logo) ? logo : null;
  const named = home.images.find(({ source, href }) => source === "og" && isPictureLink(href));
  if (named || listing.hasPicture)
    return { logoUrl, preview: named && !listing.hasPicture ? { url: named.href, alt: named.alt } : null };
  return { logoUrl, ...(await screenshotOf(listing, home.url, deps, signal)) };
}

/** A screenshot is an upload that belongs to nobody's account. The same picture has the same address. */
async function screenshotOf({ id }: ToLookAt, url: string, deps: Deps, signal: AbortSignal) {
  const { takeScreenshot, settings, log } = deps;
  try {
    const bytes = await takeScreenshot?.(url, signal);
    if (!bytes) return { preview: null };
    const given = { bytes, name: "screenshot", shape: "wide", accountId: null, owner: `listing ${id}` } as const;
    const upload = await keepUpload(given, deps);
    const address = settings.BASE_URL + namedPath({ id: upload.id, shape: "wide" });
    return { preview: { url: address, alt: new URL(url).hostname }, keep: upload.keep };
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ url, reason: error instanceof UnfitPicture ? error.message : messageOf(error) }, "no screenshot");
    return { preview: null };
  }
}
