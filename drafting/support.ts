import type { Unproven } from "#domain/drafts/draft.ts";
import type { Evidence, Quotes } from "#domain/listings/evidence.ts";
import type { DraftFieldName } from "#domain/listings/fields.ts";
import { keysOf } from "#domain/text/keys.ts";
import { fold } from "#domain/text/text.ts";
import { modelOfPrices } from "./claims/model-of-prices.ts";
import { isTheirTitle } from "./claims/people.ts";
import { type Corpus, canonical, readSite } from "./corpus.ts";
import type { Drafted, DraftRequest } from "./drafter.ts";
import { partsOf } from "./extractive.ts";
import type { FactField, Kept, Verdict } from "./fact.ts";
import { passagesOf, searchIn } from "./passages.ts";
import { addPlaces } from "./stated-in.ts";
import { sentencesOf } from "./text.ts";

type Person = { name: string; title: string | null; bio: string | null };
/** Values that somebody set, whoever it was. */
export type SupportRequest = Omit<DraftRequest, "only" | "previous" | "signal"> & {
  fields: Partial<Record<DraftFieldName, string | string[]>>;
  founders: Person[];
  faqs: { question: string; answer: string }[];
  socials: Record<string, string>;
};

export type Supported = { quotes: Quotes; unproven: Unproven[] };

/** Searches the pages for the words that support each value, and says for which there are none. */
export function findSupport({ fields, founders, faqs, socials, ...request }: SupportRequest): Supported {
  const corpus = readSite(request.site);
  const search = searchIn(passagesOf(corpus), corpus, request, typeof fields.name === "string" ? fields.name : null);
  const unproven: Unproven[] = [];
  const note = (field: string, value: string, verdict: Verdict): Kept[] => {
    if (verdict.kept) return [verdict];
    unproven.push({ field, value, reason: verdict.reason, ...(verdict.evidence && { evidence: verdict.evidence }) });
    return [];
  };

  const kept: Partial<Record<DraftFieldName, Kept[]>> = {};
  for (const field of keysOf(fields))
    kept[field] = unitsOf(field, fields[field] ?? []).flatMap((value) => note(field, value, search(field, value)));
  const model = fields.pricing_model;
  // The prices that were found decide, as they do in a draft.
  const paid = kept.pricing_model?.length === 0 ? modelOfPrices(kept.pricing_summary ?? []) : undefined;
  if (paid && paid.model === model) {
    kept.pricing_model = [{ ...paid.price, value: paid.model }];
    unproven.splice(
      unproven.findIndex(({ field }) => field === "pricing_model"),
      1,
    );
  }

  for (const { name, title, bio } of founders) {
    if (note("founders", name, search("founder_name", name)).length === 0) continue;
    const isTheirs = (quote: string) => quote.includes(name) && isTheirTitle(title ?? "", name, quote);
    if (title) note("founders", title, search("founder_title", title, isTheirs));
    for (const sentence of bio ? sentencesOf(bio) : []) note("founders", sentence, search("founder_bio", sentence));
  }
  for (const { question, answer } of faqs)
    if (note("faqs", question, search("faq_question", question)).length > 0)
      for (const sentence of sentencesOf(answer)) note("faqs", sentence, search("faq_answer", sentence));
  for (const [platform, address] of Object.entries(socials)) {
    const fault = linkFault(address, corpus);
    if (fault) unproven.push({ field: platform, value: address, reason: fault });
  }

  const proven: Drafted["fields"] = Object.fromEntries(
    keysOf(kept).flatMap((field) => {
      const evidence = distinct((kept[field] ?? []).map((one) => one.evidence));
      return evidence.length > 0 ? [[field, { value: fields[field] ?? "", evidence }]] : [];
    }),
  );
  addPlaces(proven, corpus);
  return { quotes: Object.fromEntries(keysOf(proven).map((field) => [field, proven[field]?.evidence])), unproven };
}

/** Whether the website links an address in its own words; testimonials link their authors. */
function linkFault(address: string, { hrefs, pages }: Corpus): string | null {
  const wanted = canonical(address);
  if (!hrefs.has(wanted)) return "the pages that were read do not link to it";
  const links = pages.flatMap((page) =>
    page.links.filter(({ href }) => [href, href.replace(/\?.*$/s, "")].some((one) => canonical(one) === wanted)),
  );
  return links.length > 0 && links.every(({ region }) => region === "quote") ? "words of a testimonial" : null;
}

/** What needs its own quote: each entry of a list, price and sentence of a description. */
function unitsOf(field: DraftFieldName, value: string | string[]): string[] {
  const parts = partsOf(field, value);
  const units: FactField[] = ["description", "pricing_summary"];
  if (!units.includes(field)) return parts;
  const split = (part: string) => (field === "description" ? sentencesOf(part) : part.split(/\s*[;\n]\s*|\.\s+(?!\d)/));
  return parts.flatMap(split).flatMap((part) => part.trim() || []);
}

const distinct = (evidence: Evidence[]): Evidence[] =>
  evidence.filter(
    ({ quote, url }, at) => evidence.findIndex((one) => one.url === url && fold(one.quote) === fold(quote)) === at,
  );
