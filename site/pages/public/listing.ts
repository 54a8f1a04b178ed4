import { Router } from "express";
import type { z } from "zod";
import type { Deps } from "../../../actions/context.ts";
import { type ListingPage, readListingPage, readListingReader } from "../../../actions/listings/listing-page.ts";
import { type Html, href, html, type Part } from "../../../core/html.ts";
import { picturePath } from "../../../pictures/key.ts";
import { getListing } from "../../../tools/directory/get-listing.ts";
import { parseInput } from "../../../tools/invoke.ts";
import type { Shows } from "../../../tools/kept.ts";
import { type ListingProfile, viewCard, viewProfile } from "../../../tools/schemas/listing.ts";
import { countVisitor } from "../../kit/count-visitor.ts";
import { countryName } from "../../kit/country.ts";
import { icons } from "../../kit/icons.ts";
import { showDay } from "../../kit/show.ts";
import { type Site, sessionOf } from "../../kit/site.ts";
import { trendChart } from "../../kit/trend-chart.ts";
import { oembedLinks } from "../../machines/oembed.ts";
import { listingThings } from "../../machines/schema-org.ts";
import { weekDays, weekPath } from "../../parts/calendar.ts";
import { reviewSection } from "../../parts/community.ts";
import {
  faqList,
  listingCards,
  logo,
  paidTag,
  sentence,
  socialLinks,
  storySections,
  updateText,
} from "../../parts/listing-parts.ts";
import { communityBar } from "../../parts/toggles.ts";

type Profile = z.output<typeof ListingProfile>;

export function listingPages({ deps, pages }: Site): Router {
  const router = Router();
  const { store } = deps;
  const site = { baseUrl: deps.settings.BASE_URL };

  router.get("/listings/:slug", async (req, res) => {
    const { slug } = parseInput(getListing, req.params);
    const page = await readListingPage(slug, store);
    const account = sessionOf(res)?.account;
    const reader = account && (await readListingReader(page.listing.id, account.id, store));
    const listing = viewProfile(page.listing, site, page.extras);
    const alternatives = page.alternatives.map(viewCard);
    const listingId = page.listing.id;
    await countVisitor(req, { listingId, kind: "views", isOfTeam: async () => reader?.isOfTeam ?? false }, deps);
    pages.render(res, {
      title: listing.seo.title ?? listing.name,
      description: listing.seo.description ?? listing.tagline ?? `${listing.name} at ${deps.settings.SITE_NAME}`,
      isPublic: true,
      of: !isWaiting(listing, deps) && { listingId, shows: shownOn(page) },
      things: listingThings(listing, { name: deps.settings.SITE_NAME, baseUrl: deps.settings.BASE_URL }),
      preview: `/previews/listings/${listing.slug}.png`,
      head: oembedLinks(listing.slug, listing.name, deps.settings),
      body: html`${
        listing.category &&
        html`<p class="eyebrow"><a href="/categories">Categories</a> / <a href="${href(`/categories/${listing.category.slug}`)}">${listing.category.name}</a></p>`
      }
<header class="listing-head">
${logo(listing, "big")}
<div><h1>${listing.name}</h1>${listing.tagline && html`<p class="lead">${listing.tagline}</p>`}</div>
<p class="row"><a class="button" href="${href(`/listings/${listing.slug}/website`)}" data-for-machines="${listing.links.website}" rel="nofollow ugc noopener">Visit ${hostOf(listing.url)}${icons.away}</a>${
        listing.links.demo_video &&
        html` <a class="button quiet" href="${href(listing.links.demo_video)}" rel="nofollow ugc noopener">Watch the demo</a>`
      }</p>
</header>
${listing.paid_disclosure && html`<p class="notice">${paidTag(true)} ${listing.paid_disclosure}</p>`}
${communityBar(page.listing, reader, res)}
${gallery(listing, deps)}
<div class="columns">
<div>${about(listing)}${reviewSection(page, reader, res)}</div>
<aside aria-label="Facts">${standing(listing)}${facts(listing)}${similar(listing, alternatives)}</aside>
</div>`,
    });
  });

  return router;
}

const about = (listing: Profile): Html => html`<h2>About ${listing.name}</h2>
${listing.headline && html`<p class="lead">${listing.headline}</p>`}
${prose(listing.description ?? listing.summary ?? listing.short_description) ?? html`<p class="muted">There is no description yet.</p>`}
${bullets("Features", listing.features)}
${bullets("What sets it apart", listing.usps)}
${updateList(listing)}
${listing.story && Object.keys(listing.story).length > 0 && html`<h2>The story</h2>${storySections(listing.story)}`}
${
  listing.milestones &&
  listing.milestones.length > 0 &&
  html`<h2>Milestones</h2><ul class="timeline">${listing.milestones.map(milestone)}</ul>`
}
${faqList(listing.faqs)}`;

/** Whether a copy of a picture is still being made. The page shows it as soon as it is there. */
const isWaiting = ({ media = [] }: Profile, { pictures }: Pick<Deps, "pictures">): boolean =>
  media.some(({ url }) => pictures.stateOf(url, "wide").state === "waiting");

const shownOn = ({ listing, alternatives }: ListingPage): Shows => [
  { slug: listing.slug, shown: "page" },
  ...alternatives.map(({ slug }) => ({ slug, shown: "card" as const })),
];

/** Only pictures with a copy, to avoid empty frames. */
function gallery({ media = [], name }: Profile, { pictures }: Pick<Deps, "pictures">): Html | false {
  const shown = media.filter(({ url }) => pictures.stateOf(url, "wide").state === "kept");
  return (
    shown.length > 0 &&
    html`<ul class="gallery" tabindex="0" aria-label="Pictures of ${name}">${shown.map(
      ({ url, alt }) => html`<li><img src="${href(picturePath(url, 1280))}" alt="${alt}" loading="lazy"></li>`,
    )}</ul>`
  );
}

/** Awards and the Domain Rating. */
function standing({ awards, domain_rating: domain }: Profile): Html | false {
  const won =
    awards.length > 0 &&
    html`<div class="card"><h2>Launch of the Week</h2><ul class="weeks">${awards.map(
      ({ place, week }) =>
        html`<li><a href="${href(weekPath(week))}"><span>${ordinal(place)} place</span> <span class="small muted">${weekDays(week, "short")}</span></a></li>`,
    )}</ul></div>`;
  return html`${won}${domainRating(domain)}`;
}

const ordinal = (place: number): string => ["", "First", "Second", "Third"][place] ?? String(place);

function domainRating({ value, change_30d: change, history, source, checked_at: at }: Profile["domain_rating"]) {
  if (value === null) return false;
  const moved = change === null ? "" : change === 0 ? "the same as 30 days ago" : `${signed(change)} in 30 days`;
  return html`<div class="card"><h2>Domain Rating</h2>
<p><span class="big-figure">${value}</span> <span class="small muted">${moved}</span></p>
${trendChart(history)}
<p class="small muted">Measured by ${source ?? "a third party"}${at && html` on ${showDay(new Date(at))}`}. <a href="/leaderboards/domain-rating">Leaderboard</a></p></div>`;
}

const signed = (change: number): string => (change > 0 ? `+${change}` : `\u2212${-change}`);

const similar = ({ slug, name }: Profile, alternatives: ReturnType<typeof viewCard>[]): Html | false => {
  const [next] = alternatives;
  return (
    next !== undefined &&
    html`<div class="card"><div class="section-head"><h2>Alternatives</h2><a href="${href(`/listings/${slug}/alternatives`)}">All products like ${name}</a></div>
${listingCards(alternatives)}
<p class="small"><a href="${href(`/compare?${new URLSearchParams({ a: slug, b: next.slug })}`)}">Compare with ${next.name}</a></p></div>`
  );
};

const updateList = ({ latest_updates: updates }: Profile): Html | false =>
  updates.length > 0 &&
  html`<h2 id="updates">Latest updates</h2>
${updates.map((update) => html`<article class="card" id="update-${update.id}"><h3>${update.title}</h3>${updateText(update)}</article>`)}
<p class="small"><a href="/updates">Updates of all listings</a></p>`;

const milestone = ({ date, title, description, url }: NonNullable<Profile["milestones"]>[number]): Html =>
  html`<li><strong>${url ? html`<a href="${href(url)}" rel="nofollow ugc noopener">${title}</a>` : title}</strong> <span class="muted">${showDay(new Date(date))}</span>${prose(description)}</li>`;

const prose = (text: string | null): Html | undefined => (text ? html`<p class="prose">${text}</p>` : undefined);

const bullets = (title: string, items: string[]): Html | false =>
  items.length > 0 && html`<h2>${title}</h2><ul class="ticks">${items.map((item) => html`<li>${item}</li>`)}</ul>`;

function facts(listing: Profile): Html {
  const { company } = listing;
  const rows: [string, Part][] = [
    ["Category", linked(listing.categories.map(({ slug, name }) => [`/categories/${slug}`, name]))],
    ["Price", sentence(listing.pricing.summary ?? listing.pricing.model)],
    ["Stage", sentence(listing.stage)],
    ["Based in", [company.city, company.country && countryName(company.country)].filter(Boolean).join(", ")],
    ["Founded", company.founded_year],
    [
      "Founders",
      linked(
        listing.founders.map(({ slug, name, title }) => [`/founders/${slug}`, title ? `${name}, ${title}` : name]),
      ),
    ],
    [
      "Contact",
      company.contact_email && html`<a href="${href(`mailto:${company.contact_email}`)}">${company.contact_email}</a>`,
    ],
    ["Elsewhere", socialLinks(listing.socials)],
    [
      "Launched",
      listing.launched_at &&
        (listing.launch_week
          ? html`<a href="${href(weekPath(listing.launch_week))}">${showDay(new Date(listing.launched_at))}</a>`
          : showDay(new Date(listing.launched_at))),
    ],
    ["Verified", listing.verified.claimed && "The owner proved control of the website."],
  ];
  return html`<div class="card">
<dl class="facts">${rows.filter(([, value]) => hasText(value)).map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
${listing.tags.length > 0 && html`<ul class="tags">${listing.tags.map((tag) => html`<li class="tag">${tag}</li>`)}</ul>`}
</div>
<p class="small"><a href="${href(`/listings/${listing.slug}/badges`)}">Badges to embed</a></p>
${
  listing.not_found_on_website.length > 0 &&
  html`<p class="small muted">Not stated on the website: ${listing.not_found_on_website.map((name) => name.replaceAll("_", " ")).join(", ")}.</p>`
}
${!listing.verified.claimed && html`<p class="small muted">Is this yours? <a href="${href(`/listings/${listing.slug}/claim`)}" rel="nofollow">Claim the listing</a>.</p>`}
${listing.evidence_checked_at && html`<p class="small muted">Checked against the website on ${showDay(new Date(listing.evidence_checked_at))}.</p>`}`;
}

const hasText = (value: Part): boolean => html`${value}`.text !== "";

const linked = (pages: [path: string, label: string][]): Part =>
  pages.map(([path, label], index) => html`${index > 0 && ", "}<a href="${href(path)}">${label}</a>`);

const hostOf = (url: string): string => URL.parse(url)?.hostname.replace(/^www\./, "") ?? url;
