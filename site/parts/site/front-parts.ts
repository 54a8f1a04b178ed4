import type { Response } from "express";
import type { z } from "zod";
import { type Html, href, html, type Part, partWith } from "#core/text/html.ts";
import { FEW } from "#domain/community/few.ts";
import type { SiteLook } from "#domain/site/site-look.ts";
import { as, joined, plural, t, wordsWith } from "#languages/words.ts";
import type { getLaunchWeek } from "#tools/launches/get-launch-week.ts";
import { faces, logo, namesOf } from "../../kit/faces.ts";
import { csrfField } from "../../kit/form.ts";
import { formTool } from "../../kit/form-tool.ts";
import { icons } from "../../kit/icons.ts";
import { categoryName, copyable, showStored } from "../../kit/show.ts";
import { theirs } from "../../kit/theirs.ts";
import { dayInWords, weekDays, weekPath } from "../launches/calendar.ts";
import { race } from "../launches/podium.ts";
import { medal, paidTag } from "../listings/listing-parts.ts";
import { hueClass, type Looks, picture } from "../listings/looks.ts";

type Week = z.output<(typeof getLaunchWeek)["output"]>;
type Category = { slug: string; name: string };

/** What the front page says first, unless admins have set it. */
export const HERO = {
  title: wordsWith("launches", t`New products every Monday`, t`Find what you need`),
  text: wordsWith(
    "launches",
    wordsWith(
      "votes",
      t`See what is launching, vote for what deserves it, and launch your own.`,
      t`See what is launching, and launch your own.`,
    ),
    t`Search, compare and open each fact to see its source.`,
  ),
} as const;

type Leaf = { slug: string; name: string; total_count: number };
/** The lowest categories: of a flat taxonomy all of them. */
export const leavesOf = <T extends Leaf & { children: readonly Leaf[] }>(tops: readonly T[]): Leaf[] =>
  tops.flatMap((top) => (top.children.length > 0 ? top.children : [top]));

/** What opens the front page: the race of the week on its sky. */
export const frontSky = (
  { week, total, items }: Week,
  { heroTitle, heroText }: SiteLook,
): Html => html`<div class="sky"><div class="wrap hero" id="live-race" data-live-part>
<div class="hero-words"><p class="eyebrow"><span class="live"></span><span>${joined(
  [
    t`Week of ${dayInWords(week)}`,
    total >= FEW && plural(total, "launch", "launches"),
    wordsWith("votes", t`voting is open`),
  ],
  ", ",
)}</span></p>
<h1>${heroTitle === null ? HERO.title : showStored("site", "site", "hero-title", heroTitle)}</h1>
<p class="big">${heroText === null ? HERO.text : showStored("site", "site", "hero-text", heroText)}</p></div>
${partWith("votes", race(items))}
</div></div>`;

export const paths = (
  res: Response,
  {
    offer,
    needs,
    canSubmit,
  }: {
    canSubmit: boolean;
    offer: Part;
    needs: readonly Category[];
  },
): Html => html`<div class="wrap paths">
${
  canSubmit &&
  html`<section class="path" aria-labelledby="launch-yours"><h2 id="launch-yours">Launch your product</h2>
<p>Enter your website. We read it and draft your page, with a quote for every fact.</p>
<form method="post" action="/submit" class="search-bar"${formTool("submit_website")}>${
    res.locals.session && csrfField(res)
  }<label><span class="unseen">Your website</span><input name="url" type="text" inputmode="url" autocomplete="url"
autocapitalize="none" spellcheck="false" maxlength="2048" required
placeholder="https://yourproduct.com"></label><button class="sun">Draft my page</button></form>
<p class="tiny">${offer}</p></section>`
}
<section class="path" aria-labelledby="find-need"><h2 id="find-need">Find what you need</h2>
<p>Describe it in your own words. Every fact shows where it was found.</p>
<form method="get" action="/search" role="search" aria-label="Search by need" class="search-bar">
<label><span class="unseen">What do you need?</span><input name="q" type="search" maxlength="200"
placeholder="I need to plan tomorrow’s baking"></label><button>${as("verb")`Search`}</button></form>
${
  needs.length > 0 &&
  html`<ul class="chips">${needs.map(
    ({ slug, name }) =>
      html`<li><a class="chip" href="${href(`/categories/${slug}`)}">${categoryName({ slug, name })}</a></li>`,
  )}</ul>`
}</section>
</div>`;

export function lastWinners({ week, items, total }: Week, looks: Looks): Html | false {
  const won = items.filter(({ week_votes: votes }) => votes > 0).slice(0, 3);
  const votes = items.reduce((sum, item) => sum + item.week_votes, 0);
  const facts = [
    weekDays(week),
    total >= FEW && plural(total, "launch", "launches"),
    votes >= FEW && plural(votes, "vote"),
  ];
  return (
    won.length > 0 &&
    html`<section class="strip" aria-labelledby="last"><div class="section-head"><div>
<h2 id="last">Last week’s winners</h2><p>${joined(facts, ", ")}</p></div>
<a href="${href(weekPath(week))}">See the podium</a></div>
<ol class="winners">${won.map(
      (winner, index) => html`<li class="winner ${hueClass(winner.slug, looks)}">${picture(winner, looks)}
<div class="person">${medal(index + 1)}<h3><a href="${href(`/listings/${winner.slug}`)}"><bdi>${winner.name}</bdi></a></h3></div>
<p class="small">${theirs(winner.tagline, winner.language)}</p>
<div class="person">${faces(looks.get(winner.slug)?.makers ?? [])}
<p class="small">${joined([namesOf(looks.get(winner.slug)?.makers ?? []), winner.week_votes >= FEW && plural(winner.week_votes, "vote")])} ${paidTag(winner.is_paid)}</p></div></li>`,
    )}</ol></section>`
  );
}

export const conversation = (
  { items }: Pick<Week, "items">,
  { siteName, mcpUrl }: { siteName: string; mcpUrl: string },
): Html => html`<section class="talk" aria-labelledby="talk"><div><h2 id="talk">Works with your assistant</h2>
<p class="lead">Claude, ChatGPT, Cursor and others can search ${siteName},
compare products and list yours in one conversation. Drafted facts come with the quote they were taken from.</p>
${copyable("mcp-address", mcpUrl)}
<p class="small"><a href="/connect">Connect your assistant</a>. Searching needs no account.</p></div>
${items.length > 0 && exchange(items.slice(0, 2), siteName)}</section>`;

const exchange = (
  shown: Week["items"],
  siteName: string,
): Html => html`<div class="chat" role="group" aria-label="Example of a conversation">
<p class="bubble me">What launched on ${siteName} this week? Show me who is ahead.</p>
<p class="tool">${icons.check} <code>get_launch_week</code> “this”</p>
<div class="bubble it"><p>${shown.length > 1 ? t`These two lead the week. I can compare them for you.` : t`This one leads the week.`}</p>
<ul class="mini">${shown.map(
  (listing) =>
    html`<li>${logo(listing, "little")}<div class="body"><h3><bdi>${listing.name}</bdi></h3>
<p>${theirs(listing.tagline, listing.language)}</p></div></li>`,
)}</ul></div></div>`;
