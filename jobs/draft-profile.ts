import type { Deps } from "../actions/context.ts";
import type { Draft } from "../domain/draft.ts";
import { fillDraft } from "../domain/edit-draft.ts";
import type { CrawledSite } from "../domain/site.ts";
import type { Drafted } from "../drafting/drafter.ts";
import { finishEmpty } from "./crawl-site.ts";
import type { JobKind } from "./runner.ts";

type Payload = { draftId: string };

/** Drafts the profile from the pages that were read. Edits made meanwhile stay. */
export const draftProfile: JobKind = {
  concurrency: 3,
  retryDelaysMs: [2_000, 20_000],
  async run({ draftId }: Payload, { store, drafter, now }: Deps, signal: AbortSignal) {
    const draft = await store.drafts.find(draftId);
    if (draft?.status !== "drafting") return;
    const pages = await store.drafts.pages(draftId);
    const site: CrawledSite = {
      url: pages[0]?.url ?? draft.url,
      pages,
      robots: draft.crawl.robots ?? "allowed",
      error: draft.crawl.error,
      needsJavascript: draft.crawl.needsJavascript,
      requests: 0,
      fetchedAt: draft.updatedAt,
    };
    const known = await store.reference.categoryNames();
    const drafted = await drafter({
      site,
      categories: known.map(({ name }) => name),
      categoryWords: Object.fromEntries(known.map(({ name, keywords }) => [name, keywords])),
      signal,
    });
    await store.change(async (tx) => {
      const current = await tx.drafts.find(draftId);
      if (current?.status !== "drafting") return;
      const founders = drafted.founders.map(({ name, title, bio }) => ({ name, title, bio }));
      const faqs = drafted.faqs.map(({ question, answer }) => ({ question, answer }));
      await tx.drafts.save({
        ...current,
        status: "ready",
        content: fillDraft(current.content, { ...drafted, founders, faqs }, now()),
        crawl: { ...current.crawl, drafter: drafted.drafter, error: current.crawl.error ?? unreadable(drafted) },
        updatedAt: now(),
      });
    });
  },
  giveUp: ({ draftId }: Payload, deps: Deps) =>
    finishEmpty(
      draftId,
      deps,
      "The profile could not be drafted because of an error on our side. Type the facts by hand.",
    ),
};

const unreadable = ({ unfinished }: Drafted): Draft["crawl"]["error"] =>
  unfinished ? { code: "too_large", detail: `${unfinished} Type the facts by hand.` } : null;
