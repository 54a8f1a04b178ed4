import type { Deps } from "../context.ts";
import type { JobKind } from "./runner.ts";

type Payload = { draftId: string; url: string };

/** Reads the home page of the competitor that a draft names, to learn what it is called. */
export const readCompetitor: JobKind = {
  concurrency: 2,
  retryDelaysMs: [10_000],
  async run({ draftId, url }: Payload, { store, crawl, drafter, now }: Deps, signal: AbortSignal) {
    const site = await crawl(url, { signal, maxPages: 1 });
    const name = site.pages.length
      ? (await drafter({ site, categories: [], only: ["name"], signal })).fields.name?.value
      : undefined;
    await store.change(async (tx) => {
      const draft = await tx.drafts.find(draftId);
      // The owner may have named another one since.
      if (draft?.content.competitor?.url !== url) return;
      const competitor = {
        url,
        status: site.error ? "failed" : "read",
        name: typeof name === "string" ? name : null,
      } as const;
      await tx.drafts.save({ ...draft, content: { ...draft.content, competitor }, updatedAt: now() });
    });
  },
};
