import type { z } from "zod";
import type { ListingProfile, ListingSummary } from "../tools/schemas/listing.ts";
import { type Html, href, html, type Part } from "./html.ts";
import { showDay } from "./show.ts";

type Summary = z.output<typeof ListingSummary>;
type Profile = z.output<typeof ListingProfile>;

/** The first letter stands behind the picture, and stays when the picture does not load. */
export const logo = ({ name, logo_url: address }: Pick<Summary, "name" | "logo_url">, size: "" | "big" = ""): Html =>
  html`<span class="logo ${size}" aria-hidden="true">${[...name.trim()][0]?.toUpperCase()}${
    address && html`<img src="${href(address)}" alt="" loading="lazy" referrerpolicy="no-referrer">`
  }</span>`;

/** Paid placement always says so. */
export const paidTag = (isPaid: boolean): Html | false => isPaid && html`<span class="tag warm">Paid listing</span>`;

export const listingRows = (listings: Summary[]): Html =>
  html`<ul class="listings">${listings.map(
    (listing) => html`<li>
${logo(listing)}
<div><h3><a href="${href(`/listings/${listing.slug}`)}">${listing.name}</a></h3>${listing.tagline && html`<p>${listing.tagline}</p>`}${paidTag(listing.is_paid)}</div>
${listing.category && html`<span class="tag">${listing.category.name}</span>`}
</li>`,
  )}</ul>`;

/** Words of our own lists, such as one_time, as a person writes them. */
export const sentence = (text: string | null): string | null =>
  text && `${text[0]!.toUpperCase()}${text.slice(1).replaceAll("_", " ")}`;

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

/** What an update says and when it was posted. */
export const updateText = ({ body, published_at: at }: Profile["latest_updates"][number]): Html =>
  html`<p class="prose">${body}</p><p class="small muted">${showDay(new Date(at))}</p>`;

/** Parts of a founder story that have a heading. */
export const STORY_TITLES: Record<string, string> = {
  why_started: "Why it was started",
  problem: "The problem",
  journey: "The way here",
  challenges: "Challenges",
  achievements: "Achievements",
  lessons: "Lessons",
  whats_next: "What is next",
};

/** A founder story, in the order of its sections. */
export const storySections = (story: Record<string, string>): Part => [
  story.title && html`<p class="lead">${story.title}</p>`,
  story.story && html`<p class="prose">${story.story}</p>`,
  ...Object.entries(STORY_TITLES).map(
    ([name, title]) => story[name] && html`<h3>${title}</h3><p class="prose">${story[name]}</p>`,
  ),
];
