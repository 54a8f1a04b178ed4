import type { Response } from "express";
import { type Html, html, type Part } from "../../core/text/html.ts";
import type { Trophy } from "../../domain/launches/trophy.ts";
import { HUES } from "../../domain/pictures/hues.ts";
import { given } from "../../domain/text/given.ts";
import type { Text } from "../../languages/words.ts";
import { barChart, showCount, trendChart } from "../../site/kit/charts.ts";
import { face, faces, logo } from "../../site/kit/faces.ts";
import { choice, field, formFault } from "../../site/kit/form.ts";
import { copyable } from "../../site/kit/show.ts";
import type { Site } from "../../site/kit/site.ts";
import { pager, table } from "../../site/kit/table.ts";
import { starRating } from "../../site/parts/community/community.ts";
import { closedVotes, type Votes, votePill } from "../../site/parts/community/toggles.ts";
import { clock } from "../../site/parts/launches/calendar.ts";
import { launchSteps } from "../../site/parts/launches/launch-plans.ts";
import { podium, race, trophyList } from "../../site/parts/launches/podium.ts";
import { fact } from "../../site/parts/listings/listing-facts.ts";
import {
  emptyState,
  launchCard,
  listingCards,
  listingRows,
  listingTiles,
  medal,
  paidTag,
  searchBar,
} from "../../site/parts/listings/listing-parts.ts";
import { hueClass } from "../../site/parts/listings/looks.ts";
import { makerSections } from "./maker.ts";

type Sample = Parameters<typeof launchCard>[0];

const sample = (slug: string, name: string, tagline: string, votes: number): Sample => ({
  ...{ slug, name, tagline, votes, url: "https://example.com/", logo_url: null, listing_url: "" },
  ...{
    category: { slug: "crm", name: "CRM" },
    stage: null,
    pricing_model: "free",
    country: null,
    language: "en",
    followers: 0,
    views: 0,
  },
  ...{ rating: { average: 4.5, count: 9 }, domain_rating: null, status: "live", is_paid: slug === "hourwell" },
  ...{ launched_at: null, launch_week: null, updated_at: "" },
});
const SAMPLES = [
  sample("kelpline", "Kelpline", "Plan every harvest by the tide", 214),
  sample("hourwell", "Hourwell", "Shift swaps your team settles itself", 97),
  sample(
    "weser-ems",
    "Binnenschifffahrtsgenossenschaftsbuchhaltung",
    "Bookkeeping for the 38 cooperatives that still own their own barges",
    41,
  ),
  sample("marsa", "مرسى", "دفتر مواعيد للقوارب الصغيرة", 3),
];
const TROPHY: Omit<Trophy, "id" | "place"> = {
  kind: "week",
  ...{ period: "2026-11-16", week: "2026-11-16", votes: 214, tied: false },
  awardedAt: new Date("2026-11-24T00:00:00Z"),
};
const PEOPLE = ["Ines Aldabe", "Torvald Ness", "Wanda"].map((name) => ({ name, avatarUrl: null }));

/** Every component in its states, for people who work on the site. */
export function styleguidePages({ deps, pages, router }: Site): void {
  router.get("/styleguide", (_req, res) => {
    pages.render(res, {
      title: "Styleguide",
      width: "full",
      body: html`<div class="sky"><div class="wrap hero"><div class="hero-words"><h1>Components and their states</h1></div>
${race(SAMPLES.map((item) => ({ ...item, week_votes: item.votes })))}</div></div>
<div class="wrap sections after-sky samples">${[...SECTIONS, ...makerSections(deps)].map(
        ([title, body]) => html`<section><h2>${title}</h2>${body(res, deps.now())}</section>`,
      )}</div>`,
    });
  });
}

const NOBODY: Omit<Votes, "res"> = { isSignedIn: false, voted: new Set(), saved: new Set(), back: "/styleguide" };
const looks = new Map();

const SECTIONS: [title: Text, body: (res: Response, now: Date) => Html][] = [
  [
    "Vote: open, given, few, closed",
    (res) => {
      const given: Votes = { ...NOBODY, res, isSignedIn: true, voted: new Set(["hourwell"]) };
      return html`<div class="row">${SAMPLES.map((item) => votePill(item, given))}${closedVotes(302)}</div>`;
    },
  ],
  [
    "Buttons and chips",
    () => html`<p class="row">
<button type="button" class="sun">One per view</button><button type="button">Strong</button><button type="button"
class="quiet">Quiet</button><button type="button" class="bare">Bare</button><button type="button"
class="danger">Danger</button><button type="button" class="quiet slim">Slim</button><button type="button"
class="sun large">Large</button></p>
<p class="row"><span class="tag gold">First place</span><span class="tag warm">Warm</span><span
class="tag good">Scheduled</span><span class="tag bad">Refused</span><span class="tag">Works
offline</span><a class="chip" href="/styleguide">A chip</a>${paidTag(true)}${[1, 2, 3, 4].map(medal)}</p>`,
  ],
  [
    "Logos and faces",
    () =>
      html`<p class="row">${logo(given(SAMPLES[0]), "big")}${logo(given(SAMPLES[1]))}${logo(
        given(SAMPLES[2]),
        "little",
      )}${face(given(PEOPLE[0]))}${faces(PEOPLE)}</p>`,
  ],
  [
    "A listing without pictures, in every hue",
    () =>
      html`<ul class="tiles">${HUES.map(
        (hue) => html`<li class="hue-${hue}">
<div class="poster words">${logo({ slug: hue, name: hue, logo_url: null })}
<p>${hue}: a week of support mail on one page</p></div></li>`,
      )}</ul>`,
  ],
  [
    "Cards, rows, tiles",
    (res) => html`<ol class="firsts">${SAMPLES.slice(0, 3).map(
      (item, index) =>
        html`<li class="launch ${hueClass(item.slug)}">${launchCard(item, { place: index + 1, looks, votes: { ...NOBODY, res } })}</li>`,
    )}</ol>
<div class="columns"><div>${listingRows(SAMPLES, { firstRank: 1, votes: { ...NOBODY, res }, looks })}</div>
<aside aria-label="Small rows"><div class="card"><h3>Small rows</h3>${listingCards(SAMPLES)}</div></aside></div>
${listingTiles(SAMPLES, looks)}`,
  ],
  [
    "Podium and trophies",
    () =>
      html`<div class="stack">${podium(
        SAMPLES.slice(0, 3).map((listing, index) => ({ place: index + 1, listing, votes: listing.votes, tied: false })),
        looks,
      )}
${trophyList(([1, 2, 3] as const).map((place) => ({ ...TROPHY, id: `sample-${place}`, place })))}</div>`,
  ],
  [
    "Facts",
    () =>
      html`<div class="proofs">${fact(
        "Price",
        "From €39 a month",
        [{ quote: "One farm, one price: €39 a month.", url: "https://example.com/pricing" }],
        "2026-11-14T00:00:00Z",
      )}${fact("Team", "4 people", [], null)}</div>`,
  ],
  [
    "Stars, and why a search found something",
    () =>
      html`<form method="get" action="/styleguide">${starRating({ name: "stars", label: "Rating", value: "4" })}</form>
<p class="why"><b>Why:</b> “The sheet for <mark>tomorrow</mark> starts from what was left in each <mark>shop</mark>
today.” <span class="muted tiny">loafwise.example</span></p><p class="why near"><b>A near match:</b> category: Appointment scheduling.</p>
${launchSteps("week")}`,
  ],
  [
    "Fields",
    () => html`<form method="get" action="/styleguide">${formFault("We could not reach pigmentry.com. Is it online?")}
${field({
  name: "website",
  label: "Your website",
  value: "pigmentry",
  fault: "That looks like a name. Enter the address, like https://pigmentry.com",
  autocomplete: "off",
})}
${field({ name: "about", label: "About", type: "textarea", hint: "A few sentences.", autocomplete: "off" })}
${choice({ name: "stage", label: "Stage", options: [["live", "Live"]] })}
<label class="check"><input type="checkbox" name="agreed" checked>Notify me on Monday</label></form>
${searchBar()}
${copyable("sample-address", "https://debut.example/mcp")}`,
  ],
  [
    "Notices and empty states",
    () =>
      html`<p class="notice good">Saved. The page shows it within a minute.</p>
<p class="notice bad">That did not work.</p><p class="notice">The week is nearly full.</p>
${emptyState("No launches this week yet", html`<a href="/submit">Submit a product</a>.`)}`,
  ],
  [
    "Charts: bars, nothing to show, a line",
    () =>
      html`<div class="charts"><div class="card">${trendChart(
        [41, 42, 42, 45].map((value, index) => ({ date: `2026-11-0${index + 1}`, value })),
      )}</div>${barChart({
        title: "Votes",
        unit: "Votes",
        total: showCount(1284),
        none: "Nobody voted.",
        bars: [120, 180, 90, 310, 264, 201, 119].map((value, at) => ({
          ...{ tick: `${16 + at} Nov`, label: `${16 + at} November` },
          ...{ value, words: showCount(value) },
        })),
      })}${barChart({ title: "Launches", unit: "Launches", total: "0", none: "Nothing launched in these 7 days.", bars: [] })}</div>`,
  ],
  [
    "Table, tabs, pages, clock",
    (_res, now) => html`${table(
      ["Name", { label: "Votes", end: true }],
      SAMPLES.map(({ name, votes }): Part[] => [name, votes]),
    )}
<nav class="tabs" aria-label="Sample"><a href="/styleguide" aria-current="page">This one</a><a href="/styleguide">Another</a></nav>
${pager("/styleguide", {}, { page: 2, total_pages: 3 })}
${clock(new Date(now.getTime() + 292_320_000), { now: () => now })}`,
  ],
];
