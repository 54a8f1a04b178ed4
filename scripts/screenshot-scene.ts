// Activity in the demo site for screenshots: people who vote, follow and review, a paid listing, figures and awards.

import { hashPassword } from "../core/credentials/passwords.ts";
import { seededRandom } from "../data/demo/random.ts";
import { loadDemo } from "../data/load-demo.ts";
import { weekOf } from "../domain/launch-week.ts";
import type { Listing } from "../domain/listing.ts";
import type { Running } from "../server/app.ts";
import { createVisitor } from "../test/site/world.ts";

export const PEOPLE = {
  count: 12,
  email: (index: number) => `person${index}@people.example`,
  admin: "root@people.example",
  password: "a long boat trip",
};

export type Scene = {
  starId: number;
  memberId: string;
  star: string;
  founder: string;
  voted: string;
  category: string;
  week: string;
  nextWeek: string;
  /** Of a post. */
  url: string;
};

const DAY_MS = 24 * 3600_000;

export async function makeScene({ deps, url }: Running): Promise<Scene> {
  const { store, settings, now, uuid } = deps;
  const at = now();
  const zone = settings.SITE_TIMEZONE;
  await loadDemo(store, { count: 300, now: at, zone });
  const week = weekOf(at, zone);
  const lastWeek = weekOf(at, zone, -1);
  const star = await addStar(deps, lastWeek.startsAt);
  const { rows: ofWeek } = await store.launches.inWindow(week, { offset: 0, limit: 30 });
  const { rows: ofLastWeek } = await store.launches.inWindow(lastWeek, { offset: 0, limit: 10 });
  const launched = ofWeek.map(({ listing }) => listing);
  const before = ofLastWeek.map(({ listing }) => listing).filter(({ id }) => id !== star.id);

  const passwordHash = await hashPassword(PEOPLE.password);
  for (let index = 0; index < PEOPLE.count; index++)
    await store.change((tx) =>
      tx.accounts.add({
        id: uuid(),
        email: PEOPLE.email(index),
        name: `Person ${index}`,
        passwordHash,
        emailVerifiedAt: at,
        createdAt: new Date(at.getTime() - 30 * DAY_MS),
      }),
    );
  await votes(url, [star, ...launched, ...before]);
  const reviewers = await Promise.all([1, 2].map((index) => store.accounts.findByEmail(PEOPLE.email(index))));
  for (const [index, reviewer] of reviewers.entries()) {
    const text = REVIEWS[index]!;
    await store.change((tx) => tx.reviews.write(reviewer!.id, star.id, text, at));
    const [review] = (await store.reviews.pending({ page: 1, perPage: 1 })).items;
    await store.change((tx) =>
      tx.reviews.decide(review!.review.id, "published", { by: reviewer!.id, at, seenAt: review!.review.updatedAt }),
    );
  }
  await figures(deps, [star, ...before, ...launched]);
  await awards(deps, [star, ...before]);
  const [post] = (await store.reading.posts({ now: at }, { page: 1, perPage: 1 })).items;
  await team(deps, passwordHash, star);
  return {
    starId: star.id,
    memberId: reviewers[0]!.id,
    star: star.slug,
    founder: star.profile.founders[0]!.slug,
    voted: before[0]!.slug,
    category: star.profile.categories[0]!.slug,
    week: lastWeek.monday,
    nextWeek: weekOf(at, zone, 1).monday,
    url: `${url}/blog/${post!.slug}`,
  };
}

const REVIEWS = [
  {
    rating: 5,
    title: "No more paper at the pier",
    body: "We moved our whole club over in a weekend. The rules for fair shares settled an old quarrel.",
  },
  { rating: 4, title: null, body: "Does what it says. I would like to see the weather of tomorrow too." },
];

async function votes(url: string, listings: Listing[]): Promise<void> {
  const random = seededRandom("votes");
  for (let index = 0; index < PEOPLE.count; index++) {
    const person = createVisitor(url);
    await person.signIn(PEOPLE.email(index), { password: PEOPLE.password });
    for (const [place, { slug }] of listings.entries()) {
      if (random.next() > 0.9 - place * 0.03) continue;
      await person.post(`/listings/${slug}/vote`, { vote: "on" });
      if (random.next() < 0.3) await person.post(`/listings/${slug}/follow`, { follow: "on" });
    }
  }
}

/** An admin, and what waits for them. */
async function team(deps: Running["deps"], passwordHash: string, star: Listing): Promise<void> {
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

async function awards({ store, settings, now }: Running["deps"], listings: Listing[]): Promise<void> {
  const { monday, startsAt, endsAt } = weekOf(now(), settings.SITE_TIMEZONE, -1);
  const given = listings.slice(0, 3).map(({ id }, index) => ({
    id: `scene-award-${index}`,
    kind: "launch_of_the_week" as const,
    place: index + 1,
    week: monday,
    listingId: id,
    votes: 10 - 2 * index,
    tied: false,
    startsAt,
    endsAt,
    reachedAt: endsAt,
    awardedAt: now(),
  }));
  await store.change((tx) => tx.awards.give(monday, given as never, now()));
}

/** One listing with everything. */
const addStar = ({ store }: Running["deps"], launchedAt: Date): Promise<Listing> =>
  store.change((tx) =>
    tx.listings.add(
      {
        url: "https://tidepool.example/",
        domain: "tidepool.example",
        siteKey: "tidepool.example",
        status: "live",
        plan: "launch",
        launchedAt,
        launchWeek: launchedAt.toISOString().slice(0, 10),
        claimedMethod: "dns",
        unlocked: ["story", "milestones", "media"],
        evidenceCheckedAt: launchedAt,
      },
      {
        name: "Tidepool",
        tagline: "Shared calendars for boat clubs",
        stage: "growing",
        pricingModel: "subscription",
        country: "NO",
        logoUrl: null,
        profile: {
          shortDescription: "Boats, berths and lessons in one calendar.",
          description:
            "Tidepool lets the members of a boat club book boats, berths and lessons in one calendar. Nobody has to keep a paper list at the pier any more.\n\nRules of the club decide how often one member may book at weekends, and everybody sees them.",
          headline: "One calendar for the whole club",
          summary: null,
          features: [
            "Tide and weather beside every booking",
            "Fair shares at weekends",
            "Works on the pier, without a network",
          ],
          usps: ["The only calendar that knows the tide"],
          keywords: ["boats", "clubs"],
          tags: ["boats", "clubs", "booking"],
          pricingSummary: "$49 a month for a whole club, 30 days free",
          city: "Bergen",
          foundedYear: 2022,
          contactEmail: "crew@tidepool.example",
          demoVideoUrl: "https://video.example/tidepool",
          faqs: [
            { question: "Is there a free trial?", answer: "Yes, for 30 days." },
            { question: "Can guests book?", answer: "If your club lets them." },
          ],
          socials: { github: "https://github.com/tidepool", x: "https://x.com/tidepool" },
          story: {
            title: "A paper list that got wet",
            why_started: "The list at the pier was lost in a storm.",
            whats_next: "Lessons for beginners.",
          },
          milestones: [{ id: 1, date: "2024-05-01", title: "First hundred clubs", description: null, url: null }],
          seo: { title: null, description: null },
          notFound: [],
          evidence: {},
        },
      },
      {
        categories: [{ slug: "appointment-scheduling", name: "Appointment scheduling", primary: true }],
        founders: [{ name: "Mara Lind", title: "Founder", bio: "Sails since she was four." }],
        founderSocials: { github: "https://github.com/maralind" },
        ownerId: null,
      },
      { accountId: null, client: "scene" },
      launchedAt,
    ),
  );
