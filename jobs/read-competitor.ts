import type { Deps } from "#actions/context.ts";
import type { Competitor } from "#domain/drafts/draft.ts";
import type { JobKind } from "./runner.ts";

type Payload = { draftId: string; url: string };

async function note({ draftId, url }: Payload, { store, now }: Deps, outcome: Omit<Competitor, "url">): Promise<void> {
  await store.change(async (tx) => {
    const draft = await tx.drafts.find(draftId);
    if (draft?.content.competitor?.url !== url) return;
    const content = { ...draft.content, competitor: { url, ...outcome } };
    await tx.drafts.save({ ...draft, content, updatedAt: now() });
  });
}

export const readCompetitor: JobKind = {
  concurrency: 2,
  retryDelaysMs: [10_000],
  async run(payload: Payload, deps, signal) {
    const site = await deps.crawl(payload.url, { signal, maxPages: 1 });
    const name = site.pages.length
      ? (await deps.drafter({ site, categories: [], only: ["name"], isByRules: true, signal })).fields.name?.value
      : undefined;
    await note(payload, deps, {
      status: site.error ? "failed" : "read",
      name: typeof name === "string" ? name : null,
    });
  },
  giveUp: (payload: Payload, deps) => note(payload, deps, { status: "failed", name: null }),
};
