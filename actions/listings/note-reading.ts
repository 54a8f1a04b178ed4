import type { DraftContent, Field } from "#domain/drafts/draft.ts";
import { type Evidence, hasSameQuotes, type Quotes } from "#domain/listings/evidence.ts";
import { findingOf, type ProvenFact } from "#domain/listings/fact-check.ts";
import type { DraftFieldName } from "#domain/listings/fields.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { factOf, sameValue } from "#domain/listings/shared-facts.ts";
import type { Drafted } from "#drafting/drafter.ts";
import type { SeenAgain } from "#drafting/see-again.ts";
import type { Tx } from "#store/store.ts";
import { notifyTeam } from "../notifications/notify.ts";

type Reading = {
  /** As published when the reading began. */
  facts: readonly ProvenFact[];
  seen: SeenAgain;
  drafted: Drafted["fields"] | undefined;
  at: Date;
};

/**
 * Stores a reading of the website: when each quote was seen, and suggestions for the owners. Facts
 * edited meanwhile are left alone.
 */
export async function noteReading(tx: Tx, listing: Listing, { facts, seen, drafted, at }: Reading): Promise<void> {
  const evidence = { ...listing.profile.evidence };
  const settled: DraftFieldName[] = [];
  let isNews = false;
  for (const fact of facts) {
    const { field, value } = fact;
    const published = listing.profile.evidence[field] ?? [];
    const marked = seen[field];
    if (!marked || !hasSameQuotes(published, fact.evidence) || !sameValue(factOf(listing, field), value)) continue;
    const result = findingOf(fact, marked, drafted?.[field]);
    evidence[field] = result.evidence;
    if (result.finding === null) settled.push(field);
    else if (drafted !== undefined) {
      const known = await tx.factChecks.findSuggestion(listing.id, field);
      const { stated } = result.finding;
      if (known && sameValue(known.published, value) && sameValue(known.stated, stated)) continue;
      const suggestion = { listingId: listing.id, field, published: value, ...result.finding, stated, foundAt: at };
      await tx.factChecks.suggest(suggestion);
      isNews = true;
    }
  }
  await tx.factChecks.withdraw(listing.id, settled);
  if (isNews) await notifyOfSuggestions(tx, listing, at);
  await tx.factChecks.checked(listing.id, at, null);
  await tx.listings.setEvidence(listing, evidence, at);
  const draft = await tx.drafts.findByListing(listing.id);
  if (draft) await tx.drafts.save({ ...draft, content: withTimes(draft.content, facts, evidence) });
}

async function notifyOfSuggestions(tx: Tx, { id, name: product }: Listing, at: Date): Promise<void> {
  const count = (await tx.factChecks.suggestions(id)).length;
  const [key, path] = [`suggestion:${id}`, `/account/listings/${id}/proof`];
  await notifyTeam(tx, id, { kind: "suggestion", key, words: { count, product }, path, at, by: null });
}

/** A draft with its listing's quote times, so that the next edit keeps them. */
function withTimes(content: DraftContent, facts: readonly ProvenFact[], evidence: Quotes): DraftContent {
  const fields = { ...content.fields };
  for (const { field: name, evidence: before } of facts) {
    const field = fields[name];
    const after = evidence[name];
    if (!field || !after) continue;
    const timed = (quotes: Evidence[]): Evidence[] => (hasSameQuotes(quotes, before) ? after : quotes);
    fields[name] = {
      ...field,
      evidence: timed(field.evidence),
      aiEvidence: timed(field.aiEvidence),
      ...(field.first && { first: { ...field.first, evidence: timed(field.first.evidence) } }),
    } satisfies Field;
  }
  return { ...content, fields };
}
