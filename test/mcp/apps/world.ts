import type { ServerResponse } from "node:http";
import { markPaid } from "../../../actions/orders/by-hand.ts";
import { castVote } from "../../helpers/cast-vote.ts";
import { SELLER } from "../../helpers/shop.ts";
import { ACME, createWebsite } from "../../helpers/website.ts";
import { createWorld, type World } from "../../helpers/world.ts";

/** A Debut that has something to show in each app. The front page of slow.test is sent when `release` is called. */
export async function createAppWorld() {
  const held: ServerResponse[] = [];
  const website = await createWebsite({
    ...ACME,
    "/": (req, res) => {
      if (req.headers.host?.startsWith("slow.")) return void held.push(res);
      if (req.headers.host?.startsWith("gone.")) return void res.writeHead(410).end();
      res.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(ACME["/"]);
    },
  });
  const world = await createWorld({
    env: {
      ...SELLER,
      PAYMENT_INSTRUCTIONS: "Debut GmbH\\nIBAN DE02 1203 0000 0000 2020 51",
      LIMIT_WRITE: "10000",
      LIMIT_REGENERATE: "1000",
      LIMIT_CLAIM_CHECK: "1000",
      OUTBOUND_RESOLVE: website.resolve("acme.test", "slow.test", "gone.test", "hourwell.example"),
    },
  });
  const { body: draft } = await world.as("ann").post("/drafts", { body: { url: "https://acme.test/" } });
  await world.drain();
  const listings = await addListings(world);
  return {
    ...world,
    /** What Ann buys for a listing of hers. */
    order: { items: [{ product: "billboard", listing_id: listings.get("octavo")!, amount_cents: 10_000 }] },
    pages: website.pages,
    draftId: draft.id as string,
    async pay(number: string) {
      const order = (await world.deps.store.orders.find(number))!;
      await markPaid(order, order.totalCents, world.deps);
    },
    release: () => {
      for (const res of held.splice(0)) res.writeHead(200, { "content-type": "text/html" }).end(ACME["/"]);
    },
    async close() {
      await world.close();
      await website.close();
    },
  };
}
const PRODUCTS = [
  ["Bramblemap", "Foraging maps that forget where you were", 6],
  ["Octavo", "Print-ready books from a folder of notes", 4],
  ["Coppertally", "Split the band’s takings before the van is home", 3],
  ["Loafwise", "Bake sheets that know what sold yesterday", 1],
  ["Hourwell", "Shift swaps your team settles itself", 0],
  ["Tidepool", "Shared calendars for boat clubs with more members than moorings, and a tide table for each of them", 0],
] as const;

/** Launches of this week, of which the first three have votes and one is paid. */
async function addListings(world: World) {
  const { deps } = world;
  const accounts = await Promise.all(["bo", "cy", "di", "ed", "fay", "gus"].map((name) => world.account(name)));
  const ann = await world.account("ann");
  const made = new Map<string, number>();
  for (const [index, [name, tagline, votes]] of PRODUCTS.entries()) {
    const { id, slug } = await world.listing(name, {
      category: "accounting",
      ...(name === "Octavo" && { ownerId: ann.id }),
      plan: name === "Coppertally" ? "launch" : "free",
      content: {
        tagline,
        pricingModel: index % 2 ? "freemium" : "subscription",
        country: index % 3 ? "DE" : null,
        stage: "launched",
      },
      profile: {
        shortDescription: `${name}: ${tagline.toLowerCase()}. It works offline, and exports everything.`,
        pricingSummary: index % 2 ? null : "€29 a month for one shop, €49 for three",
        features: ["Works without a connection", "Exports to CSV and PDF", "Shares by a link"],
        usps: ["No account for readers"],
        foundedYear: 2021,
        city: index % 2 ? "Leeds" : null,
        notFound: ["demo_video_url"],
      },
    });
    made.set(slug, id);
    for (const account of accounts.slice(0, votes)) await castVote(deps, account.id, id);
  }
  await deps.store.change((tx) => tx.figures.contribute("line-1", made.get("loafwise")!, 25_000, deps.now()));
  return made;
}

export type AppWorld = Awaited<ReturnType<typeof createAppWorld>>;
