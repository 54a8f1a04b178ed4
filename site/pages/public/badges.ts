import type { Response } from "express";
import type { z } from "zod";
import { type Html, href, html } from "#core/text/html.ts";
import {
  BADGE_MODES,
  BADGE_SHAPES,
  BADGE_SIZES,
  type BadgeMode,
  type BadgeShape,
  type BadgeSize,
  type BadgeSubject,
  badgePath,
  badgeRefusal,
} from "#domain/listings/badge.ts";
import { hasAwards } from "#domain/site/site-shape.ts";
import { given } from "#domain/text/given.ts";
import { SLUG } from "#domain/text/slug.ts";
import type { Language } from "#languages/language.ts";
import { type Text, t, type Words } from "#languages/words.ts";
import { badgeTitle, drawBadge } from "#pictures/badges/draw.ts";
import { type BadgeView, findBadgeSubject, viewBadges } from "#tools/schemas/badge.ts";
import { plainWords } from "../../kit/attempt.ts";
import { languageOf } from "../../kit/language.ts";
import { copyable } from "../../kit/show.ts";
import { notFound, type Site, sessionOf } from "../../kit/site.ts";
import { teamBar } from "../../parts/listings/owner-bar.ts";

type Badge = z.input<typeof BadgeView>;

const SHAPES: Record<BadgeShape, Words> = {
  standard: t`Standard`,
  outline: t`Outline`,
  pill: t`Pill`,
  banner: t`Banner`,
  square: t`Square`,
};
const MODES: Record<BadgeMode, Words> = { auto: t`Same as device`, light: t`Light`, dark: t`Dark` };
const SIZES: Record<BadgeSize, Words> = { s: t`Small`, m: t`Medium`, l: t`Large` };

/** The choice in the URL; missing or unknown values are the default. */
const chosen = <T extends string>(values: readonly T[], value: unknown, usual: T): T =>
  values.find((one) => one === value) ?? usual;

/** Badges of a listing with their embed code: for everyone if it is live, else for its owner. */
export function badgePages({ deps, pages, router }: Site): void {
  const { store, settings } = deps;

  /** Before its launch, a listing is visible only to its owners. */
  async function mayRead(subject: BadgeSubject, res: Response): Promise<boolean> {
    const account = sessionOf(res)?.account;
    return subject.status === "live" || (!!account && !!(await store.listings.findOwned(subject.id, account.id)));
  }

  router.get("/listings/:slug/badges", async (req, res) => {
    const { slug } = req.params;
    const subject = SLUG.test(slug) ? await findBadgeSubject(store, slug) : undefined;
    if (!subject || !(await mayRead(subject, res))) notFound();

    const mode = chosen(BADGE_MODES, req.query.mode, "auto");
    const size = chosen(BADGE_SIZES, req.query.size, "m");
    const site = { baseUrl: settings.BASE_URL, siteName: settings.SITE_NAME };
    const byShape = BADGE_SHAPES.map((shape) => viewBadges(subject, site, { shape, mode, size }));
    const { shape } = store.siteLook();
    const isOffered = ({ kind }: Badge) =>
      kind === "launched" ? shape.launches : kind !== "launch_of_the_week" || hasAwards(store);
    const first = (byShape[0] ?? []).filter(isOffered);
    const isLive = subject.status === "live";
    // Before the launch there is only the badge to embed.
    const isShown = ({ kind, eligible }: Badge) => (isLive ? eligible : kind === "listed");

    pages.render(res, {
      title: t`Badges for ${subject.name}`,
      description: t`Badges for ${subject.name} on ${settings.SITE_NAME}, with the code to embed them.`,
      width: "reading",
      isPublic: isLive,
      body: html`${isLive && html`<p class="eyebrow"><a href="${href(`/listings/${slug}`)}">${subject.name}</a></p>`}
${await teamBar(slug, res, deps)}<h1>Badges for ${subject.name}</h1>
<p class="lead">${
        isLive
          ? t`Copy the code of a badge to your website. The badge links to the listing.`
          : t`Add this badge and its link to your homepage. Free listings go live once we find it there.`
      }</p>
${form(mode, size)}
<div class="stack">${first.filter(isShown).map(
        ({ kind }) =>
          html`<section><h2>${badgeTitle(kind, settings.SITE_NAME)}</h2>${byShape.map((badges) =>
            sample(given(badges.find((badge) => badge.kind === kind)), subject, {
              siteName: settings.SITE_NAME,
              language: languageOf(res),
            }),
          )}</section>`,
      )}
${
  isLive &&
  html`<section><h2>Not available yet</h2><dl class="facts">${first
    .filter(({ eligible }) => !eligible)
    .map(
      ({ kind }) =>
        html`<dt>${badgeTitle(kind, settings.SITE_NAME)}</dt><dd>${plainWords(badgeRefusal(kind, subject) ?? "")}</dd>`,
    )}</dl></section>`
}</div>`,
    });
  });
}

const sample = (
  { kind, style, html: code, width, height }: Badge,
  subject: BadgeSubject,
  { siteName, language }: { siteName: string; language: Language },
): Html =>
  html`<h3>${SHAPES[style.shape]}</h3>
<p class="badge-stage ${style.mode}"><img src="${href(badgePath(subject.slug, kind, style))}" alt="${drawBadge(kind, subject, style, siteName, language).alt}" width="${width}" height="${height}"></p>
${copyable(`${kind}-${style.shape}`, code)}`;

const form = (mode: BadgeMode, size: BadgeSize): Html => {
  const select = (name: string, label: Text, options: Record<string, Text>, picked: string) =>
    html`<label>${label} <select name="${name}">${Object.entries(options).map(
      ([value, text]) => html`<option value="${value}"${value === picked && html` selected`}>${text}</option>`,
    )}</select></label>`;
  return html`<form method="get" class="row labelled">
${select("mode", t`Mode`, MODES, mode)} ${select("size", t`Size`, SIZES, size)} <button class="quiet">Apply</button>
</form>`;
};
