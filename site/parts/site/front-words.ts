import { type Html, href, html } from "#core/text/html.ts";
import type { BlockName } from "#domain/site/front.ts";
import { nouns, withNoun } from "#domain/site/nouns.ts";
import type { SiteLook } from "#domain/site/site-look.ts";
import { stored, t, type Words, wordsWith } from "#languages/words.ts";
import { logo } from "../../kit/faces.ts";
import { icons } from "../../kit/icons.ts";
import { renderMarkdown } from "../../kit/markdown.ts";
import { categoryName, copyable, showStored } from "../../kit/show.ts";
import { theirs } from "../../kit/theirs.ts";
import type { Race } from "../launches/races.ts";
import { searchBar } from "../listings/listing-parts.ts";
import type { MakeBlock } from "./front-block.ts";

/** What the front page says first, unless the team wrote it. */
const HERO = {
  sky: {
    title: wordsWith(
      "weekly",
      withNoun(t`New products every Monday`, t`New ${nouns} every Monday`),
      withNoun(t`New products every day`, t`New ${nouns} every day`),
    ),
    text: wordsWith(
      "votes",
      t`See what is launching, vote for what deserves it, and launch your own.`,
      t`See what is launching, and launch your own.`,
    ),
  },
  hero: { title: t`Find what you need`, text: t`Search, compare and open each fact to see its source.` },
} as const;
export const heroOf = (first: BlockName | undefined): { title: Words; text: Words } =>
  first === "sky" ? HERO.sky : HERO.hero;

export const heroWords = ({ heroTitle, heroText }: SiteLook, kind: "sky" | "hero"): Html =>
  html`<h1>${heroTitle === null ? HERO[kind].title : showStored("site", "site", "hero-title", heroTitle)}</h1>
<p class="big">${heroText === null ? HERO[kind].text : showStored("site", "site", "hero-text", heroText)}</p>`;

const POPULAR = 3;

/** The words that stand in a search field until somebody types. */
export const searchHint = ({ front: { searchHint: own } }: SiteLook): Words | undefined =>
  own === null ? undefined : stored("site", "site", "search-hint", own);

export const hero: MakeBlock = async ({ deps, leaves }) => {
  const popular = (await leaves()).slice(0, POPULAR);
  return {
    show() {
      const look = deps.store.siteLook();
      return html`<div class="sky catalog-hero"><div class="wrap">
${heroWords(look, "hero")}
${searchBar("", searchHint(look), "sun")}
${
  popular.length > 1 &&
  html`<p class="small popular"><span>Popular:</span> ${popular.map(({ slug, name }) => html`<a href="${href(`/categories/${slug}`)}">${categoryName({ slug, name })}</a>\n`)}</p>`
}</div></div>`;
    },
  };
};

export const search: MakeBlock = async ({ deps, heading, count, leaves }) => {
  const needs = (await leaves()).slice(0, count);
  return {
    show: () => html`<section class="path" aria-labelledby="find-need"><h2 id="find-need">${heading(t`Find what you need`)}</h2>
<p>Describe it in your own words. Every fact shows where it was found.</p>
${searchBar("", searchHint(deps.store.siteLook()))}
${
  needs.length > 0 &&
  html`<ul class="chips">${needs.map(
    ({ slug, name }) =>
      html`<li><a class="chip" href="${href(`/categories/${slug}`)}">${categoryName({ slug, name })}</a></li>`,
  )}</ul>`
}</section>`,
  };
};

export const newsletter: MakeBlock = async ({ heading }) => ({
  show: () => html`<section class="card row between" aria-labelledby="newsletter"><div><h2 id="newsletter">${heading(t`Weekly digest`)}</h2>
<p>A weekly email with what is new in the categories you choose. Unsubscribe any time.</p></div>
<a class="button sun" href="/digest">Subscribe</a></section>`,
});

/** What the team wrote, in Markdown. */
export const text: MakeBlock = async ({ block: { key, heading: title, markdown = "" }, heading }) => ({
  show: () =>
    markdown !== "" &&
    html`<section class="post"${title !== undefined && html` aria-labelledby="${key}"`}>${
      title !== undefined && html`<h2 id="${key}">${heading(title)}</h2>`
    }${showStored("site", "site", `${key}-markdown`, markdown, renderMarkdown)}</section>`,
});

export const conversation: MakeBlock = async (given) => {
  const { deps, heading } = given;
  const { SITE_NAME, BASE_URL } = deps.settings;
  const items = given.isShown("race") ? (await given.race("this")).items : [];
  return {
    show: () => html`<section class="talk" aria-labelledby="talk"><div><h2 id="talk">${heading(t`Works with your assistant`)}</h2>
<p class="lead">Claude, ChatGPT, Cursor and others can search ${SITE_NAME},
compare products and list yours in one conversation. Drafted facts come with the quote they were taken from.</p>
${copyable("mcp-address", `${BASE_URL}/mcp`)}
<p class="small"><a href="/connect">Connect your assistant</a>. Searching needs no account.</p></div>
${items.length > 0 && exchange(items.slice(0, 2), SITE_NAME)}</section>`,
  };
};

const exchange = (
  shown: Race["items"],
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
