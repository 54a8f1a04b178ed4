import { editDraft } from "#domain/drafts/edit-draft.ts";
import type { Listing, ListingCategory } from "#domain/listings/listing.ts";
import { EXTRA_CATEGORIES, grant, withdraw } from "#domain/orders/fulfil.ts";
import { endedCents, keptOf, type Order, type OrderLine, wantedOfLine } from "#domain/orders/order.ts";
import { grantsOf } from "#domain/orders/quote.ts";
import { given } from "#domain/text/given.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { holdForReview } from "../drafts/submissions.ts";
import { tellRivals } from "../listings/websites.ts";
import { thisWeek } from "./price.ts";

type Needs = Pick<Deps, "settings" | "now">;

/**
 * Brings a line to its target state, fulfilled or revoked. Safe to repeat in any order. Throws if
 * it cannot be fulfilled yet.
 */
export async function settleLine(tx: Tx, lineId: string, deps: Needs): Promise<void> {
  const order = await tx.orders.findByLine(lineId);
  const line = order?.lines.find(({ id }) => id === lineId);
  if (!order || !line) throw new Error(`There is no order line ${lineId}.`);
  const wanted = wantedOfLine(order, line);
  const now = deps.now();
  if (wanted === "fulfilled") {
    if (line.product === "billboard") await contribute(tx, order, line, now);
    if (line.fulfilledAt) return;
    await fulfil(tx, order, line, deps);
    const listing = line.listingId === null ? undefined : await tx.listings.find(line.listingId);
    if (listing) await tellRivals(tx, listing, now);
    await tx.orders.saveLine({ ...line, fulfilledAt: now, reversedAt: null });
  }
  if (wanted === "reversed") {
    await tx.orders.freeSlot(line.id);
    if (!line.fulfilledAt) return;
    await takeBack(tx, order, line, deps);
    await tx.orders.saveLine({ ...line, fulfilledAt: null, reversedAt: now });
  }
}

/** The billboard counts net revenue after refunds, per line. */
async function contribute(tx: Tx, order: Order, line: OrderLine, now: Date): Promise<void> {
  const all = order.totalCents - endedCents(order);
  const kept = keptOf(order, await tx.orders.payments(order.id));
  const cents = all > 0 ? Math.floor((line.netCents * kept) / all) : 0;
  if (cents > 0) await tx.figures.contribute(line.id, given(line.listingId), cents, line.fulfilledAt ?? now);
  else await tx.figures.refundContribution(line.id, now);
}

async function listingOf(tx: Tx, { listingId, id }: OrderLine): Promise<Listing> {
  const listing = listingId === null ? undefined : await tx.listings.find(listingId);
  if (!listing) throw new Error(`The listing of order line ${id} no longer exists.`);
  return listing;
}

const authorOf = ({ accountId, number }: Order) => ({ accountId, client: `order ${number}` });

async function fulfil(tx: Tx, order: Order, line: OrderLine, deps: Needs): Promise<void> {
  if (grantsOf(line.product).length === 0) return;
  const listing = await listingOf(tx, line);
  if (listing.status === "suspended" || listing.status === "removed" || listing.status === "rejected")
    throw new Error(`The listing of order line ${line.id} is ${listing.status}.`);
  const extra = await extraCategories(tx, listing, line, deps.now());
  const { shape } = await tx.site.get();
  const terms = grant(listing, line, {
    ...{ now: deps.now(), extra },
    week: shape.launches ? thisWeek(deps) : undefined,
    isReviewed: shape.submission === "review",
  });
  await tx.listings.setTerms(listing, terms, authorOf(order), deps.now());
  if (terms.status === "scheduled" && listing.status !== "scheduled") await holdForReview(tx, listing.id, deps);
  // From now on the listing itself holds its place in the calendar.
  if (line.product === "launch") await tx.orders.freeSlot(line.id);
}

/**
 * The purchased categories, or those in the draft that the plan now allows. Updates the draft too.
 */
async function extraCategories(tx: Tx, listing: Listing, line: OrderLine, now: Date): Promise<ListingCategory[]> {
  if (!grantsOf(line.product).includes("categories")) return [];
  const all = await tx.reference.categoryNames();
  const draft = await tx.drafts.findByListing(listing.id);
  const waiting = [draft?.content.fields.categories?.value ?? []].flat();
  const primary = listing.profile.categories.find((category) => category.primary);
  const had = listing.profile.categories.map(({ slug }) => slug);
  const wanted = line.options.categories ?? [...had, ...waiting];
  const named = wanted.flatMap((wish) => all.find(({ slug, name }) => slug === wish || name === wish) ?? []);
  const extra = [...new Set(named)]
    .filter(({ slug }) => slug !== primary?.slug)
    .slice(0, EXTRA_CATEGORIES)
    .map(({ slug, name }) => ({ slug, name, primary: false }));
  if (draft && line.options.categories) {
    const names = [...(primary ? [primary] : []), ...extra].map(({ name }) => name);
    const content = editDraft(draft.content, { fields: { categories: names } }, now);
    await tx.drafts.save({ ...draft, content, updatedAt: now });
  }
  return extra;
}

async function takeBack(tx: Tx, order: Order, line: OrderLine, deps: Needs): Promise<void> {
  const now = deps.now();
  if (line.product === "billboard") return tx.figures.refundContribution(line.id, now);
  if (grantsOf(line.product).length === 0) return;
  const listing = await listingOf(tx, line);
  const others = await tx.orders.paidLinesOf(listing.id, line.id);
  await tx.listings.setTerms(listing, withdraw(listing, line, others), authorOf(order), now);
}
