import type { LiveCard } from "#actions/listings/live-card.ts";
import { type Html, href, html, type Part, partWith } from "#core/text/html.ts";
import type { Language } from "#languages/language.ts";
import { prefixed } from "#languages/links.ts";
import { plural, type Text, t } from "#languages/words.ts";
import { picturePath } from "#pictures/key.ts";
import { viewCard } from "#tools/schemas/listing.ts";
import { assetPath } from "../kit/assets.ts";

type About = { baseUrl: string; siteName: string; language: Language };

export const EMBED_THEMES = ["light", "dark"] as const;
export type EmbedTheme = (typeof EMBED_THEMES)[number];

/**
 * Anyone may frame the card, even an app or a sandbox, whose origins `frame-ancestors *` would not
 * match. It has a link and no form, so there is nothing in it to trick a person into.
 */
export const EMBED_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'";

export function cardPage(
  { listing, place }: LiveCard,
  { baseUrl, siteName, language }: About,
  theme?: EmbedTheme,
): Html {
  const { slug, name, tagline, logo_url: logo, is_paid: isPaid } = viewCard(listing);
  const page = baseUrl + prefixed(language.prefix, `/listings/${slug}`);
  return document({
    title: t`${name} on ${siteName}`,
    language,
    theme,
    head: html`<link rel="canonical" href="${href(page)}">`,
    body: html`<a class="card" href="${href(page)}" target="_blank" rel="noopener">
<span class="logo" aria-hidden="true">${[...name.trim()][0]?.toUpperCase()}${
      logo && html`<img src="${href(picturePath(logo, 192))}" alt="">`
    }</span>
<span class="text"><h1>${name}</h1>
${tagline && html`<span class="tagline">${tagline}</span>`}
<span class="facts">${isPaid && html`<span class="paid">Promoted</span>`}
${partWith("votes", html`<strong><span aria-hidden="true">▲</span> ${plural(listing.votes, "vote")}</strong>`)}
${place && partWith("awards", html`<span>${place.isFinal ? t`#${place.place} of its launch week` : t`#${place.place} this week`}</span>`)}
<span>${siteName}</span></span></span></a>`,
  });
}

/** The page in place of a card that is not there. */
export const missingCardPage = ({ baseUrl, siteName, language }: About, theme?: EmbedTheme): Html =>
  document({
    title: t`No longer on ${siteName}`,
    language,
    theme,
    head: null,
    body: html`<a class="card" href="${href(baseUrl + prefixed(language.prefix, "/"))}" target="_blank" rel="noopener"><span class="text">
<h1>No longer on ${siteName}</h1>
<span class="tagline">See other products.</span></span></a>`,
  });

type Document = { title: Text; language: Language; theme: EmbedTheme | undefined; head: Part; body: Part };

const document = ({ title, language, theme, head, body }: Document): Html => html`<!doctype html>
<html lang="${language.tag}"${language.isRightToLeft && html` dir="rtl"`}${theme && html` class="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="robots" content="noindex">
${head}
<link rel="stylesheet" href="${assetPath("embed.css")}">
<script src="${assetPath("embed.js")}" defer></script>
</head>
<body><main>${body}</main></body>
</html>
`;
