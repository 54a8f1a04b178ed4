import type { Week } from "../launches/launch-week.ts";
import type { Listing, ListingCategory } from "../listings/listing.ts";
import { grantsOf, type Line } from "./quote.ts";

export type ListingTerms = Pick<
  Listing,
  "status" | "statusReason" | "plan" | "unlocked" | "launchWeek" | "launchAt" | "launchedAt"
> & { categories: ListingCategory[] };

type Bought = Pick<Line, "product" | "options">;

export const termsOf = (listing: Listing): ListingTerms => ({
  status: listing.status,
  statusReason: listing.statusReason,
  plan: listing.plan,
  unlocked: listing.unlocked,
  launchWeek: listing.launchWeek,
  launchAt: listing.launchAt,
  launchedAt: listing.launchedAt,
  categories: listing.profile.categories,
});

export const EXTRA_CATEGORIES = 3;

/**
 * The listing after fulfilling a line. A launch whose week has begun goes live at once; `isReviewed` has it wait for
 * the team. A site without launches has no `week`.
 */
export function grant(
  listing: Listing,
  line: Bought,
  {
    now,
    week,
    extra,
    isReviewed = false,
  }: { now: Date; week: Week | undefined; extra: readonly ListingCategory[]; isReviewed?: boolean },
): ListingTerms {
  const terms = termsOf(listing);
  const grants = grantsOf(line.product);
  const unlocked = [...new Set([...terms.unlocked, ...grants])];
  const primary = terms.categories.filter((category) => category.primary);
  const granted: ListingTerms = {
    ...terms,
    unlocked,
    categories: grants.includes("categories")
      ? [...primary, ...extra.filter(({ slug }) => slug !== primary[0]?.slug)].slice(0, 1 + EXTRA_CATEGORIES)
      : terms.categories,
  };
  if (line.product !== "launch") return granted;
  const paid: ListingTerms = { ...granted, plan: "launch", statusReason: null };
  if (listing.status === "live") return paid;
  const chosen = line.options.week;
  if (week && chosen !== undefined && chosen > week.monday)
    return { ...paid, status: "scheduled", launchWeek: chosen, launchAt: null };
  const isBack = listing.launchedAt !== null;
  if (isReviewed && !isBack) return { ...paid, status: "scheduled", launchWeek: week?.monday ?? null, launchAt: null };
  return {
    ...paid,
    status: "live",
    launchAt: null,
    launchedAt: listing.launchedAt ?? now,
    launchWeek: isBack ? listing.launchWeek : (week?.monday ?? null),
  };
}

/**
 * The listing after refunding a line. What other paid lines grant stays. A future launch leaves the
 * calendar; a live listing stays live, with its votes and history.
 */
export function withdraw(listing: Listing, line: Bought, others: readonly Bought[]): ListingTerms {
  const terms = termsOf(listing);
  const kept = new Set(others.flatMap(({ product }) => grantsOf(product)));
  const lost = new Set(grantsOf(line.product).filter((section) => !kept.has(section)));
  const rest: ListingTerms = {
    ...terms,
    unlocked: terms.unlocked.filter((section) => !lost.has(section)),
    categories: lost.has("categories") ? terms.categories.filter(({ primary }) => primary) : terms.categories,
  };
  if (line.product !== "launch" || others.some(({ product }) => product === "launch")) return rest;
  return listing.status === "scheduled" && listing.launchedAt === null
    ? { ...rest, plan: "none", status: "draft", launchWeek: null, launchAt: null }
    : { ...rest, plan: "none" };
}
