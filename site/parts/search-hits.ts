import type { z } from "zod";
import { type Html, href, html, type Part } from "../../core/html.ts";
import { type Marked, type WhyFound, whyFound } from "../../domain/why-found.ts";
import type { Statements } from "../../store/repos/statements.ts";
import { keepEach } from "../../tools/kept-each.ts";
import type { FoundListing } from "../../tools/schemas/listing.ts";
import { logo } from "../kit/faces.ts";
import { showDay, showUrl } from "../kit/show.ts";
import { listingMeta, nameOf, sentence, withSave } from "./listing-parts.ts";
import { hueClass, type Looks, picture } from "./looks.ts";
import { type Votes, votePill } from "./toggles.ts";

type Found = z.output<typeof FoundListing>;
type Shown = { looks: Looks; votes: Votes; statements: ReadonlyMap<string, Statements>; query: string };

const BYTES = { listing: 500, entry: 300 };
/** What listings say in their own words, to explain why a search found them. */
export const statementsOf = keepEach<Statements>({
  read: (slugs, { reading }) => reading.statements(slugs),
  sizeOf: ({ description, features, usps, keywords, evidence }) =>
    BYTES.listing +
    (description?.length ?? 0) +
    BYTES.entry * [features, usps, keywords, ...Object.values(evidence)].flat().length,
});

/** What a search found: the reason first, then figures. */
export function searchHits(found: readonly Found[], shown: Shown): Html {
  const whyOf = whyFound(shown.query);
  return html`<ol class="hits">${found.map((listing) => hit(listing, shown, whyOf))}</ol>`;
}

const hit = (listing: Found, { looks, votes, statements }: Shown, whyOf: ReturnType<typeof whyFound>): Html => {
  const said = statements.get(listing.slug);
  const mark = logo(listing);
  return html`<li class="hit ${hueClass(listing.slug, looks)}"><div><div class="person">${mark}<div>${nameOf(listing)}${listing.tagline && html`<p class="muted"><bdi>${listing.tagline}</bdi></p>`}</div></div>
${why(listing, said?.checkedAt ?? null, said && whyOf(said))}
${withSave(listingMeta(listing, looks), listing, votes)}</div>
<div class="thumb">${picture(listing, looks, { mark })}</div>${votePill(listing, votes)}</li>`;
};

/** Why it was found; without the words of the search, what it has to do with them. */
function why({ reason }: Found, checkedAt: Date | null, found: WhyFound | undefined): Html | false {
  if (reason !== undefined)
    return html`<p class="why near"><b>A near match:</b> ${lower(reason)}.${found && html` ${quoted(found.sentence)}`}</p>`;
  if (!found) return false;
  const { sentence: words, url } = found;
  return html`<p class="why${url === null && html` own`}"><b>Why:</b> ${quoted(words)} <span class="muted tiny">${url === null ? "In its own words" : stated(url, checkedAt)}</span></p>`;
}

const lower = (reason: string): string => sentence(reason)!.replace(/^./, (first) => first.toLowerCase());

const quoted = (words: Marked): Html =>
  html`<bdi>“${words.map(({ text, isMarked }) => (isMarked ? html`<mark>${text}</mark>` : text))}”</bdi>`;

const stated = (url: string, checkedAt: Date | null): Part =>
  html`<a href="${href(url)}" rel="nofollow ugc noopener">${showUrl(url)}</a>${checkedAt && html`, ${showDay(checkedAt)}`}`;
