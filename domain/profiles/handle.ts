import { t, type Words } from "#languages/words.ts";
import { slugify } from "../text/slug.ts";
import { ROUTE_NAMES, TEAM_NAMES } from "./reserved-handles.ts";

export const HANDLE_LENGTH = { least: 3, most: 30 } as const;
const HANDLE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const HANDLE_DAYS = 30;
const DAY_MS = 86_400_000;

export const foldHandle = (typed: string): string => typed.normalize("NFKC").trim().replace(/^@/, "").toLowerCase();

export function handleFault(handle: string): Words | undefined {
  const { least, most } = HANDLE_LENGTH;
  if (handle.length < least || handle.length > most) return t`Use ${least} to ${most} characters.`;
  if (!HANDLE.test(handle)) return t`Use the letters a to z, digits, and single hyphens between them.`;
  return /[a-z]/.test(handle) ? undefined : t`Use at least one letter.`;
}

const LOOK_ALIKES: Record<string, string> = { "0": "o", "1": "l", i: "l", "3": "e", "4": "a", "5": "s", "7": "t" };

/** Visually similar handles have the same skeleton. */
export const skeletonOf = (handle: string): string =>
  handle
    .replaceAll("-", "")
    .replace(/[013457i]/g, (character) => LOOK_ALIKES[character] ?? character)
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");

const skeletons = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(skeletonOf));
const OF_ROUTES = skeletons(ROUTE_NAMES);
const OF_TEAM = skeletons(TEAM_NAMES);
/** Shorter brands occur in too many words. */
const LONG_BRAND = 4;

/** Whether a handle could pass for the site, its team or a page. `brands` are the site's names. */
export function isReservedHandle(handle: string, brands: readonly string[]): boolean {
  const skeleton = skeletonOf(handle);
  const parts = handle.split("-").map(skeletonOf);
  if ([skeleton, ...parts].some((part) => OF_TEAM.has(part)) || OF_ROUTES.has(skeleton)) return true;
  return brands
    .map((brand) => skeletonOf(slugify(brand, "")))
    .filter(Boolean)
    .some(
      (brand) =>
        skeleton === brand ||
        parts.includes(brand) ||
        (brand.length >= LONG_BRAND && (skeleton.startsWith(brand) || skeleton.endsWith(brand))),
    );
}

/**
 * When the next change is possible; undefined if now. `takenAt` are the times of earlier choices.
 */
export function nextChangeAt(takenAt: readonly Date[], now: Date): Date | undefined {
  // The first handle can be corrected at once.
  if (takenAt.length < 2) return undefined;
  const free = Math.max(...takenAt.map((at) => at.getTime())) + HANDLE_DAYS * DAY_MS;
  return free > now.getTime() ? new Date(free) : undefined;
}
