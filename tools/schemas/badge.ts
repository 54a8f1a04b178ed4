import { z } from "zod";
import {
  BADGE_KINDS,
  BADGE_MODES,
  BADGE_SHAPES,
  BADGE_SIZES,
  BADGE_STYLES,
  type BadgeStyle,
  type BadgeSubject,
  badgeRefusal,
  badgeUrl,
  bestAward,
} from "#domain/listings/badge.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { inEnglish } from "#languages/words.ts";
import { badgeTitle, drawBadge } from "#pictures/badges/draw.ts";
import { badgeTarget, embedHtml } from "#pictures/badges/embed.ts";
import type { Reads } from "#store/store.ts";

const style = { shape: z.enum(BADGE_SHAPES), mode: z.enum(BADGE_MODES), size: z.enum(BADGE_SIZES) };

export const StyleInput = {
  shape: style.shape.default("standard"),
  mode: style.mode.default("auto"),
  size: style.size.default("m"),
};

export const BadgeView = z.object({
  kind: z.enum(BADGE_KINDS),
  title: z.string(),
  eligible: z.boolean(),
  reason: z
    .string()
    .nullable()
    .describe("why the listing may not show this badge; until then its image is the plain badge"),
  html: z.string().describe("embed code, complete"),
  svg_url: z.string(),
  target_url: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
  style: z.object(style),
  variants: z.array(z.object({ ...style, svg_url: z.string() })),
});

export async function findBadgeSubject(
  store: { listings: Pick<Reads["listings"], "findForBadge">; awards: Pick<Reads["awards"], "ofListing"> },
  slug: string,
): Promise<(BadgeSubject & Pick<Listing, "url">) | undefined> {
  const listing = await store.listings.findForBadge(slug);
  if (!listing) return undefined;
  const award = listing.status === "live" ? bestAward(await store.awards.ofListing(listing.id)) : undefined;
  // Featuring does not exist yet.
  return { ...listing, isFeatured: false, award };
}

type Site = { baseUrl: string; siteName: string };

export const viewBadges = (
  subject: BadgeSubject,
  { baseUrl, siteName }: Site,
  style: BadgeStyle,
): z.input<typeof BadgeView>[] =>
  BADGE_KINDS.map((kind) => {
    const { slug } = subject;
    const { svg: _, ...badge } = drawBadge(kind, subject, style, siteName);
    const refusal = badgeRefusal(kind, subject);
    return {
      kind,
      title: inEnglish(badgeTitle(kind, siteName)),
      eligible: refusal === undefined,
      reason: refusal === undefined ? null : inEnglish(refusal),
      html: embedHtml({ baseUrl, slug, kind, style }, badge),
      svg_url: badgeUrl(baseUrl, slug, kind, style),
      target_url: badgeTarget(baseUrl, slug),
      ...badge,
      style,
      variants: BADGE_STYLES.map((variant) => ({ ...variant, svg_url: badgeUrl(baseUrl, slug, kind, variant) })),
    };
  });
