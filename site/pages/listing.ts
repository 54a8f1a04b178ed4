import { Router } from "express";
import type { z } from "zod";
import { getListing } from "../../tools/directory/get-listing.ts";
import { invoke } from "../../tools/invoke.ts";
import type { ListingProfile } from "../../tools/schemas/listing.ts";
import { type Html, href, html, type Part } from "../html.ts";
import { logo, paidTag } from "../listing-parts.ts";
import { showDay } from "../show.ts";
import { type Site, visitor } from "../site.ts";

type Profile = z.output<typeof ListingProfile>;

export function listingPages({ deps, pages }: Site): Router {
  const router = Router();

  router.get("/listings/:slug", async (req, res) => {
    const { output: listing } = await invoke(
      getListing,
      { slug: req.params.slug },
      { deps, caller: visitor(req), door: "site" },
    );
    pages.render(res, {
      title: listing.seo.title ?? listing.name,
      description: listing.seo.description ?? listing.tagline ?? `${listing.name} at ${deps.settings.SITE_NAME}`,
      isPublic: true,
      body: html`<header class="listing-head">
${logo(listing, "big")}
<div><h1>${listing.name}</h1>${listing.tagline && html`<p class="lead">${listing.tagline}</p>`}</div>
</header>
${listing.paid_disclosure && html`<p class="notice">${paidTag(true)} ${listing.paid_disclosure}</p>`}
<p class="row"><a class="button" href="${href(listing.links.website)}" rel="nofollow ugc noopener">Visit ${hostOf(listing.url)}</a>${
        listing.links.demo_video &&
        html` <a href="${href(listing.links.demo_video)}" rel="nofollow ugc noopener">Watch the demo</a>`
      }</p>
<div class="columns">
<div>${about(listing)}</div>
<aside aria-label="Facts">${facts(listing)}</aside>
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
${listing.story && Object.values(listing.story).map((text) => prose(text))}
${
  listing.milestones &&
  listing.milestones.length > 0 &&
  html`<h2>Milestones</h2><ul>${listing.milestones.map(({ date, title, description }) => html`<li><strong>${title}</strong> <span class="muted">${date}</span>${prose(description)}</li>`)}</ul>`
}
${
  listing.faqs.length > 0 &&
  html`<h2>Questions and answers</h2>${listing.faqs.map(({ question, answer }) => html`<details class="qa"><summary>${question}</summary>${prose(answer)}</details>`)}`
}`;

const prose = (text: string | null): Html | undefined => (text ? html`<p class="prose">${text}</p>` : undefined);

const bullets = (title: string, items: string[]): Html | false =>
  items.length > 0 && html`<h2>${title}</h2><ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

function facts(listing: Profile): Html {
  const { company } = listing;
  const rows: [string, Part][] = [
    ["Category", listing.categories.map(({ name }) => name).join(", ")],
    ["Price", sentence(listing.pricing.summary ?? listing.pricing.model)],
    ["Stage", sentence(listing.stage)],
    ["Based in", [company.city, countryName(company.country)].filter(Boolean).join(", ")],
    ["Founded", company.founded_year],
    ["Founders", listing.founders.map(({ name, title }) => (title ? `${name}, ${title}` : name)).join("; ")],
    [
      "Contact",
      company.contact_email && html`<a href="${href(`mailto:${company.contact_email}`)}">${company.contact_email}</a>`,
    ],
    ["Elsewhere", links(listing.socials)],
    ["Launched", listing.launched_at && showDay(new Date(listing.launched_at))],
  ];
  return html`<div class="card">
<dl class="facts">${rows.filter(([, value]) => hasText(value)).map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
${listing.tags.length > 0 && html`<ul class="tags">${listing.tags.map((tag) => html`<li class="tag">${tag}</li>`)}</ul>`}
</div>
${
  listing.not_found_on_website.length > 0 &&
  html`<p class="small muted">Not stated on the website: ${listing.not_found_on_website.map((name) => name.replaceAll("_", " ")).join(", ")}.</p>`
}
${listing.evidence_checked_at && html`<p class="small muted">Checked against the website on ${showDay(new Date(listing.evidence_checked_at))}.</p>`}`;
}

const NETWORKS: Record<string, string> = {
  x: "X",
  github: "GitHub",
  linkedin: "LinkedIn",
  youtube: "YouTube",
  tiktok: "TikTok",
};

const sentence = (text: string | null): string | null =>
  text && `${text[0]!.toUpperCase()}${text.slice(1).replaceAll("_", " ")}`;

const regions = new Intl.DisplayNames("en", { type: "region", fallback: "code" });
const countryName = (code: string | null): string | undefined =>
  code && /^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined;

const hasText = (value: Part): boolean => html`${value}`.text !== "";

const links = (socials: Record<string, string>): Part =>
  Object.entries(socials).map(
    ([name, url], index) =>
      html`${index > 0 && ", "}<a href="${href(url)}" rel="nofollow ugc noopener">${NETWORKS[name] ?? sentence(name)}</a>`,
  );

const hostOf = (url: string): string => URL.parse(url)?.hostname.replace(/^www\./, "") ?? url;
