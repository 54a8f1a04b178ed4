import type { Deps } from "#actions/context.ts";
import { isPictureLink } from "#domain/pictures/pictures.ts";
import { type LooksJob, queueLooks } from "#transfer/looks.ts";
import type { JobKind } from "./runner.ts";

const AT_ONCE = 25;
/** One website a second at most, besides what its robots.txt asks for. */
const GAP_MS = 1000;

/** Finds logos and preview pictures of imported listings on their home pages, a few at a time. */
export const fetchLooks: JobKind = {
  retryDelaysMs: [60_000, 600_000],
  async run({ importId, after }: LooksJob, deps, signal) {
    const { store, sleep, now, wakeJobs } = deps;
    const found = await store.imports.withoutLogo(importId, after, AT_ONCE);
    for (const { id, url } of found) {
      signal.throwIfAborted();
      const { logoUrl, preview } = await looksOf(url, deps, signal);
      if (logoUrl || preview) await store.change((tx) => tx.imports.setLooks(id, { logoUrl, preview }));
      await sleep(GAP_MS, signal);
    }
    const last = found.at(-1);
    if (!last || found.length < AT_ONCE) return;
    await store.change((tx) => queueLooks(tx, { importId, after: last.id }, now()));
    wakeJobs();
  },
};

async function looksOf(url: string, { crawl, drafter }: Deps, signal: AbortSignal) {
  const site = await crawl(url, { signal, maxPages: 1 });
  const [home] = site.pages;
  if (!home) return { logoUrl: null, preview: null };
  const { fields } = await drafter({ site, categories: [], only: ["logo_url"], isByRules: true, signal });
  const logo = fields.logo_url?.value;
  const preview = home.images.find(({ source, href }) => source === "og" && isPictureLink(href));
  return {
    logoUrl: typeof logo === "string" && isPictureLink(logo) ? logo : null,
    preview: preview ? { url: preview.href, alt: preview.alt } : null,
  };
}
