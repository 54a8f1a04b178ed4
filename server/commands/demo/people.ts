import { PRODUCTS, type Product, REVIEWERS } from "#data/demo/catalogue.ts";
import { logoUrl } from "#data/demo/drawings.ts";
import { seededRandom } from "#data/demo/random.ts";
import { type Calendar, launchOf } from "#data/demo/rows.ts";
import type { Tx } from "#store/store.ts";

const NAMELESS = 61;
const DAY_MS = 24 * 3600_000;
const HOUR_MS = 3600_000;
/** Before every launch. */
const JOINED_DAYS_AGO = 200;

export async function addPeople(tx: Tx, added: ReadonlyMap<string, number>, calendar: Calendar): Promise<void> {
  const people = await accounts(tx, calendar);
  for (const product of PRODUCTS) {
    const listingId = added.get(product.slug);
    if (listingId === undefined) continue;
    await addVotes(tx, listingId, product, [...people.values()], calendar);
    await addReviews(tx, listingId, product, people, calendar);
    // Drawn logos are never fetched, so their hue is set here.
    await tx.listings.setHue(logoUrl(product.slug), product.hue);
  }
}

async function accounts(tx: Tx, { now }: Calendar): Promise<Map<string, string>> {
  const createdAt = new Date(now.getTime() - JOINED_DAYS_AGO * DAY_MS);
  const named = new Map<string, string | null>(Object.entries(REVIEWERS));
  for (let index = 0; index < NAMELESS; index++) named.set(`voter${index}`, null);
  const ids = new Map<string, string>();
  for (const [key, name] of named) {
    const email = `${key}@demo.example`;
    const row = { id: `demo-${key}`, email, name, createdAt, emailVerifiedAt: createdAt, isDemo: true };
    const account = (await tx.accounts.add(row)) ?? (await tx.accounts.findByEmail(email));
    if (account?.isDemo) ids.set(key, account.id);
  }
  return ids;
}

/** Votes over the launch week, more of them early, and followers. */
async function addVotes(tx: Tx, listingId: number, product: Product, people: string[], calendar: Calendar) {
  const random = seededRandom(product.slug);
  const crowd = random.sample(people, people.length);
  const { week, isLive } = launchOf(product, calendar);
  const from = week.startsAt.getTime();
  const spanMs = Math.min(week.endsAt.getTime() - 1, calendar.now.getTime()) - from;
  const at = (share: number) => new Date(from + Math.floor(spanMs * share ** 1.3));
  if (isLive) {
    const voters = crowd.slice(0, product.votes);
    const votes = voters.map((accountId, index) => ({ accountId, at: at((index + random.next()) / voters.length) }));
    await tx.votes.addDemo(listingId, votes);
  }
  const followers = isLive ? Math.floor(product.votes / 3) : random.between(6, 31);
  for (const accountId of crowd.slice(-followers))
    await tx.engagement.follow(accountId, listingId, isLive ? at(1) : calendar.now);
}

async function addReviews(
  tx: Tx,
  listingId: number,
  product: Product,
  people: ReadonlyMap<string, string>,
  calendar: Calendar,
): Promise<void> {
  const from = launchOf(product, calendar).week.startsAt.getTime();
  for (const [index, [by, rating, body]] of product.reviews.entries()) {
    const accountId = people.get(by);
    if (accountId === undefined) continue;
    const due = from + (index + 1) * DAY_MS + (9 + index) * HOUR_MS;
    const at = new Date(Math.min(due, calendar.now.getTime() - (index + 1) * HOUR_MS));
    await tx.reviews.write(accountId, listingId, { rating, title: null, body }, at);
    const review = await tx.reviews.find(accountId, listingId);
    if (review) await tx.reviews.decide(review.id, "published", { by: accountId, at, seenAt: at });
  }
}
