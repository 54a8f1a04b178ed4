import { addToCollection, setNote } from "../../actions/community/collection-items.ts";
import { createCollection, setSaved } from "../../actions/community/collections.ts";
import type { Deps } from "../../actions/context.ts";
import { startBulk } from "../../actions/moderation/bulk.ts";
import { addChannel } from "../../actions/notifications/channels.ts";
import { addEndpoint, changeEndpoint, rotateSecret, sendTest } from "../../actions/notifications/webhook-endpoints.ts";
import { addStatement } from "../../actions/orders/statements.ts";
import { saveField } from "../../actions/site/own-fields.ts";
import { mintToken, type TokenKind } from "../../core/credentials/tokens.ts";
import { loadDemo } from "../../data/load-demo.ts";
import { collectionPath } from "../../domain/community/collection.ts";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { ALTERNATIVE_TO } from "../../domain/listings/alternative-to.ts";
import { digestSettingsLink, UNSUBSCRIBE_KEY, unsubscribeLink } from "../../mail/unsubscribe.ts";
import { BILLING, openShopFront } from "../helpers/shop-front.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createVisitor, type Visitor } from "../site/world.ts";
import { reportSomething } from "./reports-scene.ts";

/** A Debut in which every page has something to show, and the addresses that only its data tells. */
export async function createScene(settingsOf: Record<string, string> = {}) {
  const website = await createWebsite({ ...ACME });
  const account = { BANK_IBAN: "DE02120300000000202051", BANK_BIC: "BYLADEM1001" };
  const site = { SITE_TIMEZONE: "Europe/Berlin", SITE_LANGUAGES: "de" };
  const env = { ...site, OUTBOUND_RESOLVE: website.resolve("acme.test") };
  const world = await openShopFront({ ...env, ...account, ...settingsOf });
  const { settings, store, now, random, uuid } = world.deps;
  await loadDemo(store, { count: 60, now: now(), zone: settings.SITE_TIMEZONE });
  const [people, visitor] = [{ ann: await world.account("ann") }, createVisitor(world.baseUrl)];
  const answered = (listingId: number, by: string) =>
    store.change(async (tx) => {
      const { items } = await tx.reviews.pending({ page: 1, perPage: 1 });
      const review = items[0]!.review;
      if (review.listingId !== listingId) throw new Error("Another review waits.");
      await tx.reviews.decide(review.id, "published", { by, at: now(), seenAt: review.updatedAt });
      await tx.reviews.answer(review, "Thank you. It does more now.", by, now());
      const saved = (await tx.reviews.findById(review.id))!.review;
      await tx.reviews.decideAnswer(review.id, "published", saved.answeredAt!);
    });
  const [ann, bo, root] = [await world.signedIn("ann"), await world.signedIn("bo"), await world.signedIn("root")];

  await store.change((tx) => saveField(tx, ALTERNATIVE_TO));
  const faq = { slug: "p/faq", title: "Questions", markdown: "## Why?\n\nBecause.", updatedAt: now() } as const;
  await store.change((tx) => tx.sitePages.save(faq));
  const listing = await world.listing("Acme Books", {
    ownerId: people.ann.id,
    plan: "launch",
    unlocked: ["story", "milestones", "media"],
    category: "accounting",
    content: { pricingModel: "freemium", country: "DE", stage: "mvp" },
    profile: {
      description: "Reads invoices and books them.",
      features: ["Imports", "Exports"],
      foundedYear: 2021,
      evidence: {
        features: [
          { quote: "It imports invoices.", url: "https://acme-books.example/" },
          { quote: "It exports books.", url: "https://acme-books.example/", goneAt: now().toISOString() },
        ],
        founded_year: [{ quote: "Since 2021", url: "https://acme-books.example/about", goneAt: now().toISOString() }],
      },
      faqs: [{ question: "Is it free?", answer: "For one book." }],
      attributes: { alternative_to: ["Shoebox Pro"] },
      story: { title: "A shoebox", why_started: "It was full." },
      milestones: [{ id: 1, date: "2026-01-01", title: "First book", description: null, url: null }],
    },
  });
  const monday = weekOf(now(), settings.SITE_TIMEZONE, 1).monday;
  const soon = { launchedAt: null, launchWeek: monday, plan: "free" } as const;
  const coming = await world.listing("Nightferry", { ...soon, status: "awaiting_badge", ownerId: people.ann.id });
  const last = weekOf(now(), settings.SITE_TIMEZONE, -2);
  const winner = await world.listing("Octavo", {
    launchedAt: last.startsAt,
    launchWeek: last.monday,
    ownerId: people.ann.id,
  });
  const given = { listingId: winner.id, votes: 31, tied: false, awardedAt: last.endsAt };
  await store.change(async (tx) => {
    const award = { ...given, ...last, place: 1, id: `launch-of-the-week-${last.monday}-1` } as const;
    const { monday: week, ...rest } = award;
    await tx.awards.give(week, [{ ...rest, week, kind: "launch_of_the_week", reachedAt: last.endsAt }], last.endsAt);
    const { listingId, votes, tied } = given;
    const place = { listingId, votes, tied, place: 1, awardId: award.id } as const;
    await tx.trophies.give(last.monday.slice(0, 7), [place], last.endsAt);
  });
  await ann.get("/account/profile");
  const links = "https://ann.example\nhttps://code.example/ann";
  const shows = ["products", "reviews", "comments", "votes"];
  await ann.post("/account/profile", { handle: "ann-abel", bio: "I book things.", links, shows, public: "on" });
  await bo.get("/account/profile");
  await bo.post("/account/profile", { handle: "bo-berg", shows, public: "on" });
  const guest = createVisitor(world.baseUrl);
  await guest.get(`/listings/${coming.slug}`);
  await guest.post(`/listings/${coming.slug}/tell-me`, { email: "sam@post.example" });
  for (const email of ["sam@post.example", "kim@post.example"]) {
    await guest.get("/digest");
    await guest.post("/digest", { email, category: ["finance", "accounting"] });
  }
  const other = await world.listing("Boat Club");
  const untagged = { action: { do: "remove_tags" as const, tags: ["old"] }, ids: [other.id], by: people.ann.id };
  await store.change((tx) => startBulk(tx, untagged, { ...world.deps, began: () => undefined }));
  const text = { title: "Tools for the office", description: "What *we* use.", isPublic: true };
  const made = await createCollection({ accountId: people.ann.id, ...text }, world.deps);
  if (typeof made === "string") throw new Error(made);
  for (const { id: listingId } of [listing, other, winner]) {
    await addToCollection({ accountId: people.ann.id, id: made.id, listingId }, world.deps);
    await setSaved({ accountId: people.ann.id, listingId, isWanted: true }, world.deps);
  }
  await setNote({ accountId: people.ann.id, id: made.id, listingId: other.id, note: "For rowing" }, world.deps);
  const { collection } = (await store.collections.find(made.id))!;
  await world.account("eve", { verified: false });
  const eve = await world.signedIn("eve");
  await eve.get(`/listings/${listing.slug}`);
  await eve.post(`/listings/${listing.slug}/vote`, { vote: "on" });
  await bo.get(`/listings/${listing.slug}`);
  await bo.post(`/listings/${listing.slug}/vote`, { vote: "on" });
  await bo.post(`/listings/${listing.slug}/follow`, { follow: "on" });
  await bo.post(`/listings/${listing.slug}/review`, { rating: "4", title: "", body: "Good." });
  await answered(listing.id, people.ann.id);
  await world.as("ann").post(`/me/listings/${listing.id}/updates`, { body: { title: "New", body: "We export more." } });
  await world.as("bo").post("/claims", { body: { slug: other.slug, method: "email", email: "bo@boat-club.example" } });
  await world.as("bo").post("/claims", { body: { slug: other.slug, method: "dns" } });
  const thread = await talkOf(world.deps, listing.id, { asker: (await world.account("bo")).id, maker: people.ann.id });
  const { body: draft } = await world.as("ann").post("/drafts", { body: { url: "https://acme.test/" } });
  await world.drain();
  await world.as("ann").post(`/drafts/${draft.id}/invites`, { body: { email: "bo@people.example" } });

  const hook = { url: "https://acme.test/", types: ["order.paid" as const], categories: [] };
  const endpoint = await addEndpoint(people.ann, hook, world.deps);
  if (typeof endpoint === "string") throw new Error(endpoint);
  await sendTest(people.ann.id, endpoint.id, world.deps);
  await world.drain();
  await changeEndpoint(people.ann.id, endpoint.id, { ...hook, url: "https://acme.test/missing" }, world.deps);
  await rotateSecret(people.ann.id, endpoint.id, world.deps);
  await sendTest(people.ann.id, endpoint.id, world.deps);
  await world.drain();

  const token = async (kind: TokenKind) => {
    const { token, ...row } = mintToken(kind, now(), random);
    const { id: accountId, email } = people.ann;
    await store.change((tx) => tx.accounts.addToken({ ...row, accountId, email }));
    return token;
  };
  const at = now();
  const key = await store.change(async (tx) => {
    for (const [index, date] of ["2026-09-07", "2026-10-05", "2026-11-02"].entries())
      await tx.figures.saveRating({ listingId: listing.id, date, value: 20 + index, source: "Test", checkedAt: at });
    await tx.figures.contribute("line-1", listing.id, 5000, at);
    const stated = { stated: "2019", evidence: [{ quote: "Since 2019", url: "https://acme-books.example/about" }] };
    const suggestion = { listingId: listing.id, foundAt: at };
    await tx.factChecks.suggest({ ...suggestion, field: "founded_year", published: "2021", ...stated });
    const exports = { published: ["Imports", "Exports"], stated: null, evidence: [] };
    await tx.factChecks.suggest({ ...suggestion, field: "features", ...exports });
    await tx.pushSubscriptions.save({
      ...{ id: "phone", accountId: people.ann.id, endpoint: "https://push.test/phone", p256dh: "", auth: "" },
      ...{ browser: "Mozilla/5.0 (Android 16; Mobile) Firefox/150.0", sessionHash: "", createdAt: at },
    });
    await tx.jobs.add({ id: "lost", kind: "crawl-nothing", payload: {}, runAt: at, createdAt: at });
    await tx.jobs.claim("crawl-nothing", "test", at, 1);
    await tx.jobs.settle("lost", "test", { state: "failed", finishedAt: at, lastError: "It did not answer." });
    return tx.secrets.keep(UNSUBSCRIBE_KEY, random(32).toString("base64url"));
  });
  const paid = await world.sell("stripe");
  const [invoice] = await store.invoices.ofOrder(paid.number);
  const transfer = await world.order();
  await world.begin(ann, transfer.path, "manual");
  const arrived = { bookedOn: "2026-11-24", amountCents: 11_900, currency: "EUR", payer: "Acme Books GmbH" };
  await store.change(async (tx) => {
    // In euros, so that its page has the code for banking apps.
    await tx.orders.save({ ...(await tx.orders.find(transfer.number))!, currency: "EUR" });
    const lines = [
      { ...arrived, reference: transfer.number },
      { ...arrived, reference: "Rent", payer: "Nobody" },
    ];
    await addStatement(tx, lines, at);
  });
  const held = async (weeksAhead: number) => {
    const week = weekOf(now(), settings.SITE_TIMEZONE, weeksAhead).monday;
    const listingId = await world.newListing("draft");
    const { number, path } = await world.order([{ product: "launch", listing_id: listingId, week }]);
    await ann.get(path);
    await ann.post(`${path}/billing`, BILLING);
    await store.change((tx) => tx.launches.setCapacity(week, 0));
    const { totalCents } = await world.find(number);
    await root.get(`/admin/orders/${number}`);
    await root.post(`/admin/orders/${number}/paid`, { amount: (totalCents / 100).toFixed(2) });
    return number;
  };
  const [choosing, leaving] = [await held(11), await held(12)];
  await ann.get(`/account/orders/${leaving}`);
  await ann.post(`/account/orders/${leaving}/money-back`, { holder: "Acme", account: "DE02120300000000202051" });
  const desk = await reportSomething(world, { listing, other, ann, bo, root });
  const mailed = async (path: string) => {
    const { items } = await store.mails.list({ page: 1, perPage: 100 });
    const link = items.flatMap(({ text }) => text.split(/\s/)).find((word) => word.startsWith(`${world.url}/${path}?`));
    return link!.slice(world.url.length);
  };
  const confirmed = await mailed("digest/confirm");
  const digestToken = new URL(world.url + confirmed).searchParams.get("token")!;
  await guest.get(confirmed);
  await guest.post("/digest/confirm", { token: digestToken });
  const reader =
    (await store.digests.ofAddress("kim@post.example")) ?? (await store.digests.ofAddress("sam@post.example"));
  const linkOn = async (reader: Visitor, path: string, link: string) =>
    new RegExp(`href="(${link})"`).exec((await reader.get(path)).text)![1]!;
  const register = await fetch(`${world.url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Helper", redirect_uris: ["https://client.example/callback"] }),
  });
  const asked = new URLSearchParams({
    client_id: ((await register.json()) as { client_id: string }).client_id,
    redirect_uri: "https://client.example/callback",
    response_type: "code",
    code_challenge: "c".repeat(43),
    code_challenge_method: "S256",
    scope: "account:read listings:write",
    resource: `${world.url}/mcp`,
    state: uuid(),
  });

  const telegram = { gets: ["launches" as const], language: "", server: null, account: "@launches", secret: "1:a" };
  const channelId = await addChannel("telegram", telegram, world.deps);

  return {
    ...world,
    listing,
    other,
    coming,
    winner,
    annId: people.ann.id,
    paid: paid.number,
    choosing,
    leaving,
    addresses: {
      ...desk,
      award: `/awards/launch-of-the-month-${last.monday.slice(0, 7)}-1`,
      alternatives: `/listings/${listing.slug}/alternatives`,
      authorize: `/oauth/authorize?${asked}`,
      checkout: (await world.order()).path,
      collection: collectionPath(collection),
      ownCollection: `/account/collections/${collection.id}`,
      transfer: transfer.path,
      claim: await mailed("claim"),
      draft: `/drafts/${draft.id}`,
      thread: `/listings/${listing.slug}/comments/${thread.question}`,
      ownComment: `/listings/${listing.slug}/comments/${thread.answer}/edit`,
      adminComment: `/admin/comments/${thread.question}`,
      founder: await linkOn(visitor, "/founders", '/founders/[^"?]+'),
      invite: await mailed("invite"),
      invoice: `/invoices/${invoice!.token}`,
      mail: await linkOn(root, "/admin/outbox", '/admin/outbox/[^"?]+'),
      post: await linkOn(visitor, "/blog", '/blog/[^"?]+'),
      channel: `/admin/channels/${channelId}`,
      adminPost: await linkOn(root, "/admin/blog", '/admin/blog/(?!new)[^"?]+'),
      tellMe: await mailed("tell-me"),
      digestConfirm: confirmed,
      digestSettings: digestSettingsLink(settings, key, reader!.id).slice(world.url.length),
      reset: `/reset?token=${await token("reset")}`,
      revoke: await linkOn(ann, "/account", '/account/keys/[^"]+/revoke'),
      unsubscribe: unsubscribeLink(settings, key, { accountId: people.ann.id, listingId: listing.id }).slice(
        world.url.length,
      ),
      webhook: `/account/webhooks/${endpoint.id}`,
      verify: `/verify?token=${await token("verify")}`,
      signIn: `/sign-in/link?token=${await token("sign-in")}`,
    },
    async close() {
      await world.close();
      await website.close();
    },
  };
}

async function talkOf(
  { store, now, uuid }: Deps,
  listingId: number,
  { asker, maker }: Record<"asker" | "maker", string>,
) {
  const [question, answer, thanks] = [uuid(), uuid(), uuid()];
  const said = { listingId, subject: "listing", reason: null, status: "published", createdAt: now() } as const;
  await store.change(async (tx) => {
    const first = { ...said, id: question, accountId: asker, threadId: null, answersId: null };
    await tx.comments.add({ ...first, body: "Does it **export**?\n\n- as CSV\n- as `JSON`" });
    const reply = { ...said, threadId: question, accountId: maker };
    await tx.comments.add({
      ...reply,
      id: answer,
      answersId: question,
      body: "Both. See <https://acme-books.example/>.",
    });
    await tx.comments.add({ ...reply, id: thanks, accountId: asker, answersId: answer, body: "Thank you." });
    await tx.comments.react(question, maker, "helpful", now());
    await tx.comments.pin((await tx.comments.byId(question))!.comment, now());
    const waits = { status: "pending", reason: "links", body: "And https://other.example?" } as const;
    await tx.comments.add({ ...first, ...waits, id: uuid() });
  });
  return { question, answer };
}

export type Scene = Awaited<ReturnType<typeof createScene>>;
