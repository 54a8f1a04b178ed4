import type { Deps } from "../actions/context.ts";
import { CRAWL_SLOTS, CROWDED_CRAWL_MS, isCrowded } from "../domain/crawl-crowd.ts";
import { draftJob } from "../domain/draft.ts";
import { fillDraft } from "../domain/edit-draft.ts";
import type { JobKind } from "./runner.ts";

type Payload = { draftId: string };

/** Reads the website of a draft, stores its pages, and adds the drafting job in the same change. */
export const crawlSite: JobKind = {
  concurrency: CRAWL_SLOTS,
  retryDelaysMs: [5_000, 30_000],
  async run({ draftId }: Payload, { store, crawl, now, log, limiter, wakeJobs }: Deps, signal: AbortSignal) {
    const draft = await store.drafts.find(draftId);
    if (draft?.status !== "crawling") return;
    const open = await store.jobs.countOpen("crawl-site", now());
    const read = keepPages(draftId, { store, now, log });
    const site = await crawl(draft.url, {
      signal,
      onPage: (_done, url) => read.keep(url),
      ...(isCrowded(open) && { wallMs: CROWDED_CRAWL_MS }),
    });
    await read.saved();
    const isRead = await store.change(async (tx) => {
      const current = await tx.drafts.find(draftId);
      if (current?.status !== "crawling") return false;
      const at = now();
      await tx.drafts.replacePages(draftId, site.pages);
      await tx.drafts.save({
        ...current,
        status: "drafting",
        crawl: {
          ...current.crawl,
          pages: site.pages.map((page) => page.url),
          robots: site.robots,
          error: site.error,
          needsJavascript: site.needsJavascript,
          fetchedAt: site.fetchedAt.toISOString(),
        },
        updatedAt: at,
      });
      await tx.jobs.add({
        id: draftJob(draftId),
        kind: "draft-profile",
        payload: { draftId },
        runAt: at,
        createdAt: at,
      });
      return true;
    });
    // A misspelt address, most likely. The day's quota keeps it, so that drafts of nothing have an end.
    if (isRead && site.error?.code === "unreachable") await limiter.giveBack("submit-hour", draft.accountId);
    wakeJobs();
  },
  giveUp: ({ draftId }: Payload, deps: Deps) =>
    finishEmpty(
      draftId,
      deps,
      "The website could not be read because of an error on our side. Type the facts by hand.",
    ),
};

/** Saves which pages were read so far, for those who watch. The result of the crawl replaces it. */
function keepPages(draftId: string, { store, now, log }: Pick<Deps, "store" | "now" | "log">) {
  const pages: string[] = [];
  let saving: Promise<void> = Promise.resolve();
  const save = async (): Promise<void> => {
    await store.change(async (tx) => {
      const draft = await tx.drafts.find(draftId);
      if (draft?.status !== "crawling") return;
      await tx.drafts.save({ ...draft, crawl: { ...draft.crawl, pages: [...pages] }, updatedAt: now() });
    });
  };
  return {
    keep(url: string): void {
      pages.push(url);
      saving = saving
        .then(save)
        .catch((error: unknown) => log.debug({ err: error, draftId }, "the pages read so far were not saved"));
    },
    saved: () => saving,
  };
}

/** A draft always becomes ready, so that its owner can continue by hand. */
export async function finishEmpty(draftId: string, { store, now }: Deps, detail: string): Promise<void> {
  await store.change(async (tx) => {
    const draft = await tx.drafts.find(draftId);
    if (!draft || draft.status === "ready") return;
    const nothing = { fields: {}, faqs: [], founders: [], companySocials: {}, seo: { title: null, meta: null } };
    await tx.drafts.save({
      ...draft,
      status: "ready",
      content: fillDraft(draft.content, nothing, now()),
      crawl: { ...draft.crawl, error: draft.crawl.error ?? { code: "unreachable", detail } },
      updatedAt: now(),
    });
  });
}
