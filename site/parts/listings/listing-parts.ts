import type { z } from "zod";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import { STORY_FIELDS } from "#domain/listings/section-fields.ts";
import { reasonText } from "#domain/search/search-words.ts";
import { SEARCH_LABEL } from "#domain/site/nouns.ts";
import { UNTRUSTED } from "#domain/site/site-shape.ts";
import { isKeyOf } from "#domain/text/keys.ts";
import { as, comma, decimal, joined, type Text, t, type Words, wordsWith } from "#languages/words.ts";
import type { ListingProfile, ListingSummary } from "#tools/schemas/listing.ts";
import { drawnOnce } from "../../kit/drawn-once.ts";
import { faces, logo, namesOf } from "../../kit/faces.ts";
import { icons } from "../../kit/icons.ts";
import { categoryWords, showDay } from "../../kit/show.ts";
import { asTheirs, theirs } from "../../kit/theirs.ts";
import { saveButton, type Votes, votePill } from "../community/toggles.ts";
import { hueClass, type Looks, picture } from "./looks.ts";
import { ownLine } from "./own-facts.ts";

type Summary = z.output<typeof ListingSummary> & { reason?: string | undefined };
type Profile = z.output<typeof ListingProfile>;

/** What says that a listing is paid for. Its explanation stands where pages end. */
export const paidTag = (isPaid: boolean): Html | false => isPaid && html`<span class="paid">Promoted</span>`;

type Rows = {
  /** The number of the first row; without it the list is not numbered. */
  firstRank?: number | undefined;
  votes?: Votes | undefined;
  figures?: readonly Text[] | undefined;
  looks?: Looks | undefined;
};

type Looked = { listing: Summary; looks: Looks | undefined };

/** Everything that `drawnRow` and the parts of a search look at. */
export function seenOf({ listing, looks }: Looked): readonly [slug: string, ...unknown[]] {
  const look = looks?.get(listing.slug);
  const {
    slug,
    name,
    tagline,
    language,
    logo_url: logoUrl,
    category,
    pricing_model: pricing,
    rating,
    is_paid: isPaid,
  } = listing;
  const facts = [name, tagline, language, logoUrl, category?.name, pricing, rating.average, isPaid];
  return [slug, ...facts, looks === undefined, look?.hue, look?.picture, look?.makers, look?.line];
}

const drawnRow = drawnOnce(seenOf, ({ listing, looks }) => {
  const mark = logo(listing);
  return {
    start: html`${mark}
<div class="body">${nameAndTagline(listing)}`,
    meta: listingMeta(listing, looks),
    thumb: html`${looks && html`<div class="thumb">${picture(listing, looks, { mark })}</div>`}`,
  };
});

export function listingRows(listings: readonly Summary[], { firstRank, votes, figures, looks }: Rows = {}): Html {
  const rows = listings.map((listing, index) => {
    const { start, meta, thumb } = drawnRow({ listing, looks });
    return html`<li class="${hueClass(listing.slug, looks)}">
${firstRank !== undefined && html`<span class="rank ${firstRank + index === 1 && "first"}" aria-hidden="true">${firstRank + index}</span>`}
${start}${withSave(withReason(meta, listing), listing, votes)}</div>
${thumb}
${figures && html`<p class="figure">${figures[index]}</p>`}
${votes && votePill(listing, votes)}
</li>`;
  });
  return firstRank === undefined
    ? html`<ul class="rows">${rows}</ul>`
    : html`<ol class="rows" start="${firstRank}">${rows}</ol>`;
}

type Card = Pick<Summary, "slug" | "name" | "tagline" | "language" | "logo_url" | "is_paid">;

export const listingCards = (listings: readonly Card[]): Html =>
  html`<ul class="mini">${listings.map(
    (listing) => html`<li>
${logo(listing, "little")}
${rowText(listing, paidTag(listing.is_paid))}
</li>`,
  )}</ul>`;

export const listingTiles = (listings: readonly Card[], looks: Looks): Html =>
  html`<ul class="tiles">${listings.map(
    (listing) => html`<li class="tile ${hueClass(listing.slug, looks)}">
${picture(listing, looks)}
<div class="person">${logo(listing, "little")}${rowText(listing, [ownLine(looks.get(listing.slug)?.line), paidTag(listing.is_paid)])}</div>
</li>`,
  )}</ul>`;

export function nameOf({ slug, name, language }: Card, level: 2 | 3 = 3): Html {
  const text = html`<a href="${href(`/listings/${slug}`)}">${theirs(name, language)}</a>`;
  return level === 2 ? html`<h2>${text}</h2>` : html`<h3>${text}</h3>`;
}

const nameAndTagline = (listing: Card): Html =>
  html`${nameOf(listing)}${listing.tagline && html`<p>${theirs(listing.tagline, listing.language)}</p>`}`;

const rowText = (listing: Card, more: Part): Html => html`<div class="body">${nameAndTagline(listing)}${more}</div>`;

export function listingMeta(
  { slug, category, pricing_model: pricing, rating, is_paid: isPaid }: Summary,
  looks?: Looks,
): Html {
  const known = [
    category && categoryWords(category),
    sentence(pricing),
    rating.average !== null && t`★\u00a0${decimal(rating.average)}\u00a0of\u00a05`,
  ];
  const look = looks?.get(slug);
  return html`<p class="meta">${faces(look?.makers ?? [])}<span>${joined(known, "\u00a0· ")}</span> ${paidTag(isPaid)}</p>${ownLine(look?.line)}`;
}

const withReason = (meta: Html, { reason, category }: Summary): Part =>
  reason === undefined
    ? meta
    : html`${meta}<p class="meta reason">${reasonText(reason, (name) => (category?.name === name ? categoryWords(category) : name))}</p>`;

export const withSave = (line: Part, listing: Card, votes: Votes | undefined): Part =>
  votes ? html`<div class="meta-row">${line}${saveButton(listing, votes)}</div>` : line;

const MEDALS = ["", "one", "two", "three"];
export const medal = (place: number): Html =>
  html`<span class="medal ${MEDALS[place]}"><span class="said">Place </span>${place}</span>`;

/** A listing as a card with its picture: the first places of a race. */
export const launchCard = (
  listing: Summary,
  { place, looks, votes, more, level }: { place?: number; looks: Looks; votes?: Votes; more?: Part; level?: 2 | 3 },
): Html => html`<div class="shot">${picture(listing, looks, { size: place === 1 ? 1280 : 640, isLazy: false })}${
  place !== undefined && medal(place)
}</div>
<div class="body">${logo(listing)}<div class="text">${nameOf(listing, level)}${
  listing.tagline && html`<p class="muted small">${theirs(listing.tagline, listing.language)}</p>`
}${withSave(makersLine(listing, looks), listing, votes)}${ownLine(looks.get(listing.slug)?.line)}${more}</div>${votes && votePill(listing, votes)}</div>`;

function makersLine({ slug, is_paid: isPaid }: Card, looks: Looks): Html | false {
  const makers = looks.get(slug)?.makers ?? [];
  return (
    (makers.length > 0 || isPaid) &&
    html`<p class="meta">${faces(makers)}<span>${namesOf(makers)}</span> ${paidTag(isPaid)}</p>`
  );
}

export const searchBar = (q = "", hint: Words = SEARCH_LABEL, look = ""): Html =>
  html`<form method="get" action="/search" role="search" aria-label="${SEARCH_LABEL}" class="search-bar">
<label><span class="unseen">${SEARCH_LABEL}</span><input type="search" name="q" value="${q}" maxlength="200"
placeholder="${hint}"></label>
<button class="${look}">${icons.search}${as("verb")`Search`}</button></form>`;

/** Shown instead of an empty list. */
export const emptyState = (title: Text, text: Part): Html =>
  html`<div class="empty"><p>${title}</p><p>${text}</p></div>`;

/** Our own values. */
const OURS = {
  free: t`Free`,
  freemium: t`Freemium`,
  subscription: t`Subscription`,
  one_time: t`One-time`,
  paid: as("a pricing model")`Paid`,
  open_source: t`Open source`,
  contact: as("a pricing model")`Contact`,
  idea: t`Idea`,
  mvp: t`MVP`,
  beta: t`Beta`,
  launched: wordsWith("launches", as("a stage of a product")`Launched`, as("a stage of a product")`Released`),
  growing: t`Growing`,
} satisfies Record<string, Words>;

/** A value of ours in words; what others wrote only with a capital. */
export function sentence(text: string | null): Text | null {
  if (text === null) return null;
  return isKeyOf(OURS, text) ? OURS[text] : `${text.charAt(0).toUpperCase()}${text.slice(1).replaceAll("_", " ")}`;
}

const NETWORKS = {
  x: "X",
  github: "GitHub",
  linkedin: "LinkedIn",
  youtube: "YouTube",
  tiktok: "TikTok",
  producthunt: "Product Hunt",
  website: t`Website`,
  custom: t`Other link`,
} satisfies Record<string, Text>;

export const networkName = (name: string): Text =>
  isKeyOf(NETWORKS, name) ? NETWORKS[name] : (sentence(name) ?? name);

export const socialLinks = (socials: Record<string, string>, rel = UNTRUSTED): Part =>
  Object.entries(socials).map(
    ([name, url], index) => html`${index > 0 && comma}<a href="${href(url)}" rel="${rel}">${networkName(name)}</a>`,
  );

export const faqList = (faqs: { question: Part; answer: Part }[], language?: string | null): Html | false =>
  faqs.length > 0 &&
  html`<h2>Questions and answers</h2>${faqs.map(
    ({ question, answer }) =>
      html`<details class="qa"><summary${asTheirs(question, language)}>${question}</summary><p
class="prose"${asTheirs(answer, language)}>${answer}</p></details>`,
  )}`;

export const updateText = (
  { body, published_at: at }: Profile["latest_updates"][number],
  language?: string | null,
): Html =>
  html`<p class="prose"${asTheirs(body, language)}>${body}</p><p class="small muted">${showDay(new Date(at))}</p>`;

const { story: _, ...TITLED } = STORY_FIELDS;

export const storySections = (story: Record<string, string>, language?: string | null): Part => [
  story.title && html`<p class="lead"${asTheirs(story.title, language)}>${story.title}</p>`,
  story.story && html`<p class="prose"${asTheirs(story.story, language)}>${story.story}</p>`,
  ...Object.entries(TITLED).map(
    ([name, { label }]) =>
      story[name] && html`<h3>${label}</h3><p class="prose"${asTheirs(story[name], language)}>${story[name]}</p>`,
  ),
];
