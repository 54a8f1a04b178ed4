import { hash } from "node:crypto";
import { designKey } from "#domain/site/design.ts";
import type { SiteLook } from "#domain/site/site-look.ts";
import { as, t } from "#languages/words.ts";

export const PREVIEW_SIZE = { width: 1200, height: 630 };

export const SHARE_FORMATS = {
  screen: { width: 1920, height: 1080, label: t`Wide`, where: t`X, YouTube, slides` },
  square: { width: 1080, height: 1080, label: t`Square`, where: t`Instagram, LinkedIn, Threads` },
  portrait: { width: 1080, height: 1350, label: t`Portrait`, where: t`Instagram, Facebook` },
  story: {
    width: 1080,
    height: 1920,
    label: as("a picture for Instagram")`Story`,
    where: t`Instagram, TikTok, WhatsApp`,
  },
  pin: { width: 1000, height: 1500, label: t`Pin`, where: t`Pinterest` },
} as const;
export type ShareFormat = keyof typeof SHARE_FORMATS;
export const isShareFormat = (name: string): name is ShareFormat => Object.hasOwn(SHARE_FORMATS, name);
export const sharePath = (card: string, format: ShareFormat): string => card.replace(".png", `/${format}.png`);

/** In pixels: 250 kB is all that a page may weigh. */
export const SMALL_WIDTH = 480;
export const smallPath = (path: string): string => path.replace(".png", ".webp");

/** Raise it when cards look different, so that networks fetch them again. */
const DESIGN = 1;

export const CARD_KINDS = [
  "listings",
  "weeks",
  "days",
  "awards",
  "founders",
  "profiles",
  "categories",
  "blog",
  "compare",
  "collections",
] as const;
export type CardKind = (typeof CARD_KINDS)[number];

/**
 * The path of a card. The version changes with what the page knows of it, because networks keep a
 * picture for as long as its address is the same. The server draws the card of the moment anyway.
 */
export const cardPath = (kind: CardKind, key: string, shown: readonly unknown[]): string =>
  versioned(`/previews/${kind}/${key}.png`, shown);

export const siteCardPath = (siteName: string, leaders: readonly { slug: string }[] = []): string =>
  versioned("/previews/site.png", [siteName, ...leaders.slice(0, 4).map(({ slug }) => slug)]);

const looks = new WeakMap<SiteLook, string>();
/** The path of a card with the look of the site: networks fetch it again when that changes. */
export function inLook(path: string, look: SiteLook, siteName: string): string {
  const version = looks.getOrInsertComputed(look, () =>
    hash("sha256", JSON.stringify([designKey(look), look.logo, siteName]), "base64url").slice(0, 6),
  );
  return `${path}${path.includes("?") ? "&" : "?"}look=${version}`;
}

const versioned = (path: string, shown: readonly unknown[]): string =>
  `${path}?v=${hash("sha256", JSON.stringify([DESIGN, ...shown]), "base64url").slice(0, 8)}`;

type OfListing = { slug: string; name: string; tagline: string | null; votes: number; logo_url: string | null };
type Standing = { status: string; launch_week: string | null; updated_at: string; awards?: readonly unknown[] };

type OfRace = { week: string; state: string; items: readonly { slug: string; week_votes: number }[] };

export const raceCardPath = (kind: "week" | "day", { week, state, items }: OfRace): string =>
  cardPath(`${kind}s`, week, [
    state,
    items.length,
    items.slice(0, 4).map(({ slug, week_votes: votes }) => [slug, votes]),
  ]);

export const listingCardPath = ({ slug, ...shown }: OfListing & Standing): string =>
  cardPath("listings", slug, [
    shown.name,
    shown.tagline,
    shown.votes,
    shown.logo_url,
    shown.status,
    shown.launch_week,
    shown.updated_at,
    shown.awards?.length ?? 0,
  ]);

export const collectionCardPath = (
  { key, title }: { key: string; title: string },
  { by, count, slugs }: { by: string; count: number; slugs: readonly string[] },
): string => cardPath("collections", key, [title, by, count, ...slugs.slice(0, 4)]);
