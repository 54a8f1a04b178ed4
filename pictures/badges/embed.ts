import { type BadgeKind, type BadgeStyle, badgeUrl } from "#domain/listings/badge.ts";
import type { Language } from "#languages/language.ts";
import { prefixed } from "#languages/links.ts";
import { say, t } from "#languages/words.ts";
import type { Badge } from "./draw.ts";
import { escapeMarkup } from "./text.ts";

type Embedded = { baseUrl: string; slug: string; kind: BadgeKind; style: BadgeStyle };

export const badgeTarget = (baseUrl: string, slug: string): string => `${baseUrl}/listings/${slug}`;

/**
 * HTML for another website: the badge as a link. In `auto` mode the browser chooses the image,
 * because not every browser tells an image which colour scheme the page has.
 */
export function embedHtml(
  { baseUrl, slug, kind, style }: Embedded,
  { width, height, alt }: Pick<Badge, "width" | "height" | "alt">,
): string {
  const url = (mode: BadgeStyle["mode"]) => escapeMarkup(badgeUrl(baseUrl, slug, kind, { ...style, mode }));
  const isAuto = style.mode === "auto";
  const image = `<img src="${url(isAuto ? "light" : style.mode)}" alt="${escapeMarkup(alt)}" width="${width}" height="${height}">`;
  const shown = isAuto
    ? `<picture><source media="(prefers-color-scheme: dark)" srcset="${url("dark")}">${image}</picture>`
    : image;
  return `<a href="${escapeMarkup(badgeTarget(baseUrl, slug))}" rel="noopener">${shown}</a>`;
}

export const CARD_SIZE = { width: 480, height: 132 };

export const cardPath = (slug: string): string => `/embed/${slug}`;

type Card = { baseUrl: string; siteName: string; slug: string; name: string; language: Language };

export const cardHtml = ({ baseUrl, siteName, slug, name, language }: Card, { width, height } = CARD_SIZE): string =>
  `<iframe src="${escapeMarkup(baseUrl + prefixed(language.prefix, cardPath(slug)))}" title="${escapeMarkup(
    say(t`${name} on ${siteName}`, language),
  )}" width="${width}" height="${height}" frameborder="0" loading="lazy" style="max-width:100%"></iframe>`;
