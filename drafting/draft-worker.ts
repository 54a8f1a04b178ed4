import { answerWith } from "#core/runtime/thread.ts";
import type { CrawledSite } from "#domain/drafts/site.ts";
import { readSite } from "./corpus.ts";
import type { DraftRequest } from "./drafter.ts";
import { draftByRules } from "./extractive.ts";
import type { FactField } from "./fact.ts";
import { groundFacts } from "./ground-facts.ts";
import { answeredFacts } from "./model/answered-facts.ts";
import { groundOwn, keyOfName, nameOf } from "./own-fields.ts";
import { type DocumentOptions, documentsOf } from "./prompt.ts";
import { seeAgain } from "./see-again.ts";
import { findSupport } from "./support.ts";

/** Signals cannot be sent to a thread; the thread is ended instead. */
type Asked = Omit<DraftRequest, "signal">;

const JOBS = {
  "by-rules": (request: Asked) => draftByRules(request),
  documents: ({ site, ...options }: { site: CrawledSite } & DocumentOptions) => documentsOf(readSite(site), options),
  /** Undefined if the answer has no list of facts. */
  ground({ answer, fields, request }: { answer: string; fields: FactField[]; request: Asked }) {
    const facts = answeredFacts(answer, fields);
    const { own = [], site } = request;
    const stated = answeredFacts(answer, own.map(nameOf)) ?? [];
    const ofOwn = stated.map(({ field, ...fact }) => ({ ...fact, key: keyOfName(field) }));
    return facts && { ...groundFacts(facts, request), own: groundOwn(ofOwn, readSite(site), own) };
  },
  "see-again": seeAgain,
  support: findSupport,
};
export type Jobs = typeof JOBS;

answerWith(JOBS);
