import type { z } from "zod";
import { byLanguage, type Html, href, html, type Part } from "#core/text/html.ts";
import { meantBy, reasonText } from "#domain/search/search-words.ts";
import { type Marked, type Sentences, sentencesOf, type WhyFound, whyFound } from "#domain/search/why-found.ts";
import { quotationMarks } from "#languages/formats.ts";
import { phraseComma, t } from "#languages/words.ts";
import { keepEach } from "#tools/kept.ts";
import type { FoundListing } from "#tools/schemas/listing.ts";
import { drawnOnce } from "../../kit/drawn-once.ts";
import { logo } from "../../kit/faces.ts";
import { categoryWords, showDay, showUrl } from "../../kit/show.ts";
import { theirs } from "../../kit/theirs.ts";
import { type Votes, votePill } from "../community/toggles.ts";
import { listingMeta, nameOf, seenOf, withSave } from "../listings/listing-parts.ts";
import { hueClass, type Looks, picture } from "../listings/looks.ts";

type Found = z.output<typeof FoundListing>;
type Shown = { looks: Looks; votes: Votes; sayings: ReadonlyMap<string, Why>; query: string };

type Why = { sentences: Sentences; checkedAt: Date | null };
const BYTES = { listing: 500, sentence: 550 };
export const sayingsOf = keepEach<Why>({
  async read(slugs, { listings }) {
    const said = await listings.statements(slugs);
    return new Map([...said].map(([slug, one]) => [slug, { sentences: sentencesOf(one), checkedAt: one.checkedAt }]));
  },
  sizeOf: ({ sentences }) => BYTES.listing + BYTES.sentence * sentences.each.length,
});

export function searchHits(found: readonly Found[], shown: Shown): Html {
  const whyOf = whyFound(`${shown.query} ${meantBy(found.map(({ reason }) => reason))}`);
  return html`<ol class="hits">${found.map((listing) => hit(listing, shown, whyOf))}</ol>`;
}

const drawnHit = drawnOnce(seenOf, ({ listing, looks }: { listing: Found; looks: Looks }) => {
  const mark = logo(listing);
  return {
    start: html`<li class="hit ${hueClass(listing.slug, looks)}"><div><div class="person">${mark}
<div>${nameOf(listing)}${listing.tagline && html`<p class="muted">${theirs(listing.tagline, listing.language)}</p>`}</div></div>`,
    meta: listingMeta(listing, looks),
    thumb: html`<div class="thumb">${picture(listing, looks, { mark })}</div>`,
  };
});

const hit = (listing: Found, { looks, votes, sayings }: Shown, whyOf: ReturnType<typeof whyFound>): Html => {
  const said = sayings.get(listing.slug);
  const { start, meta, thumb } = drawnHit({ listing, looks });
  return html`${start}
${why(listing, said?.checkedAt ?? null, said && whyOf(said.sentences))}
${withSave(meta, listing, votes)}</div>
${thumb}${votePill(listing, votes)}</li>`;
};

/** Why it was found; without the words of the search, what it has to do with them. */
function why({ reason, category }: Found, checkedAt: Date | null, found: WhyFound | undefined): Html | false {
  if (reason !== undefined)
    return html`<p class="why near"><b>A near match:</b> ${reasonText(reason, (name) => (category?.name === name ? categoryWords(category) : name))}.${found && html` ${quoted(found.sentence)}`}</p>`;
  if (!found) return false;
  const { sentence: words, url } = found;
  return html`<p class="why${url === null && " own"}"><b>Why:</b> ${quoted(words)} <span class="muted tiny">${
    url === null ? t`In its own words` : stated(url, checkedAt)
  }</span></p>`;
}

const quoted = (words: Marked): Html =>
  byLanguage((language) => {
    const [open, close] = quotationMarks(language);
    return html`<bdi>${open}${words.map(({ text, isMarked }) => (isMarked ? html`<mark>${text}</mark>` : text))}${close}</bdi>`;
  });

const stated = (url: string, checkedAt: Date | null): Part =>
  html`<a href="${href(url)}" rel="nofollow ugc noopener">${showUrl(url)}</a>${checkedAt && html`${phraseComma}${showDay(checkedAt)}`}`;
