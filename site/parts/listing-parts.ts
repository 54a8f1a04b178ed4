import type { z } from "zod";
import { type Html, href, html, type Part } from "../../core/html.ts";
import { STORY_FIELDS } from "../../domain/section-fields.ts";
import { picturePath } from "../../pictures/key.ts";
import type { ListingProfile, ListingSummary } from "../../tools/schemas/listing.ts";
import { icons } from "../kit/icons.ts";
import { showDay } from "../kit/show.ts";
import { type Votes, votePill } from "./toggles.ts";

type Summary = z.output<typeof ListingSummary> & { reason?: string | undefined };
type Profile = z.output<typeof ListingProfile>;

/** One of six tints, the same for a name everywhere. */
const tintOf = (name: string): number => [...name].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % 6;

/** The initial is behind the picture, and visible if the picture does not load. */
export const logo = (
  { name, logo_url: address }: Pick<Summary, "name" | "logo_url">,
  size: "" | "big" | "little" = "",
): Html =>
  html`<span class="logo tint${tintOf(name)} ${size}" aria-hidden="true">${[...name.trim()][0]?.toUpperCase()}${
    address && html`<img src="${href(picturePath(address, size === "big" ? 192 : 96))}" alt="" loading="lazy">`
  }</span>`;

/** Paid placement is always labelled. */
export const paidTag = (isPaid: boolean): Html | false => isPaid && html`<span class="tag warm">Paid listing</span>`;

type Rows = {
  /** "tiles" for several in a row. */
  look?: "tiles";
  /** The number of the first row; without it the list is not numbered. */
  firstRank?: number | undefined;
  /** Shows votes, with a button to vote. */
  votes?: Votes | undefined;
  /** Figures at the end of the rows, in order. */
  figures?: readonly string[] | undefined;
  /** False for listings without a page. */
  isLinked?: boolean;
};

/** Listings as rows: logo, name, tagline, key facts, and the vote. */
export function listingRows(
  listings: readonly Summary[],
  { look, firstRank, votes, figures, isLinked }: Rows = {},
): Html {
  const rows = listings.map(
    (listing, index) => html`<li>
${firstRank !== undefined && html`<span class="rank ${firstRank + index === 1 && "first"}" aria-hidden="true">${firstRank + index}</span>`}
${logo(listing)}
${rowText(listing, meta(listing), isLinked)}
${figures && html`<p class="figure">${figures[index]}</p>`}
${votes && votePill(listing, votes)}
</li>`,
  );
  const kind = `listings ${look ?? ""}`;
  return firstRank === undefined
    ? html`<ul class="${kind}">${rows}</ul>`
    : html`<ol class="${kind}" start="${firstRank}">${rows}</ol>`;
}

type Card = Pick<Summary, "slug" | "name" | "tagline" | "logo_url" | "is_paid">;

/** Listings as small rows for the side of a page. */
export const listingCards = (listings: readonly Card[], { isLinked }: Pick<Rows, "isLinked"> = {}): Html =>
  html`<ul class="listings compact">${listings.map(
    (listing) => html`<li>
${logo(listing, "little")}
${rowText(listing, paidTag(listing.is_paid), isLinked)}
</li>`,
  )}</ul>`;

const rowText = ({ slug, name, tagline }: Card, more: Part, isLinked = true): Html =>
  html`<div class="body"><h3>${isLinked ? html`<a href="${href(`/listings/${slug}`)}">${name}</a>` : name}</h3>${tagline && html`<p>${tagline}</p>`}${more}</div>`;

function meta({ category, pricing_model: pricing, rating, is_paid: isPaid, reason }: Summary): Html {
  const known = [
    category?.name,
    sentence(pricing),
    rating.average !== null && `★\u00a0${rating.average}\u00a0of\u00a05`,
  ].filter(Boolean);
  return html`<p class="meta">${known.join("\u00a0· ")} ${paidTag(isPaid)}</p>${reason !== undefined && html`<p class="meta">${sentence(reason)}</p>`}`;
}

/** The search form of the directory, for pages that start or end with it. */
export const searchBar = (q = ""): Html =>
  html`<form method="get" action="/search" role="search" aria-label="Search products" class="search-bar">
<label><span class="unseen">Search products</span><input type="search" name="q" value="${q}" maxlength="200" placeholder="Search products"></label>
<button>${icons.search}Search</button></form>`;

/** Shown instead of an empty list. */
export const emptyState = (title: string, text: Part): Html =>
  html`<div class="empty"><p>${title}</p><p>${text}</p></div>`;

/** Our own values, such as one_time, as words. */
export const sentence = (text: string | null): string | null =>
  text === "mvp" ? "MVP" : text && `${text[0]!.toUpperCase()}${text.slice(1).replaceAll("_", " ")}`;

const NETWORKS: Record<string, string> = {
  x: "X",
  github: "GitHub",
  linkedin: "LinkedIn",
  youtube: "YouTube",
  tiktok: "TikTok",
};

export const networkName = (name: string): string => NETWORKS[name] ?? sentence(name) ?? name;

export const socialLinks = (socials: Record<string, string>): Part =>
  Object.entries(socials).map(
    ([name, url], index) =>
      html`${index > 0 && ", "}<a href="${href(url)}" rel="nofollow ugc noopener">${networkName(name)}</a>`,
  );

export const faqList = (faqs: { question: string; answer: string }[]): Html | false =>
  faqs.length > 0 &&
  html`<h2>Questions and answers</h2>${faqs.map(({ question, answer }) => html`<details class="qa"><summary>${question}</summary><p class="prose">${answer}</p></details>`)}`;

/** An update with its date. */
export const updateText = ({ body, published_at: at }: Profile["latest_updates"][number]): Html =>
  html`<p class="prose">${body}</p><p class="small muted">${showDay(new Date(at))}</p>`;

/** Parts of a founder story that have a heading. */
/** Sections with their own heading. */
const { story: _, ...TITLED } = STORY_FIELDS;

/** A founder story, in the order of its sections. */
export const storySections = (story: Record<string, string>): Part => [
  story.title && html`<p class="lead">${story.title}</p>`,
  story.story && html`<p class="prose">${story.story}</p>`,
  ...Object.entries(TITLED).map(
    ([name, { label }]) => story[name] && html`<h3>${label}</h3><p class="prose">${story[name]}</p>`,
  ),
];
