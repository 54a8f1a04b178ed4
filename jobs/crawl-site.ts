import type { Deps } from "#actions/context.ts";
import { CROWDED_CRAWL_MS, isCrowded } from "#domain/drafts/crawl-crowd.ts";
import { emptyContent } from "#domain/drafts/draft.ts";
import { fillDraft } from "#domain/drafts/edit-draft.ts";
import type { SitePage } from "#domain/drafts/site.ts";
import { PLACES, type Place } from "./draft-places.ts";
import { profileOf } from "./profile-of.ts";
import type { JobKind } from "./runner.ts";

type Payload = { draftId: string };
type Reading = { place: Place; draftId: string; deps: Deps; signal: AbortSignal };

const crawlSiteIn = (place: Place): JobKind => ({
  concurrency: PLACES[place].slots,
  retryDelaysMs: [5_000, 30_000],
  async run({ draftId }: Payload, deps, signal) {
    const { store, crawl, now, limiter, wakeJobs } = deps;
    const { slots, crawl: kind, draft: next, draftJob } = PLACES[place];
    const draft = await store[place].find(draftId);
    if (draft?.status !== "crawling") return;
    const open = await store.jobs.countOpen(kind, now());
    const read = keepPages({ place, draftId, deps, signal });
    const site = await crawl(draft.url, {
      signal,
      onPage: (_done, _url, page) => read.keep(page),
      ...(isCrowded(open, slots) && { wallMs: CROWDED_CRAWL_MS }),
    });
    await read.saved();
    const isRead = await store.change(async (tx) => {
      const current = await tx[place].find(draftId);
      if (current?.status !== "crawling") return false;
      const at = now();
      await tx[place].replacePages(draftId, site.pages);
      await tx[place].advance(draftId, {
        status: "drafting",
        crawl: {
          ...current.crawl,
          pages: site.pages.map((page) => page.url),
          robots: site.robots,
          error: site.error,
          needsJavascript: site.needsJavascript,
          ...(site.sameSites && { sameSites: site.sameSites }),
          fetchedAt: site.fetchedAt.toISOString(),
        },
        updatedAt: at,
      });
      await tx.jobs.add({ id: draftJob(draftId), kind: next, payload: { draftId }, runAt: at, createdAt: at });
      return true;
    });
    // Probably a typo. The daily quota stays used, to limit empty drafts.
    if (isRead && "accountId" in draft && site.error?.code === "unreachable")
      await limiter.giveBack("submit-hour", draft.accountId);
    wakeJobs();
  },
  giveUp: ({ draftId }: Payload, deps) =>
    finishEmpty(
      place,
      draftId,
      deps,
      "The website could not be read because of an error on our side. Type the facts by hand.",
    ),
});

export const crawlSite = crawlSiteIn("drafts");
export const crawlGuestSite = crawlSiteIn("guestDrafts");

function keepPages(reading: Reading) {
  const { place, draftId, deps } = reading;
  const pages: string[] = [];
  let saving: Promise<void> = Promise.resolve();
  const save = async (page: SitePage): Promise<void> => {
    await deps.store.change(async (tx) => {
      const draft = await tx[place].find(draftId);
      if (draft?.status !== "crawling") return;
      await tx[place].advance(draftId, { crawl: { ...draft.crawl, pages: [...pages] }, updatedAt: deps.now() });
    });
    if (place === "guestDrafts" && pages[0] === page.url) await firstFacts(page, reading);
  };
  return {
    keep(page: SitePage): void {
      pages.push(page.url);
      saving = saving
        .then(() => save(page))
        .catch((error: unknown) => deps.log.debug({ err: error, draftId }, "the pages read so far were not saved"));
    },
    saved: () => saving,
  };
}

/** Drafts by rules from the first page while others are read. */
async function firstFacts(page: SitePage, { draftId, deps, signal }: Reading): Promise<void> {
  const { store, now } = deps;
  const state = { robots: "allowed", error: null, needsJavascript: false, requests: 0, fetchedAt: now() } as const;
  const { fill } = await profileOf({ url: page.url, pages: [page], ...state }, deps, { signal, isByRules: true });
  await store.change(async (tx) => {
    const draft = await tx.guestDrafts.find(draftId);
    if (draft?.status !== "crawling") return;
    await tx.guestDrafts.advance(draftId, { content: fill(emptyContent(), now()), updatedAt: now() });
  });
}

/** A draft always becomes ready, so that its owner can continue by hand. */
export async function finishEmpty(place: Place, draftId: string, { store, now }: Deps, detail: string): Promise<void> {
  await store.change(async (tx) => {
    const draft = await tx[place].find(draftId);
    if (!draft || draft.status === "ready") return;
    const nothing = { fields: {}, faqs: [], founders: [], companySocials: {}, seo: { title: null, meta: null } };
    await tx[place].advance(draftId, {
      status: "ready",
      content: fillDraft(draft.content, nothing, now()),
      crawl: { ...draft.crawl, error: draft.crawl.error ?? { code: "unreachable", detail } },
      updatedAt: now(),
    });
  });
}
