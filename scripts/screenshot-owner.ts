// A member of the demo site for screenshots: drafts, a listing, a claim, orders, and an assistant that asks to be connected.
import { hash } from "node:crypto";
import { type Deps, type Member, SCOPES } from "../actions/context.ts";
import { notify } from "../actions/notifications/notify.ts";
import { markPaid } from "../actions/orders/by-hand.ts";
import { emptyContent } from "../domain/drafts/draft.ts";
import { invoicePath } from "../domain/invoices/invoice.ts";
import { provenFacts } from "../domain/listings/fact-check.ts";
import type { Listing } from "../domain/listings/listing.ts";
import type { Running } from "../server/app.ts";
import { SELLER } from "../test/helpers/shop.ts";
import { ACME, createWebsite } from "../test/helpers/website.ts";
import { createVisitor } from "../test/site/world.ts";
import { claimListing } from "../tools/claims/claim-listing.ts";
import type { AnyTool } from "../tools/define.ts";
import { submitDraft } from "../tools/drafts/submit-draft.ts";
import { submitListing } from "../tools/drafts/submit-listing.ts";
import { invoke } from "../tools/invoke.ts";
import { createCheckout } from "../tools/orders/create-checkout.ts";

export type OwnerScene = {
  readyDraft: string;
  slowDraft: string;
  listingId: number;
  openOrder: string;
  openCheckout: string;
  waitingCheckout: string;
  paidOrder: string;
  paidCheckout: string;
  invoice: string;
  consent: string;
};

const REDIRECT = "https://assistant.example/callback";
const BILLING = {
  name: "Acme Charts GmbH",
  address: "Lindenstr. 5\n10969 Berlin",
  country: "DE",
  vat_number: "",
  email: "books@acme.test",
};

/** A website that can be listed, under two names. */
export async function openWebsites() {
  const site = await createWebsite({ ...ACME });
  return {
    env: {
      ...SELLER,
      PAYMENT_INSTRUCTIONS: "Debut GmbH\\nIBAN DE02 1203 0000 0000 2020 51",
      OUTBOUND_RESOLVE: site.resolve("acme.test", "charts.test"),
      CRAWL_GAP_MS: "0",
    },
    close: site.close,
  };
}

/** The contents of the account, created as a person or their assistant would. */
export async function makeOwner(
  { deps, url }: Running,
  { email, password, claimed }: { email: string; password: string; claimed: string },
): Promise<OwnerScene> {
  const { store } = deps;
  const account = (await store.accounts.findByEmail(email))!;
  const caller: Member = {
    kind: "member",
    address: "127.0.0.1",
    accountId: account.id,
    via: "session",
    client: null,
    scopes: SCOPES,
  };
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own output, read right below.
  const call = async (tool: AnyTool, input: object): Promise<any> =>
    (await invoke(tool, input, { deps, caller, interface: "site" })).output;
  async function drafted(url: string): Promise<string> {
    const { id } = await call(submitListing, { url });
    await until(async () => (await store.drafts.find(id))!.status === "ready");
    return id;
  }

  const listed = await drafted("https://acme.test/");
  const { listing_id: listingId } = await call(submitDraft, { id: listed });
  const readyDraft = await drafted("https://charts.test/");
  // As if it were still being read: no job continues it.
  const slowDraft = deps.uuid();
  const known = (await store.drafts.find(readyDraft))!;
  await store.change((tx) =>
    tx.drafts.add({
      ...known,
      id: slowDraft,
      url: "https://harbour.test/",
      siteKey: "harbour.test",
      status: "drafting",
      content: emptyContent(),
    }),
  );
  await call(claimListing, { slug: claimed, method: "dns" });

  const person = createVisitor(url);
  await person.signIn(email, { password });
  async function order(product: object) {
    const { number, checkout_url: address } = await call(createCheckout, {
      items: [{ listing_id: listingId, ...product }],
    });
    return { number: number as string, path: new URL(address).pathname };
  }
  async function bankTransfer(path: string): Promise<void> {
    await person.get(path);
    await person.post(`${path}/billing`, BILLING);
    await person.post(`${path}/pay`, { provider: "manual" });
  }
  // Without the last published rate, the invoice would wait for it. None is published on weekends.
  const days = Array.from({ length: 5 }, (_, ago) => new Date(deps.now().getTime() - ago * 24 * HOUR_MS));
  const rates = days.map((day) => ({ day: day.toISOString().slice(0, 10), currency: "USD", rate: "1.25" }));
  await store.change((tx) => tx.exchangeRates.add(rates));
  const paid = await order({ product: "launch" });
  await bankTransfer(paid.path);
  const made = (await store.orders.find(paid.number))!;
  await markPaid(made, made.totalCents, deps);
  deps.wakeJobs();
  await until(async () => (await store.orders.find(paid.number))!.lines.every(({ fulfilledAt }) => fulfilledAt));
  const invoice = await until(async () => (await store.invoices.ofOrder(paid.number))[0]);
  const listing = (await store.listings.find(listingId))!;
  const [fact] = provenFacts(listing);
  if (!fact) throw new Error("Nothing of the drafted listing is proven.");
  const { field, value: published, evidence } = fact;
  await store.change((tx) =>
    tx.factChecks.suggest({ listingId, field, published, stated: `${published}, 2.0`, evidence, foundAt: deps.now() }),
  );
  await addNews(deps, account.id, listing);
  await visitAsMany(listing, deps);
  const open = await order({ product: "billboard", amount_cents: 10_000 });
  const waiting = await order({ product: "billboard", amount_cents: 20_000 });
  await bankTransfer(waiting.path);
  return {
    readyDraft,
    slowDraft,
    listingId,
    openOrder: open.number,
    openCheckout: open.path,
    waitingCheckout: waiting.path,
    paidOrder: paid.number,
    paidCheckout: paid.path,
    invoice: invoicePath(invoice),
    consent: await consentPath(url),
  };
}

/** What a maker finds behind the bell after the first days of a launch, some of it read. */
async function addNews({ store, now }: Running["deps"], accountId: string, { name: product, slug }: Listing) {
  const ago = (hours: number) => new Date(now().getTime() - hours * 3600_000);
  const base = { accountId, path: `/listings/${slug}`, by: null };
  await store.change(async (tx) => {
    await notify(tx, { ...base, kind: "launched", key: "a", words: { product }, at: ago(49) });
    await notify(tx, { ...base, kind: "follower", key: "b", words: { followers: 20, product }, at: ago(30) });
    await tx.notifications.markAllRead(accountId, now(), now());
    await notify(tx, { ...base, kind: "votes", key: "c", words: { votes: 120, product }, at: ago(6) });
    const words = { who: "Tove Lind", rating: 5, product };
    await notify(tx, { ...base, kind: "review", key: "d", words, at: ago(2) });
    await notify(tx, { ...base, kind: "place", key: "e", words: { place: 2, product }, at: ago(0.2) });
    await tx.pushSubscriptions.save({
      ...{ id: "phone", accountId, endpoint: "https://push.example/phone", p256dh: "", auth: "", sessionHash: "" },
      browser: "Mozilla/5.0 (Android 16; Mobile) Firefox/150.0",
      createdAt: ago(300),
    });
  });
}

const HOUR_MS = 3600_000;

/** A launch day with its visitors, and where they came from. */
async function visitAsMany({ id: listingId, launchedAt }: Listing, { store }: Deps): Promise<void> {
  const from = launchedAt!.getTime();
  const hosts = ["direct", "news.ycombinator.com", "site", "direct", "lobste.rs", "mastodon.social", "duckduckgo.com"];
  const visits = Array.from({ length: 260 }, (_, n) => ({
    ...{ kind: "views" as const, listingId, hash: `screenshot-${n}`, network: `screenshot-network-${n}` },
    day: launchedAt!.toISOString().slice(0, 10),
    hour: Math.floor(from / HOUR_MS),
    source: hosts[n % hosts.length]!,
  }));
  await store.change((tx) => tx.engagement.visit(visits));
}

/** What jobs have done, once they have. */
async function until<T>(look: () => Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Where an assistant sends its user to be connected. */
async function consentPath(url: string): Promise<string> {
  const answer = await fetch(`${url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Harbour Assistant", redirect_uris: [REDIRECT] }),
  });
  const { client_id } = (await answer.json()) as { client_id: string };
  return `/oauth/authorize?${new URLSearchParams({
    client_id,
    redirect_uri: REDIRECT,
    response_type: "code",
    code_challenge: hash("sha256", "v".repeat(43), "base64url"),
    code_challenge_method: "S256",
    scope: SCOPES.join(" "),
    resource: `${url}/mcp`,
    state: "screenshot",
  })}`;
}
