import type { Week } from "./launch-week.ts";
import type { Listing, ListingCategory } from "./listing.ts";
import { grantsOf, type Line } from "./quote.ts";

/** What orders change about a listing. */
export type ListingTerms = Pick<
  Listing,
  "status" | "statusReason" | "plan" | "unlocked" | "launchWeek" | "launchAt" | "launchedAt"
> & { categories: ListingCategory[] };

type Bought = Pick<Line, "product" | "options">;

const termsOf = (listing: Listing): ListingTerms => ({
  status: listing.status,
  statusReason: listing.statusReason,
  plan: listing.plan,
  unlocked: listing.unlocked,
  launchWeek: listing.launchWeek,
  launchAt: listing.launchAt,
  launchedAt: listing.launchedAt,
  categories: listing.profile.categories,
});

/** The most categories beside the primary one. */
export const EXTRA_CATEGORIES = 3;

/**
 * The listing with a line fulfilled. `extra` are the categories that it may now stand in beside its primary one.
 * A launch whose week has come, or that names none, is live at once; a live listing keeps its launch.
 */
export function grant(
  listing: Listing,
  line: Bought,
  { now, week, extra }: { now: Date; week: Week; extra: readonly ListingCategory[] },
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
  if (chosen !== undefined && chosen > week.monday)
    return { ...paid, status: "scheduled", launchWeek: chosen, launchAt: null };
  const isBack = listing.launchedAt !== null;
  return {
    ...paid,
    status: "live",
    launchAt: null,
    launchedAt: listing.launchedAt ?? now,
    launchWeek: isBack ? listing.launchWeek : week.monday,
  };
}

/**
 * The listing without a line whose money went back. What other paid lines grant stays; a launch that has not happened is
 * taken from the calendar; a listing that is live stays so, with its votes and its history.
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
