import type { SiteSession } from "#auth/sessions.ts";
import { type Policies, policyPages } from "#core/settings/policies.ts";
import { byLanguage, type Html, href, html, type Part } from "#core/text/html.ts";
import { appIconPath, ICON_PATH, MANIFEST_PATH } from "#core/text/paths.ts";
import { designOf } from "#domain/site/design.ts";
import { nouns, SEARCH_LABEL, SUBMIT_LABEL, withNoun } from "#domain/site/nouns.ts";
import { readFooterLinks, type SiteLook } from "#domain/site/site-look.ts";
import { lackedBy } from "#domain/site/site-shape.ts";
import type { Language } from "#languages/language.ts";
import { joined, type Text, t, wordsWith } from "#languages/words.ts";
import { uploadPath } from "#pictures/key.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Shows } from "#tools/kept.ts";
import { adminMenu, isDashboard } from "./admin-menu.ts";
import { assetPath } from "./assets.ts";
import { bell } from "./bell.ts";
import { brand } from "./brand.ts";
import { drawnOnce } from "./drawn-once.ts";
import { face } from "./faces.ts";
import { preloadedFonts } from "./fonts.ts";
import { icons } from "./icons.ts";
import { type JsonLd, jsonLdBlock } from "./json-ld.ts";
import { type Alternate, nameOf } from "./language.ts";
import { lookSheet } from "./look-sheet.ts";
import { mainMenu, menuOf, navLink, ownLinks } from "./menu.ts";
import { noticeOf, offerOf } from "./notices.ts";
import { isOn } from "./only-with.ts";
import { PREVIEW_SIZE } from "./preview.ts";
import { script } from "./scripts.ts";
import { showStored } from "./show.ts";

/** "full" leaves the edges to the page, for a sky. */
export type Width = "narrow" | "reading" | "wide" | "full";

/** All listings and categories that a page shows, and the listing whose views it counts. */
export type PageOf = { listingId?: number; shows: Shows };

export type Machine = {
  siteName: string;
  canonical: string;
  markdown: string;
  /** The page in every language of the site, the first one first. */
  languages: readonly { tag: string; url: string }[];
  image: string;
  kind: "website" | "article" | "profile";
  feeds: readonly { title: Text; url: string; type: string }[];
  things: readonly JsonLd[];
  /** False for a page that everyone may read and that search engines leave out. */
  isIndexed: boolean;
};

export type Layout = {
  siteName: string;
  look: SiteLook;
  title: Text;
  description: Text | undefined;
  body: Part;
  language: Language;
  /** The page in every language of the site; empty if there is one. */
  languages: readonly Alternate[];
  width: Width;
  session: SiteSession | undefined;
  /** How much the signed-in person has not read. */
  unread: number;
  path: string;
  /** Code of a message from the previous page; unknown codes are ignored. */
  notice: unknown;
  undo: unknown;
  /** Browsers without scripts reload the page after so many seconds; with scripts it polls. */
  refreshSeconds: number | undefined;
  /** Code of what the page offers besides; unknown codes are ignored. */
  offer: unknown;
  head: Part;
  /** False keeps the page out of search engines. */
  machine: Machine | false;
  policies: Policies;
};

export function layout({
  siteName,
  look,
  title,
  description,
  body,
  language,
  languages,
  width,
  session,
  unread,
  path,
  notice,
  undo,
  refreshSeconds,
  offer,
  head,
  machine,
  policies,
}: Layout): Html {
  const isAtDashboard = isDashboard(session, path);
  const main = html`<main id="main" class="${!isAtDashboard && width !== "full" && "wrap "}${width}" tabindex="-1">
${noticeOf(notice, undo, session?.csrf)}
${offerOf(offer, session?.account !== undefined)}
${body}
</main>`;
  const frame = frameOf({ siteName, look, path, policies });
  const fullTitle = title === siteName ? title : joined([title, siteName]);
  return html`<!doctype html>
<html lang="${language.tag}"${language.isRightToLeft && html` dir="rtl"`}${
    language.prefix && html` data-prefix="${language.prefix}"`
  }>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${fullTitle}</title>
${description && html`<meta name="description" content="${description}">`}
<meta name="color-scheme" content="light dark">
${machine ? machineHead(machine, { title, description, language }) : html`<meta name="robots" content="noindex">`}
${refreshSeconds !== undefined && html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`}
${frame.links}
${session?.account && script("bell.js")}
${head}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top"><div class="wrap">
${frame.top}
${languages.length > 0 && languageMenu(languages, language)}<nav class="acct" aria-label="Account">${accountLinks(session, path, look)}</nav></div>${session?.account && signs(session.account, path, unread)}
</div></header>
${isAtDashboard ? html`<div class="dashboard wrap">${adminMenu(path)}${main}</div>` : main}
${!isAtDashboard && frame.footer}
</body>
</html>
`;
}

const languageMenu = (languages: readonly Alternate[], { tag: current }: Language): Html =>
  html`<nav class="languages" aria-label="Language"><details class="more"><summary>${icons.globe}<span>${nameOf(current)}</span></summary><div>${languages.map(
    ({ tag, name, path, offer }) =>
      html`<a href="${href(path)}" hreflang="${tag}" lang="${tag}"${tag === current ? html` aria-current="true"` : html` data-offer="${offer}"`}>${name}</a>\n`,
  )}</div></details></nav>`;

type Link = readonly [path: string, label: Text];

const FOOTER: readonly { title: Text; pages: readonly Link[]; hasPolicies?: true }[] = [
  {
    title: t`Discover`,
    pages: [
      ["/launches", wordsWith("weekly", t`This week`, t`Today`)],
      ["/awards", t`Past weeks`],
      ["/search", t`Browse by need`],
      ["/categories", t`Categories`],
      ["/collections", t`Collections`],
      ["/compare", t`Compare`],
      ["/updates", t`Latest updates`],
      ["/founders", t`Makers`],
    ],
  },
  {
    title: t`For makers`,
    pages: [
      ["/submit", SUBMIT_LABEL],
      ["/pricing", t`Pricing`],
      ["/connect", t`Connect an assistant`],
      ["/docs", t`API reference`],
      ["/problems", t`Error codes`],
    ],
  },
  {
    title: t`About`,
    hasPolicies: true,
    pages: [
      ["/about", t`About this site`],
      ["/how-ranking-works", t`How ranking works`],
      ["/leaderboards", t`Leaderboards`],
      ["/blog", t`Blog`],
      ["/bot", t`Our crawler`],
    ],
  },
];

const isOffered = (path: string, { shape }: SiteLook): boolean =>
  isOn(path, lackedBy(shape)) && (path !== "/submit" || shape.submission !== "admins");

function placeOf(path: string, look: SiteLook): string {
  const entry = menuOf(look).find(({ to }) => path === to || path.startsWith(`${to}/`))?.to ?? "";
  return path === entry ? path : `${entry}/`;
}

type Framed = Pick<Layout, "siteName" | "look" | "path" | "policies">;

const frameOf = drawnOnce(
  ({ siteName, look, path, policies }: Framed) => [placeOf(path, look), siteName, look, policies],
  ({ siteName, look, path, policies }) => {
    const { fonts, scene } = designOf(look);
    return {
      links: html`${
        look.logo
          ? html`<link rel="icon" href="${href(uploadPath(look.logo, 96))}" type="image/webp">`
          : html`<link rel="icon" href="${href(ICON_PATH)}" type="image/svg+xml">`
      }
<link rel="apple-touch-icon" href="${href(appIconPath(180))}">
<link rel="manifest" href="${href(MANIFEST_PATH)}">
${preloadedFonts(fonts).map(
  (path) => html`<link rel="preload" href="${href(path)}" as="font" type="font/woff2" crossorigin>\n`,
)}<link rel="stylesheet" href="${assetPath("style.css")}">
<link rel="stylesheet" href="${assetPath(`theme-${look.theme.theme}.css`)}">
${scene !== "none" && html`<link rel="stylesheet" href="${assetPath(`scene-${scene}.css`)}">\n`}<link rel="stylesheet" href="${href(lookSheet(look).path)}">
${script("script.js")}
${script("find.js")}`,
      top: html`${brand(siteName, look)}
<form class="find" method="get" action="/search" role="search" aria-label="Search the site">${icons.search}<input
type="search" name="q" maxlength="200" placeholder="Search" aria-label="${SEARCH_LABEL}"></form>
<button class="menu-button quiet" type="button" popovertarget="menu">Menu</button>
<div class="menu" id="menu" popover><nav class="main" aria-label="Main">${mainMenu(look, path)}</nav>`,
      footer: footerOf(siteName, look, policies),
    };
  },
);

const SUBMIT = html`<a class="button sun slim" href="/submit">${SUBMIT_LABEL}</a>`;
const submitLink = (session: SiteSession | undefined, { shape }: SiteLook): Html | false =>
  (shape.submission !== "admins" || session?.account?.isAdmin === true) && SUBMIT;

const myFace = ({ name, email }: Account): Html =>
  html`${face({ name: name ?? email, avatarUrl: null }, "little")}<span class="unseen">Account</span>`;

const accountLinks = (session: SiteSession | undefined, path: string, look: SiteLook): Html =>
  html`${
    session?.account
      ? html`${session.account.isAdmin && navLink("/admin", t`Admin`, path)}${navLink("/account/listings", t`My listings`, path)}`
      : navLink("/sign-in", t`Sign in`, path)
  }${submitLink(session, look)}`;

const signs = (account: Account, path: string, unread: number): Html =>
  html`<nav class="signs" aria-label="You">${bell(unread, path === "/notifications")} ${navLink(
    "/account",
    myFace(account),
    path.startsWith("/account/listings") ? "" : path,
  )}</nav>`;

export const FOOTER_TEXT = wordsWith(
  "launches",
  wordsWith(
    "votes",
    wordsWith(
      "weekly",
      withNoun(
        t`New products every Monday, ranked by people. Paid placements are always marked.`,
        t`New ${nouns} every Monday, ranked by people. Paid placements are always marked.`,
      ),
      withNoun(
        t`New products every day, ranked by people. Paid placements are always marked.`,
        t`New ${nouns} every day, ranked by people. Paid placements are always marked.`,
      ),
    ),
    wordsWith(
      "weekly",
      withNoun(
        t`New products every Monday. Paid placements are always marked.`,
        t`New ${nouns} every Monday. Paid placements are always marked.`,
      ),
      withNoun(
        t`New products every day. Paid placements are always marked.`,
        t`New ${nouns} every day. Paid placements are always marked.`,
      ),
    ),
  ),
  t`Paid placements are always marked.`,
);

function footerLinks({ footerLinks: given }: SiteLook, { stored }: Language): Html {
  const own = stored?.find("site", "site", "footer-links", "");
  const read = own === undefined ? given : readFooterLinks(own);
  const tag = own === undefined ? stored?.tagOf("site", "") : undefined;
  return html`<ul class="foot-links"${tag && html` lang="${tag}" dir="auto"`}>${("fault" in read ? given : read).map(
    ({ label, url }) => html`<li><a href="${href(url)}">${label}</a></li>`,
  )}</ul>`;
}

const footerOf = (
  siteName: string,
  look: SiteLook,
  policies: Policies,
): Html => html`<footer class="foot"><div class="wrap">
<div>${brand(siteName, look)}<p>${look.footerText === null ? FOOTER_TEXT : showStored("site", "site", "footer-text", look.footerText)}</p>
${look.footerLinks.length > 0 && byLanguage((language) => footerLinks(look, language))}</div>
${FOOTER.map(
  ({ title, pages, hasPolicies }) =>
    html`<nav aria-label="${title}"><h2>${title}</h2>
<ul>${[
      ...pages.filter(([to]) => isOffered(to, look)),
      ...(hasPolicies ? [...ownLinks(look), ...policyPages(policies)] : []),
    ].map(([to, label]) => html`<li><a href="${href(to)}">${label}</a></li>`)}</ul></nav>`,
)}
</div></footer>`;

const languageAlternates = ({ languages: [first, ...others] }: Machine): Part =>
  first &&
  [first, ...others, { ...first, tag: "x-default" }].map(
    ({ tag, url }) => html`<link rel="alternate" hreflang="${tag}" href="${href(url)}">\n`,
  );

const machineHead = (
  machine: Machine,
  { title, description, language }: Pick<Layout, "title" | "description" | "language">,
): Html =>
  html`${
    !machine.isIndexed &&
    html`<meta name="robots" content="noindex">
`
  }<link rel="canonical" href="${href(machine.canonical)}">
${languageAlternates(machine)}<link rel="alternate" type="text/markdown" href="${href(machine.markdown)}">
${machine.feeds.map(
  (feed) => html`<link rel="alternate" type="${feed.type}" title="${feed.title}" href="${href(feed.url)}">\n`,
)}<meta property="og:site_name" content="${machine.siteName}">
<meta property="og:type" content="${machine.kind}">
<meta property="og:title" content="${title}">
${description && html`<meta property="og:description" content="${description}">`}
<meta property="og:url" content="${machine.canonical}">
<meta property="og:image" content="${machine.image}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${PREVIEW_SIZE.width}">
<meta property="og:image:height" content="${PREVIEW_SIZE.height}">
<meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:image:alt" content="${title}">
${jsonLdBlock(machine.things, machine.canonical, language)}`;
