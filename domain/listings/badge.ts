import { joined, type Text, t } from "#languages/words.ts";
import type { Place } from "../launches/ranking.ts";
import { SLUG } from "../text/slug.ts";
import type { Listing, ListingStatus } from "./listing.ts";

export const BADGE_KINDS = ["listed", "launched", "featured", "verified", "launch_of_the_week"] as const;
export type BadgeKind = (typeof BADGE_KINDS)[number];

export const BADGE_SHAPES = ["standard", "outline", "pill", "banner", "square"] as const;
export const BADGE_MODES = ["light", "dark", "auto"] as const;
export const BADGE_SIZES = ["s", "m", "l"] as const;
export type BadgeShape = (typeof BADGE_SHAPES)[number];
export type BadgeMode = (typeof BADGE_MODES)[number];
export type BadgeSize = (typeof BADGE_SIZES)[number];
/** `auto` follows the viewer's color scheme. */
export type BadgeStyle = { shape: BadgeShape; mode: BadgeMode; size: BadgeSize };

export const BADGE_STYLES: readonly BadgeStyle[] = BADGE_SHAPES.flatMap((shape) =>
  BADGE_MODES.flatMap((mode) => BADGE_SIZES.map((size) => ({ shape, mode, size }))),
);

export type BadgeAward = { place: Place; week: string };

export const bestAward = <A extends BadgeAward>(awards: readonly A[]): A | undefined =>
  awards.toSorted((one, other) => one.place - other.place)[0];

export type BadgeSubject = Pick<Listing, "id" | "slug" | "name" | "status" | "launchedAt" | "claimedMethod"> & {
  isFeatured: boolean;
  award: BadgeAward | undefined;
};

/** Statuses in which a free listing must show the plain badge on its homepage. */
export const SHOWS_BADGE: readonly ListingStatus[] = ["awaiting_badge", "scheduled", "live", "hidden"];

/** Why a listing may not show this badge; undefined if it may. */
export function badgeRefusal(kind: BadgeKind, subject: BadgeSubject): Text | undefined {
  if (kind === "listed")
    return SHOWS_BADGE.includes(subject.status) ? undefined : t`Choose a plan for this listing first.`;
  if (subject.status !== "live") return t`This listing is not live yet.`;
  switch (kind) {
    case "launched":
      return subject.launchedAt ? undefined : t`This listing has not launched yet.`;
    case "featured":
      return subject.isFeatured ? undefined : t`This listing has not been featured.`;
    case "verified":
      return subject.claimedMethod
        ? undefined
        : joined([t`This listing is not claimed.`, "Claim it with claim_listing to get this badge."], " ");
    case "launch_of_the_week":
      return subject.award ? undefined : t`This listing did not finish in the top three of its launch week.`;
  }
}

/**
 * The kind to draw: a badge that was lost or never won becomes the plain one, so homepages show
 * neither a broken image nor a false claim.
 */
export const shownKind = (asked: BadgeKind, subject: BadgeSubject): BadgeKind =>
  badgeRefusal(asked, subject) === undefined ? asked : "listed";

const segment = (kind: BadgeKind): string => kind.replaceAll("_", "-");

export const badgePath = (slug: string, kind: BadgeKind, { shape, mode, size }: BadgeStyle): string =>
  `/badges/${slug}/${segment(kind)}/${shape}-${mode}-${size}.svg`;

/** The URL of a badge's image: https://debut.example.com/badges/acme/listed/standard-auto-m.svg */
export const badgeUrl = (baseUrl: string, slug: string, kind: BadgeKind, style: BadgeStyle): string =>
  `${baseUrl}${badgePath(slug, kind, style)}`;

export type BadgeName = { slug: string; kind: BadgeKind; style: BadgeStyle };

const isOneOf = <T extends string>(values: readonly T[], value: string): value is T =>
  values.some((one) => one === value);

export const parseBadgeKind = (text: string): BadgeKind | undefined =>
  BADGE_KINDS.find((kind) => segment(kind) === text);

export function parseBadgeStyle(file: string): BadgeStyle | undefined {
  const [, shape = "", mode = "", size = ""] = /^([a-z]+)-([a-z]+)-([a-z]+)\.(?:svg|png)$/.exec(file) ?? [];
  return isOneOf(BADGE_SHAPES, shape) && isOneOf(BADGE_MODES, mode) && isOneOf(BADGE_SIZES, size)
    ? { shape, mode, size }
    : undefined;
}

const hostOf = ({ hostname, port }: URL): string => `${hostname.replace(/^www\./, "")}:${port}`;

/**
 * The path of a URL on this site, or undefined if it leads elsewhere. Ignores scheme, www., query
 * and fragment; relative URLs are resolved against `page`.
 */
export function ownPath(address: string, baseUrl: string, page = baseUrl): string | undefined {
  const url = URL.parse(address.trim(), page);
  const isOwn = url && /^https?:$/.test(url.protocol) && hostOf(url) === hostOf(new URL(baseUrl));
  return isOwn ? url.pathname : undefined;
}

export function isBadgeTarget(address: string, baseUrl: string, slug: string, page = baseUrl): boolean {
  const path = ownPath(address, baseUrl, page);
  // The page in any language, as /de/listings/acme.
  const listing = path?.replace(/\/$/, "").replace(/^\/[a-z]{2,3}(?:-[a-z\d]{2,4}){0,2}(?=\/|$)/, "");
  return path === "/" || listing === `/listings/${slug}`;
}

export function parseBadgeUrl(address: string, baseUrl: string, page = baseUrl): BadgeName | undefined {
  const path = ownPath(address, baseUrl, page) ?? "";
  const [, slug = "", kindText = "", file = ""] = /^\/badges\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  const kind = parseBadgeKind(kindText);
  const style = parseBadgeStyle(file);
  return SLUG.test(slug) && kind && style ? { slug, kind, style } : undefined;
}
