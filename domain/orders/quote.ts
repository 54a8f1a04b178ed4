import { joined, plural, type Text, t } from "#languages/words.ts";
import { type Week, weekAfter, weekOf, weekOfDay } from "../launches/launch-week.ts";
import { COMING, LISTING_STATES, type Listing } from "../listings/listing.ts";
import { otherCategories } from "../search/nearest.ts";
import type { Fault } from "../text/fault.ts";
import { given } from "../text/given.ts";
import { dayWords } from "../time/date-words.ts";
import { shareOf, showMoney, spread } from "./money.ts";
import type { Product, ProductOption } from "./product.ts";

export type OrderItem = {
  product: string;
  listingId?: number | undefined;
  week?: string | undefined;
  categories?: string[] | undefined;
  amountCents?: number | undefined;
};

/** Purchased options: the Monday of the week, category slugs. */
export type LineOptions = { week?: string; categories?: string[]; amount_cents?: number };
export type Line = {
  product: string;
  listingId: number | null;
  description: string;
  quantity: number;
  unitPriceCents: number;
  discountCents: number;
  couponCode: string | null;
  options: LineOptions;
};
export type PricedLine = Line & { netCents: number; vatCents: number; totalCents: number };
export type Totals = { netCents: number; vatCents: number; totalCents: number };

export type SlotKind = "launch" | "featured";

export type QuoteFacts = {
  products: readonly Product[];
  listings: readonly Listing[];
  /** Listings that have, or had, a paid launch. */
  launched: ReadonlySet<number>;
  categories: readonly { slug: string; name: string }[];
  room: (kind: SlotKind, monday: string) => number;
  /** Whether the waiting list offers the listing a place in that week. */
  isOffered?: (listingId: number, monday: string) => boolean;
  /** For a price quote, which needs no listing yet. */
  mayLackListing?: boolean | undefined;
  now: Date;
  zone: string;
  /** True on a site without launch weeks. */
  lacksWeeks?: boolean;
};

export const WEEKS_AHEAD = 52;
const MOST_CENTS = 100_000_000;
const LAUNCHABLE = new Set(["draft", "awaiting_badge", "scheduled", "live", "hidden"]);
const GONE = new Set(["rejected", "suspended", "removed"]);

const OPTION_OF: Record<string, keyof OrderItem> = {
  week: "week",
  categories: "categories",
  amount_cents: "amountCents",
};

/**
 * The kind of place a line needs. A launch in the current week goes live at once and needs none.
 */
export function slotOf(
  { product, options }: Pick<Line, "product" | "options">,
  thisWeek: Pick<Week, "monday">,
): { kind: SlotKind; monday: string } | undefined {
  if (options.week === undefined) return undefined;
  if (product === "featured-week") return { kind: "featured", monday: options.week };
  return product === "launch" && options.week > thisWeek.monday ? { kind: "launch", monday: options.week } : undefined;
}

export const isBookedIn = (listing: Pick<Listing, "status" | "launchWeek">, monday: string): boolean =>
  listing.status === "scheduled" && listing.launchWeek === monday;

/** Priced lines, or all faults of all items with their pointers. */
export function priceItems(items: readonly OrderItem[], facts: QuoteFacts): { lines: Line[]; faults: Fault[] } {
  const faults: Fault[] = [];
  const lines: Line[] = [];
  const seen = new Set<string>();
  const taken = new Map<string, number>();
  const launching = new Map<number, string | undefined>();
  for (const item of items)
    if (item.product === "launch" && item.listingId !== undefined) launching.set(item.listingId, item.week);

  for (const [index, item] of items.entries()) {
    const wrong = (key: string, code: string, detail: Text) =>
      void faults.push({ pointer: `/items/${index}${key && `/${key}`}`, code, detail });
    const before = faults.length;
    const product = facts.products.find((each) => each.product === item.product);
    if (!product) {
      const names = facts.products.map((each) => each.product).join(", ");
      wrong("product", "unknown_product", t`There is no product "${item.product}". The products are: ${names}.`);
      continue;
    }
    checkOptions(item, product, wrong);
    const listing = findListing(item, product, facts, wrong);
    if (listing) checkState(item, listing, launching, facts, wrong);
    const week = readWeek(item, facts, wrong);
    const categories = readCategories(item, listing, facts, wrong);
    const line = lineOf(item, product, listing, week, categories);

    const slot = slotOf(line, weekOf(facts.now, facts.zone));
    const hasPlace =
      slot?.kind === "launch" &&
      listing !== undefined &&
      (isBookedIn(listing, slot.monday) || facts.isOffered?.(listing.id, slot.monday) === true);
    if (slot && (listing || facts.mayLackListing) && !hasPlace) {
      const key = `${slot.kind} ${slot.monday}`;
      const asked = (taken.get(key) ?? 0) + 1;
      taken.set(key, asked);
      if (asked > facts.room(slot.kind, slot.monday))
        wrong("week", "week_full", t`The week of ${slot.monday} is full. Choose a later week.`);
    }
    const same = `${item.product} ${item.listingId} ${week?.monday}`;
    if (item.product !== "billboard" && seen.has(same) && faults.length === before)
      wrong("", "duplicate", t`This is already in the order. Remove one of them.`);
    seen.add(same);
    if (faults.length === before) lines.push(line);
  }
  return { lines, faults };
}

type Wrong = (key: string, code: string, detail: Text) => void;

function checkOptions(item: OrderItem, { product, options }: Product, wrong: Wrong): void {
  const byKey = new Map<string, ProductOption>(options.map((option) => [option.key, option]));
  for (const [key, name] of Object.entries(OPTION_OF)) {
    const given = item[name];
    const option = byKey.get(key);
    if (given === undefined) {
      if (option?.required) wrong(key, "required", t`"${key}" is required for ${product}.`);
      continue;
    }
    if (!option) {
      wrong(key, "unknown_option", t`${product} has no option "${key}". Leave it out.`);
      continue;
    }
    const { minimum = 0, maximum = MOST_CENTS } = option;
    const size = Array.isArray(given) ? given.length : typeof given === "number" ? given : undefined;
    const show = (bound: number) =>
      typeof given === "number" ? `${bound} (${showMoney(bound, "USD")})` : plural(bound, "item");
    if (size !== undefined && size < minimum) wrong(key, "minimum", t`Must be ${show(minimum)} or more.`);
    if (size !== undefined && size > maximum) wrong(key, "maximum", t`Must be ${show(maximum)} or less.`);
  }
}

function findListing(item: OrderItem, product: Product, facts: QuoteFacts, wrong: Wrong): Listing | undefined {
  if (!product.needsListing) {
    if (item.listingId !== undefined)
      wrong("listing_id", "unknown_option", t`${item.product} is not for a listing. Leave it out.`);
    return undefined;
  }
  if (item.listingId === undefined) {
    if (facts.mayLackListing) return undefined;
    wrong(
      "listing_id",
      "required",
      joined([t`${item.product} is for a listing.`, "Get its id from list_my_listings."], " "),
    );
    return undefined;
  }
  const listing = facts.listings.find(({ id }) => id === item.listingId);
  if (!listing)
    wrong("listing_id", "not_found", joined([t`You have no listing ${item.listingId}.`, "See list_my_listings."], " "));
  return listing;
}

function checkState(
  item: OrderItem,
  listing: Listing,
  launching: ReadonlyMap<number, string | undefined>,
  facts: QuoteFacts,
  wrong: Wrong,
): void {
  const { id, status, name, unlocked } = listing;
  const isLaunched = listing.plan === "launch" || facts.launched.has(id);
  const isLaunching = launching.has(id);
  const refuse = (code: string, detail: Text) => wrong("listing_id", code, detail);
  switch (item.product) {
    case "launch":
      if (isLaunched) refuse("already_launched", t`${name} already has a paid launch.`);
      else if (!LAUNCHABLE.has(status))
        refuse("listing_state", t`${name} is ${LISTING_STATES[status]}, so it cannot be launched.`);
      else if (status === "live" && item.week !== undefined)
        wrong(
          "week",
          "already_live",
          t`${name} is already live. Leave out the week to add what a paid launch includes.`,
        );
      return;
    case "billboard":
    case "featured-week": {
      const isComing = status === "live" || COMING.includes(status) || isLaunching || facts.launched.has(id);
      if (GONE.has(status) || !isComing)
        refuse(
          "listing_state",
          t`${name} is ${LISTING_STATES[status]}, so it is not shown. Launch it first, or in the same order.`,
        );
      return;
    }
    default:
      if (GONE.has(status))
        refuse("listing_state", t`${name} is ${LISTING_STATES[status]}, so nothing can be bought for it.`);
      else if (isLaunched || isLaunching) refuse("included", t`A paid launch of the listing includes this.`);
      else if (
        grantsOf(item.product).length > 0 &&
        grantsOf(item.product).every((section) => unlocked.includes(section))
      )
        refuse("already_unlocked", t`${name} already has this.`);
  }
}

function readWeek(item: OrderItem, { now, zone, lacksWeeks }: QuoteFacts, wrong: Wrong): Week | undefined {
  if (item.week === undefined) return undefined;
  if (item.product === "launch" && lacksWeeks)
    wrong(
      "week",
      "invalid",
      t`This site has no launch weeks. Leave out the week: the listing is public once it is paid.`,
    );
  const week = weekOfDay(item.week, zone);
  const current = weekOf(now, zone);
  if (!week) wrong("week", "format", t`Must be a real calendar day as YYYY-MM-DD, any day of the week.`);
  else if (week.monday < current.monday)
    wrong("week", "past", t`The week of ${week.monday} is over. Choose a later week.`);
  else if (week.monday > weekAfter(current, zone, WEEKS_AHEAD).monday)
    wrong("week", "too_far", t`Weeks are sold up to ${WEEKS_AHEAD} weeks ahead. Choose an earlier week.`);
  return week;
}

function readCategories(
  { categories }: OrderItem,
  listing: Listing | undefined,
  facts: QuoteFacts,
  wrong: Wrong,
): string[] | undefined {
  const primary = listing?.profile.categories.find((category) => category.primary)?.slug;
  const known = facts.categories.map(({ slug }) => slug);
  const slugs: string[] = [];
  for (const [index, typed] of (categories ?? []).entries()) {
    const folded = typed.trim().toLowerCase();
    const found = facts.categories.find(({ slug, name }) => slug === folded || name.toLowerCase() === folded);
    const key = `categories/${index}`;
    if (!found)
      wrong(
        key,
        "unknown_category",
        joined([t`There is no category "${typed}".`, ...otherCategories(typed, known)], " "),
      );
    else if (found.slug === primary) wrong(key, "duplicate", t`${found.name} is already the primary category.`);
    else if (slugs.includes(found.slug)) wrong(key, "duplicate", t`${found.name} is named twice.`);
    else slugs.push(found.slug);
  }
  return categories?.length ? slugs : undefined;
}

function lineOf(
  item: OrderItem,
  product: Product,
  listing: Listing | undefined,
  week: Week | undefined,
  categories: string[] | undefined,
): Line {
  const about = [listing?.name, week && inWords(week.monday)].filter(Boolean).join(", ");
  return {
    product: product.product,
    listingId: listing?.id ?? null,
    description: about ? `${product.name}: ${about}` : product.name,
    quantity: 1,
    unitPriceCents: item.amountCents ?? product.priceCents,
    discountCents: 0,
    couponCode: null,
    options: {
      ...(week && { week: week.monday }),
      ...(categories && { categories }),
      ...(item.amountCents !== undefined && { amount_cents: item.amountCents }),
    },
  };
}

const inWords = (monday: string): string => `week of ${dayWords(monday)}`;

export function inWeek<L extends Line>(line: L, monday: string): L {
  const { week, ...options } = line.options;
  const before = week === undefined ? line.description : line.description.replace(`, ${inWords(week)}`, "");
  return { ...line, description: `${before}, ${inWords(monday)}`, options: { ...options, week: monday } };
}

/** VAT is rounded once per order, half up, and split so that the lines add up. */
export function withVat(lines: readonly Line[], rateBp: number): { lines: PricedLine[]; totals: Totals } {
  const nets = lines.map(({ unitPriceCents, quantity, discountCents }) => unitPriceCents * quantity - discountCents);
  const netCents = nets.reduce((sum, net) => sum + net, 0);
  const vatCents = shareOf(netCents, rateBp);
  const vats = spread(vatCents, nets);
  return {
    lines: lines.map((line, index) => {
      const [netCents, vatCents] = [given(nets[index]), given(vats[index])];
      return { ...line, netCents, vatCents, totalCents: netCents + vatCents };
    }),
    totals: { netCents, vatCents, totalCents: netCents + vatCents },
  };
}

const GRANTS: Record<string, readonly string[]> = {
  launch: ["story", "milestones", "media", "categories"],
  "story-unlock": ["story", "milestones"],
  "media-unlock": ["media"],
  "extra-categories": ["categories"],
};
export const grantsOf = (product: string): readonly string[] => GRANTS[product] ?? [];
