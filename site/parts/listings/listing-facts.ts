import type { z } from "zod";
import { type Html, href, html, type Part, partWith } from "#core/text/html.ts";
import { dateOf } from "#domain/launches/launch-week.ts";
import { ALTERNATIVE_TO, alternativesPath } from "#domain/listings/alternative-to.ts";
import { type Evidence, isStale } from "#domain/listings/evidence.ts";
import { type DraftFieldName, FACTS, type FieldName, fieldOf, labelOf, shownIn } from "#domain/listings/fields.ts";
import type { Listing } from "#domain/listings/listing.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { searchQuery } from "#domain/search/saved-search.ts";
import {
  comma,
  countryName,
  inEnglish,
  isOurs,
  joined,
  PHRASES,
  quoted,
  type Text,
  t,
  wordsWith,
} from "#languages/words.ts";
import { saidToReplace } from "#store/search/said-to-replace.ts";
import { seenAt } from "#tools/schemas/evidence.ts";
import type { ListingProfile } from "#tools/schemas/listing.ts";
import { icons } from "../../kit/icons.ts";
import { categoryName, showDay, showUrl } from "../../kit/show.ts";
import { asTheirs } from "../../kit/theirs.ts";
import { weekPath } from "../launches/calendar.ts";
import { dayPath } from "../launches/races.ts";
import { sentence, socialLinks } from "./listing-parts.ts";
import { ownIn, ownValue } from "./own-facts.ts";

type Profile = z.output<typeof ListingProfile>;
type Row = [label: Text, value: Part, provenBy?: readonly DraftFieldName[]];

/** How links to the website are followed, and where days begin. */
type Shown = { rel: string; zone: string };

const linked = (pages: [path: string, label: Part][]): Part =>
  pages.map(([path, label], index) => html`${index > 0 && comma}<a href="${href(path)}">${label}</a>`);

const rowsOf = (listing: Profile, { rel, zone }: Shown, profile: Listing["profile"]): Row[] => {
  const { company, pricing, launched_at: launched, launch_week: week } = listing;
  const day = launched && dateOf(new Date(launched), zone);
  const launchDay = day && showDay(new Date(day));
  return [
    [t`Price`, sentence(pricing.summary ?? pricing.model), ["pricing_summary", "pricing_model"]],
    [t`Category`, linked(listing.categories.map((one) => [`/categories/${one.slug}`, categoryName(one)]))],
    [
      t`Alternative to`,
      profile.attributes?.[ALTERNATIVE_TO.key] === undefined &&
        linked(saidToReplace({ ...listing, profile }).map((name) => [alternativesPath(name), name])),
    ],
    [t`Stage`, sentence(listing.stage), ["stage"]],
    [
      t`Based in`,
      joined([company.city, company.country && countryName(company.country)], PHRASES),
      ["city", "country"],
    ],
    ...FACTS.map(({ name, label }): Row => [label, worded(name, String(shownIn(listing, name) ?? "")), [name]]),
    [t`Links`, socialLinks(listing.socials, rel)],
    [
      wordsWith("launches", t`Launched`, t`Listed`),
      launchDay && week
        ? partWith(
            "launches",
            partWith(
              "weekly",
              html`<a href="${href(weekPath(week))}">${launchDay}</a>`,
              html`<a href="${href(dayPath(day))}">${launchDay}</a>`,
            ),
            launchDay,
          )
        : launchDay,
    ],
    [t`Verified`, listing.verified.claimed && t`The owner proved control of the website.`],
  ];
};

const isThere = (value: Part): boolean =>
  isOurs(value) ? inEnglish(value) !== "" : Array.isArray(value) ? value.some(isThere) : Boolean(value) || value === 0;

/** To everything with the tag. A comma would separate two of them. */
const tagLink = (tag: string): Html =>
  html`<li class="tag">${tag.includes(",") ? tag : html`<a href="${href(`/search?${searchQuery({ tag })}`)}">${tag}</a>`}</li>`;

/** The facts of a listing. One that the website states opens to its quote, page and date. */
export function facts(listing: Profile, profile: Listing["profile"], fields: readonly OwnField[], shown: Shown): Html {
  const { evidence, attributes } = profile;
  const { rel } = shown;
  const checkedAt = listing.evidence_checked_at;
  const quotesOf = (names: readonly DraftFieldName[] = []): Evidence[] => names.flatMap((name) => evidence[name] ?? []);
  const missing = joined(listing.not_found_on_website.map(labelOf), ", ");
  const rows = rowsOf(listing, shown, profile).map(([label, value, names]) => ({ label, value, names }));
  const own = ownIn("facts", fields, attributes).map(({ field, value }) => ({
    group: field.group,
    shown: fact(field.label, ownValue(field, value, fields, rel), evidence[`own.${field.key}`] ?? [], checkedAt),
  }));
  return html`<section aria-labelledby="facts"><div class="section-head"><div><h2 id="facts">Facts and proof</h2>
<p>Open a fact to see its source.</p></div></div>
<div class="proofs">${own.flatMap(({ group, shown }) => (group ? [] : [shown]))}${rows.map(({ label, value, names }) => isThere(value) && fact(label, value, quotesOf(names), checkedAt))}</div>
${[...Map.groupBy(own, ({ group }) => group)].map(
  ([group, list]) => group && html`<h3>${group}</h3><div class="proofs">${list.map(({ shown }) => shown)}</div>`,
)}
${listing.tags.length > 0 && html`<ul class="tags">${listing.tags.map(tagLink)}</ul>`}
${
  listing.not_found_on_website.length > 0 &&
  html`<p class="small muted">Not found on the pages we read: ${missing}.</p>`
}
${
  checkedAt &&
  html`<p class="small muted">Checked against the website on ${showDay(new Date(checkedAt))}.
<a href="${href(`/listings/${listing.slug}/evidence.json`)}" type="application/json">All quotes as JSON</a></p>`
}</section>`;
}

export function shownQuote(evidence: Evidence, checkedAt: string | null): Html {
  const { quote, url, goneAt } = evidence;
  const seen = seenAt(evidence, checkedAt);
  const page = html`<a href="${href(url)}" rel="nofollow ugc noopener">${showUrl(url)}</a>`;
  const [read, gone] = [seen && showDay(new Date(seen)), goneAt && showDay(new Date(goneAt))];
  const stated = gone
    ? read
      ? html`Was stated on ${page}, last read on ${read}. No longer there on ${gone}.`
      : html`Was stated on ${page}. No longer there on ${gone}.`
    : read
      ? html`Stated on ${page}, read on ${read}`
      : html`Stated on ${page}`;
  return html`<div class="quote"><blockquote dir="auto">${quoted(quote)}</blockquote>
<p>${stated}</p></div>`;
}

export function fact(label: Text, value: Part, quotes: Evidence[], checkedAt: string | null): Html {
  const words = html`<span class="k">${label}<span class="said">:</span></span> <span class="v"${asTheirs(value)}>${value}</span>`;
  if (quotes.length === 0) return html`<div class="proven"><p class="line">${words}</p></div>`;
  const mark = isStale(quotes)
    ? html`<span class="proof by">No longer stated</span>`
    : html`<span class="proof">${icons.check}Proof</span>`;
  return html`<details class="proven"><summary>${words} ${mark}</summary>${quotes.map((quote) => shownQuote(quote, checkedAt))}</details>`;
}

export function worded(name: FieldName, value: string): Part {
  const { kind, options } = fieldOf(name);
  if (options) return sentence(value);
  if (kind === "email" && value) return html`<a href="${href(`mailto:${value}`)}">${value}</a>`;
  return kind === "country" ? countryName(value) : value;
}
