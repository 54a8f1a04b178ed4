import { conflict, invalid } from "#core/errors/errors.ts";
import type { Settings } from "#core/settings/config.ts";
import {
  type Buyer,
  type NumberCheck,
  rateOn,
  readBuyer,
  readCountry,
  type Seller,
  type Vat,
  vatOf,
} from "#domain/invoices/vat.ts";
import { dateOf, weekOf, weekOfDay } from "#domain/launches/launch-week.ts";
import {
  type Line,
  type OrderItem,
  type PricedLine,
  priceItems,
  type QuoteFacts,
  type SlotKind,
  type Totals,
  withVat,
} from "#domain/orders/quote.ts";
import type { Fault } from "#domain/text/fault.ts";
import { given } from "#domain/text/given.ts";
import { t } from "#languages/words.ts";
import type { Reads } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { onSale } from "./on-sale.ts";

export type Asked = {
  items: OrderItem[];
  billingCountry: string | null;
  vatNumber: string | null;
  address?: string | null;
  /** Price quote only, so the listing may be missing. */
  mayLackListing?: boolean;
};
export type Price = { lines: PricedLine[]; totals: Totals; vat: Vat };

export type Sources = {
  products: Reads["products"];
  listings: Pick<Reads["listings"], "findOwned">;
  launches: Pick<Reads["launches"], "rooms">;
  reference: Pick<Reads["reference"], "categoryNames" | "countries">;
  orders: Pick<Reads["orders"], "paidLinesOf" | "countSlots" | "vatRates">;
  weekWaits: Pick<Reads["weekWaits"], "hasOffer">;
  site: Reads["site"];
};

export const sellerOf = ({ SELLER_COUNTRY, VAT_MODE }: Settings): Seller => ({
  country: SELLER_COUNTRY ?? null,
  mode: VAT_MODE,
});

export const CURRENCY = "USD";

export const dayOfSupply = (at: Date, { SITE_TIMEZONE }: Pick<Settings, "SITE_TIMEZONE">): string =>
  dateOf(at, SITE_TIMEZONE);

/** Identifies the buyer, asking VIES if needed. Uses the network, so it precedes any change. */
export async function identifyBuyer(
  typed: Omit<Asked, "items" | "mayLackListing">,
  { store, settings, checkVatNumber, now }: Pick<Deps, "store" | "settings" | "checkVatNumber" | "now">,
): Promise<{ buyer: Buyer; check: NumberCheck | undefined }> {
  const rates = await store.orders.vatRates();
  const day = dayOfSupply(now(), settings);
  const buyer = readBuyer(typed, sellerOf(settings), (country) => rateOn(rates, country, day) !== undefined);
  const check =
    buyer.numberStatus === "to_check" && buyer.vatNumber ? await checkVatNumber(buyer.vatNumber) : undefined;
  return { buyer, check };
}

export type Clock = Pick<Deps, "settings" | "now">;

export type Rooms = Pick<Sources, "launches"> & { orders: Pick<Reads["orders"], "countSlots"> };

export async function roomsIn(
  sources: Rooms,
  kind: SlotKind,
  mondays: readonly string[],
  { settings: { FEATURED_PER_WEEK, WEEK_CAPACITY }, now }: Clock,
): Promise<number[]> {
  if (!mondays.length) return [];
  if (kind === "featured")
    return (await sources.orders.countSlots(kind, mondays, now())).map((taken) => FEATURED_PER_WEEK - taken);
  const rooms = await sources.launches.rooms(mondays, WEEK_CAPACITY, now());
  return rooms.map(({ booked, capacity }) => capacity - booked);
}

export async function roomIn(sources: Rooms, kind: SlotKind, monday: string, deps: Clock): Promise<number> {
  const [room] = await roomsIn(sources, kind, [monday], deps);
  return given(room);
}

async function readFacts(
  { items, mayLackListing }: Pick<Asked, "items" | "mayLackListing">,
  accountId: string,
  sources: Sources,
  deps: Clock,
): Promise<QuoteFacts> {
  const { settings, now } = deps;
  const zone = settings.SITE_TIMEZONE;
  const ids = [...new Set(items.flatMap(({ listingId }) => listingId ?? []))];
  const found = await Promise.all(ids.map((id) => sources.listings.findOwned(id, accountId)));
  const listings = found.filter((listing) => listing !== undefined);
  const launched = new Set<number>();
  for (const { id } of listings)
    if ((await sources.orders.paidLinesOf(id)).some(({ product }) => product === "launch")) launched.add(id);
  const mondays = items.flatMap(({ week }) => (week === undefined ? [] : (weekOfDay(week, zone)?.monday ?? [])));
  const places = {
    launch: await roomsIn(sources, "launch", mondays, deps),
    featured: await roomsIn(sources, "featured", mondays, deps),
  };
  const offered = new Set<string>();
  for (const { id } of listings)
    for (const monday of mondays)
      if (await sources.weekWaits.hasOffer(id, monday, now())) offered.add(`${id} ${monday}`);
  return {
    products: await onSale(sources),
    listings,
    launched,
    categories: await sources.reference.categoryNames(),
    isOffered: (listingId, monday) => offered.has(`${listingId} ${monday}`),
    room: (kind, monday) => places[kind][mondays.indexOf(monday)] ?? 0,
    mayLackListing,
    lacksWeeks: !(await sources.site.get()).shape.launches,
    now: now(),
    zone,
  };
}

/** The current price of items. Throws `order_item_invalid` with all faults of all items. */
export async function priceOf(
  asked: Asked,
  accountId: string,
  { buyer, check }: { buyer: Buyer; check: NumberCheck | undefined },
  sources: Sources,
  deps: Pick<Deps, "settings" | "now">,
): Promise<Price> {
  const facts = await readFacts(asked, accountId, sources, deps);
  const { lines, faults } = priceItems(asked.items, facts);
  const country = await countryFault(asked.billingCountry, sources);
  if (faults.length) {
    const all = country ? [...faults, country] : faults;
    const detail =
      all[0] && all.length === 1 ? all[0].detail : t`${all.length} parts of the order are invalid. Nothing was saved.`;
    throw conflict("order_item_invalid", detail, all);
  }
  if (country) throw invalid([country]);
  return withBuyer(lines, { buyer, check }, sources, deps);
}

async function countryFault(
  typed: string | null,
  { reference }: Pick<Sources, "reference">,
): Promise<Fault | undefined> {
  if (typed === null) return undefined;
  const code = readCountry(typed);
  if ((await reference.countries()).some((country) => country.code === code)) return undefined;
  return { pointer: "/billing_country", code: "enum", detail: t`"${typed}" is not an ISO country code.` };
}

export async function withBuyer(
  lines: readonly Line[],
  { buyer, check }: { buyer: Buyer; check: NumberCheck | undefined },
  sources: Pick<Sources, "orders">,
  { settings, now }: Pick<Deps, "settings" | "now">,
  day = dayOfSupply(now(), settings),
): Promise<Price> {
  const vat = vatOf(buyer, check, sellerOf(settings), await sources.orders.vatRates(), day);
  return { ...withVat(lines, vat.rateBp), vat };
}

export const thisWeek = ({ settings, now }: Pick<Deps, "settings" | "now">) => weekOf(now(), settings.SITE_TIMEZONE);
