import type { DraftedValue } from "#domain/drafts/draft.ts";
import type { DraftFieldName } from "#domain/listings/fields.ts";
import { type Candidate, MOST_CHECKED } from "./candidate.ts";
import type { Corpus } from "./corpus.ts";
import { type Check, GROUNDING, type Kept } from "./fact.ts";
import { conflictingPrices } from "./fields/prices.ts";
import { doubtfulModel } from "./fields/pricing.ts";
import { bare } from "./text.ts";

const MOST_ANSWERS = 3;

/** Choices for the owner if the site states several equally strong values. */
export function answersOf(
  field: DraftFieldName,
  candidates: Candidate[],
  corpus: Corpus,
  check: Check,
): DraftedValue[] {
  if (GROUNDING[field].isSingle) return contradictions(field, candidates, check);
  if (field === "pricing_summary") return priceAnswers(corpus, check);
  if (field === "pricing_model") return modelAnswers(corpus, check);
  return [];
}

const answer = (value: string, ...kept: Kept[]): DraftedValue => ({
  value,
  evidence: kept.map(({ evidence }) => evidence),
});

/** "Acme" and "Acme Notes" are one. */
function contradictions(field: DraftFieldName, candidates: Candidate[], check: Check): DraftedValue[] {
  const strong = candidates.slice(0, MOST_CHECKED).filter(({ isStrong }) => isStrong);
  const found: Kept[] = [];
  for (const candidate of strong) {
    const plain = bare(candidate.value);
    const isKnown = found.some(({ value }) => bare(value).includes(plain) || plain.includes(bare(value)));
    if (isKnown || found.length === MOST_ANSWERS) continue;
    const verdict = check(field, candidate);
    if (verdict.kept) found.push(verdict);
  }
  return found.map((kept) => answer(kept.value, kept));
}

/** "Pro €9 per month" on one page and "Pro €12 per month" on another. */
function priceAnswers(corpus: Corpus, check: Check): DraftedValue[] {
  const found = conflictingPrices(corpus)
    .slice(0, MOST_ANSWERS)
    .map((candidate) => check("pricing_summary", candidate))
    .filter((verdict) => verdict.kept);
  return found.length > 1 ? found.map((kept) => answer(kept.value, kept)) : [];
}

/** "Get started free" beside a single price: a free plan, or only a free start? */
function modelAnswers(corpus: Corpus, check: Check): DraftedValue[] {
  const doubt = doubtfulModel(corpus);
  if (!doubt) return [];
  const free = check("pricing_model", { ...doubt.free, value: "free" });
  const paid = doubt.paid.map((candidate) => check("pricing_model", candidate)).find((verdict) => verdict.kept);
  return free.kept && paid?.kept ? [answer("freemium", free, paid), answer(paid.value, paid)] : [];
}
