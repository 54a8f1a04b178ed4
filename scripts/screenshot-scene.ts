// What the demo site lacks for screenshots: accounts to sign in with, figures, and work for admins.

import { hashPassword } from "../core/credentials/passwords.ts";
import { weekOf } from "../domain/launches/launch-week.ts";
import type { Listing } from "../domain/listings/listing.ts";
import type { Running } from "../server/app.ts";
import { loadProducts } from "../server/commands/demo/load.ts";
import { type CollectionScene, makeCollections } from "./screenshot-collections.ts";
import { reportSomething } from "./screenshot-reports.ts";
import { talk } from "./screenshot-talk.ts";

export const PEOPLE = {
  count: 4,
  email: (index: number) => `person${index}@people.example`,
  admin: "root@people.example",
  password: "a long boat trip",
};

export type Scene = {
  starId: number;
  memberId: string;
  collection: CollectionScene;
  /** The first comment of a talk on the star. */
  thread: string;
  star: string;
  founder: string;
  voted: string;
  /** A listing before its launch. */
  coming: string;
  category: string;
  week: string;
  nextWeek: string;
  /** Of a post. */
  url: string;
};

/** Of the demo. */
const COMING = "nightferry";

const DAY_MS = 24 * 3600_000;

export async function makeScene({ deps, url }: Running): Promise<Scene> {
  const { store, settings, now, uuid } = deps;
  const at = now();
  const zone = settings.SITE_TIMEZONE;
  await loadProducts(store, { now: at, zone });
  const [star, other] = [await live(deps, "kelpline"), await live(deps, "ebbkeeper")];
  const { rows } = await store.launches.inWindow(weekOf(at, zone), { offset: 0, limit: 30 });

  const passwordHash = await hashPassword(PEOPLE.password);
  const ids = Array.from({ length: PEOPLE.count }, uuid);
  const createdAt = new Date(at.getTime() - 30 * DAY_MS);
  await store.change(async (tx) => {
    for (const [index, id] of ids.entries()) {
      const row = { id, email: PEOPLE.email(index), name: `Person ${index}` };
      await tx.accounts.add({ ...row, passwordHash, emailVerifiedAt: at, createdAt });
    }
  });
  const launched = await Promise.all(rows.map(({ listing }) => live(deps, listing.slug)));
  await figures(deps, [other, ...launched]);
  const [post] = (await store.posts.published({ now: at }, { page: 1, perPage: 1 })).items;
  const admin = await team(deps, passwordHash, star);
  await maker(deps, star, other);
  const collection = await makeCollections({ deps }, ids[0]!);
  await reportSomething(deps, { star, other, author: PEOPLE.email(0), admin });
  const thread = await talk(deps, star.id, [0, 1, 2].map(PEOPLE.email));
  return {
    collection,
    starId: star.id,
    memberId: ids[1]!,
    thread,
    star: star.slug,
    founder: star.profile.founders[0]!.slug,
    voted: other.slug,
    coming: COMING,
    category: star.profile.categories[0]!.slug,
    week: weekOf(at, zone, -1).monday,
    nextWeek: weekOf(at, zone, 1).monday,
    url: `${url}/blog/${post!.slug}`,
  };
}

async function live({ store }: Running["deps"], slug: string): Promise<Listing> {
  const listing = await store.listings.findLive(slug);
  if (!listing) throw new Error(`The demo has no ${slug}.`);
  return listing;
}

/** The first founder of a listing, with a profile, and what they think of another product. */
async function maker({ store, now }: Running["deps"], star: Listing, other: Listing): Promise<void> {
  const at = now();
  const { id: accountId } = (await store.accounts.findByEmail(PEOPLE.email(2)))!;
  const { name, slug } = star.profile.founders[0]!;
  await store.change(async (tx) => {
    await tx.accounts.setName(accountId, name);
    await tx.listings.addEditor(star.id, accountId, at);
    await tx.profiles.takeHandle(accountId, slug, at);
    const bio = "I grew up on a harbour wall and now build small tools for people who work outside.";
    const links = ["https://aldabe.example/", "https://code.example/ines"];
    const shows = ["products", "reviews", "comments"] as const;
    await tx.profiles.save({ accountId, handle: slug, isPublic: true, bio, links, shows: [...shows] }, at);
    await tx.reviews.write(accountId, other.id, { rating: 5, title: "Calm", body: "It says when, and is quiet." }, at);
    const review = (await tx.reviews.find(accountId, other.id))!;
    await tx.reviews.decide(review.id, "published", { by: accountId, at, seenAt: review.updatedAt });
    for (const founder of await tx.profiles.knownFounders(accountId))
      if (founder.slug === slug) await tx.profiles.addFounder(accountId, founder.id, at);
  });
}

/** An admin, and what waits for them. */
async function team(deps: Running["deps"], passwordHash: string, star: Listing): Promise<string> {
  const { store, now, uuid } = deps;
  const root = uuid();
  const at = now();
  const facts = { passwordHash, emailVerifiedAt: at, createdAt: at };
  await store.change(async (tx) => {
    await tx.accounts.add({ id: root, email: PEOPLE.admin, name: "Ruth", isAdmin: true, ...facts });
    const [doubted] = (await tx.votes.listAll({ counted: true }, { page: 1, perPage: 1 })).items;
    if (doubted) await tx.votes.rule(doubted.vote.id, "not_counted", { network: 20, newAccounts: 100 });
    const writer = await tx.accounts.findByEmail(PEOPLE.email(3));
    await tx.reviews.write(writer!.id, star.id, { rating: 3, title: null, body: "Good, but slow at noon." }, at);
    await tx.jobs.add({ id: "scene-job", kind: "crawl-site", payload: { draftId: "x" }, runAt: at, createdAt: at });
    await tx.jobs.claim("crawl-site", "scene", at, 1);
    const lastError = "The site did not answer within 10 seconds.";
    await tx.jobs.settle("scene-job", "scene", { state: "failed", finishedAt: at, lastError });
    await tx.audit.add({
      at,
      accountId: root,
      action: "vote.rule",
      kind: "vote",
      objectId: String(doubted?.vote.id),
      name: star.name,
      before: { counted: true },
      after: { counted: false, reason: "site team" },
    });
    const entry = { at, accountId: root, kind: "listing" as const, objectId: String(star.id), name: star.name };
    await tx.audit.add({
      ...entry,
      action: "listing.moderate",
      before: { status: "live" },
      after: { status: "suspended", reason: "It copied the texts of another product." },
    });
    await tx.audit.add({
      ...entry,
      action: "listing.moderate",
      before: { status: "suspended", reason: "It copied the texts of another product." },
      after: { status: "live" },
    });
  });
  return root;
}

async function figures({ store, now }: Running["deps"], listings: Listing[]): Promise<void> {
  const at = now();
  await store.change(async (tx) => {
    for (const [index, { id }] of listings.slice(0, 12).entries()) {
      for (let weeks = 12; weeks >= 0; weeks--) {
        const checkedAt = new Date(at.getTime() - weeks * 7 * DAY_MS);
        const value = Math.max(1, 52 - index * 4 - Math.round(weeks * 0.8 + 3 * Math.sin(weeks + index)));
        const date = checkedAt.toISOString().slice(0, 10);
        await tx.figures.saveRating({ listingId: id, date, value, source: "Open PageRank", checkedAt });
      }
      if (index % 3 === 1) await tx.figures.contribute(`scene-${id}`, id, 25_000 - index * 1500, at);
    }
  });
}
