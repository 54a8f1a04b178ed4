import { DRAFT_FIELDS, MOST_ENTRIES } from "#domain/listings/fields.ts";
import { MOST } from "#domain/listings/section-fields.ts";
import { fold } from "#domain/text/text.ts";
import { modelOfPrices } from "./claims/model-of-prices.ts";
import { isTheirTitle } from "./claims/people.ts";
import { readSite } from "./corpus.ts";
import type { Drafted, DraftedFaq, DraftedFounder, DraftRequest, Rejection } from "./drafter.ts";
import { assemble, dropRepeats } from "./extractive.ts";
import type { Fact, FactField, Kept } from "./fact.ts";
import { ground } from "./grounding.ts";
import { withoutMarks } from "./prompt.ts";
import { addPlaces } from "./stated-in.ts";

/**
 * Facts with the same `index` belong together: a founder's name, title and bio, or a question and
 * answer.
 */
export type IndexedFact = Fact & { index: number };

export type Grounded = Pick<Drafted, "fields" | "faqs" | "founders" | "rejected"> & { grounded: number };

export function groundFacts(facts: IndexedFact[], request: DraftRequest): Grounded {
  const corpus = readSite(request.site);
  const rejected: Rejection[] = [];
  const kept = facts.flatMap((reported) => {
    const fact = { ...reported, quote: withoutMarks(reported.quote) };
    const verdict = ground(fact, corpus, request);
    if (verdict.kept) return [{ ...fact, verdict }];
    const { kept: _, ...why } = verdict;
    rejected.push({ field: fact.field, value: fact.value, ...why });
    return [];
  });
  const of = (field: FactField): { verdict: Kept; index: number }[] => kept.filter((fact) => fact.field === field);
  const fields: Drafted["fields"] = {};
  for (const field of DRAFT_FIELDS) {
    const drafted = assemble(field, distinct(of(field).map(({ verdict }) => verdict)).slice(0, MOST_ENTRIES));
    if (drafted && !isSame(drafted.value, request.only ? request.previous?.[field] : undefined))
      fields[field] = drafted;
  }
  const said = rejected.flatMap(({ field, value }) => (field === "pricing_model" ? [value] : []));
  const paid =
    fields.pricing_model || request.only
      ? undefined
      : modelOfPrices(of("pricing_summary").map(({ verdict }) => verdict));
  // The prices decide, unless the model disagrees.
  if (paid && said.every((value) => value === paid.model))
    fields.pricing_model = { value: paid.model, evidence: [paid.price.evidence] };
  dropRepeats(fields);
  addPlaces(fields, corpus);
  const partner = (field: FactField, index: number): Kept | undefined =>
    of(field).find((fact) => fact.index === index)?.verdict;
  const founders = of("founder_name")
    .slice(0, MOST.founders)
    .map(({ verdict, index }): DraftedFounder => {
      const stated = partner("founder_title", index);
      const title = stated && isTheirTitle(stated.value, verdict.value, stated.evidence.quote) ? stated : undefined;
      const bio = partner("founder_bio", index);
      const evidence = [verdict, title, bio].flatMap((item) => (item ? [item.evidence] : []));
      return { name: verdict.value, title: title?.value ?? null, bio: bio?.value ?? null, evidence };
    });
  const faqs = of("faq_question")
    .slice(0, MOST.faqs)
    .flatMap(({ verdict, index }): DraftedFaq[] => {
      const answer = partner("faq_answer", index);
      return answer
        ? [{ question: verdict.value, answer: answer.value, evidence: [verdict.evidence, answer.evidence] }]
        : [];
    });
  return { fields, founders, faqs, rejected, grounded: kept.length };
}

const distinct = (verdicts: Kept[]): Kept[] =>
  verdicts.filter((verdict, at) => verdicts.findIndex((other) => fold(other.value) === fold(verdict.value)) === at);

const isSame = (value: string | string[], previous: string | string[] | null | undefined): boolean =>
  previous !== null && previous !== undefined && fold([value].flat().join("; ")) === fold([previous].flat().join("; "));
