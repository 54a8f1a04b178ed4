import { answerWith } from "../core/runtime/thread.ts";
import type { CrawledSite } from "../domain/drafts/site.ts";
import { readSite } from "./corpus.ts";
import type { DraftRequest } from "./drafter.ts";
import { draftByRules } from "./extractive.ts";
import { groundFacts, type IndexedFact } from "./ground-facts.ts";
import { documentsOf } from "./prompt.ts";
import { seeAgain } from "./see-again.ts";

/** Signals cannot be sent to a thread; the thread is ended instead. */
type Asked = Omit<DraftRequest, "signal">;

const JOBS = {
  "by-rules": (request: Asked) => draftByRules(request),
  documents: (site: CrawledSite) => documentsOf(readSite(site)),
  ground: ({ facts, request }: { facts: IndexedFact[]; request: Asked }) => groundFacts(facts, request),
  "see-again": seeAgain,
};
export type Jobs = typeof JOBS;

answerWith(JOBS);
