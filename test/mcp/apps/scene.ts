import type { ServerResponse } from "node:http";
import { markPaid } from "../../../actions/orders/by-hand.ts";
import type { Running } from "../../../server/app.ts";
import { castVote } from "../../helpers/cast-vote.ts";
import { addListing } from "../../helpers/listing.ts";
import { SELLER } from "../../helpers/shop.ts";
import { ACME, createWebsite } from "../../helpers/website.ts";
import { modern } from "../helper.ts";

/** A running Debut, and people with an API key, made once by their first names. */
type Ground = Pick<Running, "deps" | "jobs"> & {
  baseUrl: string;
  person: (name: string) => Promise<{ id: string; key: string }>;
  close: () => Promise<void>;
};

/** A Debut that has something to show in each app. The prices of slow.test are sent when `release` is called. */
export async function createAppScene<G extends Ground>(start: (env: Record<string, string>) => Promise<G>) {
  const held: ServerResponse[] = [];
  const send = (res: ServerResponse, path: string) =>
    void res.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(ACME[path]);
  const website = await createWebsite({
    ...ACME,
    "/": (req, res) => {
      if (req.headers.host?.startsWith("gone.")) return void res.writeHead(410).end();
      if (req.headers.host?.startsWith("twice.")) return void res.setHeader("content-type", "text/html").end(TWO_YEARS);
      send(res, "/");
    },
    "/pricing": (req, res) => {
      if (req.headers.host?.startsWith("slow.")) held.push(res);
      else send(res, "/pricing");
    },
  });
  const ground = await start({
    ...SELLER,
    PAYMENT_INSTRUCTIONS: "Debut GmbH\\nIBAN DE02 1203 0000 0000 2020 51",
    LIMIT_WRITE: "10000",
    LIMIT_REGENERATE: "1000",
    LIMIT_CLAIM_CHECK: "1000",
    OUTBOUND_RESOLVE: website.resolve("acme.test", "slow.test", "gone.test", "twice.test", "hourwell.example"),
  });
  const { deps, jobs, person } = ground;
  const ann = await person("ann");
  const submit = async (url: string): Promise<string> => {
    const headers = { authorization: `Bearer ${ann.key}` };
    const { body } = await modern(ground, "tools/call", { name: "submit_listing", arguments: { url } }, { headers });
    return body.result.structuredContent.id;
  };
  const draftId = await submit("acme.test");
  await jobs.drain();
  const listings = await addListings(ground);
  return {
    ...ground,
    annKey: ann.key,
    submit,
    draftId,
    /** What Ann buys for a listing of hers. */
    order: { items: [{ product: "billboard", listing_id: listings.get("octavo")!, amount_cents: 10_000 }] },
    pages: website.pages,
    async pay(number: string) {
      const order = (await deps.store.orders.find(number))!;
      await markPaid(order, order.totalCents, deps);
    },
    release: () => {
      for (const res of held.splice(0)) send(res, "/pricing");
    },
    async close() {
      await ground.close();
      await website.close();
    },
  };
}

/** The page about this website names another year. */
const TWO_YEARS = `${ACME["/"]!.replace(
  "</head>",
  '<script type="application/ld+json">{"@context":"https://schema.org",' +
    '"@type":"Organization","name":"Acme Charts","foundingDate":"2015"}</script></head>',
)}`;

const PRODUCTS = [
  ["Bramblemap", "Foraging maps that forget where you were", 6],
  ["Octavo", "Print-ready books from a folder of notes", 4],
  ["Coppertally", "Split the band’s takings before the van is home", 3],
  ["Loafwise", "Bake sheets that know what sold yesterday", 1],
  ["Hourwell", "Shift swaps your team settles itself", 0],
  ["Tidepool", "Shared calendars for boat clubs with more members than moorings, and a tide table for each of them", 0],
] as const;
const VOTERS = ["bo", "cy", "di", "ed", "fay", "gus"];

/** Launches of this week, of which the first three have votes, one is paid, and one is Ann's. */
async function addListings({ deps, person }: Ground): Promise<Map<string, number>> {
  const { store } = deps;
  const at = deps.now();
  const voters = await Promise.all(VOTERS.map(person));
  const { id: annId } = await person("ann");
  const ids = new Map<string, number>();
  for (const [index, [name, tagline, votes]] of PRODUCTS.entries()) {
    const { id, slug } = await addListing(
      store,
      {
        name,
        plan: name === "Coppertally" ? "launch" : "free",
        ownerId: name === "Octavo" ? annId : null,
        category: "accounting",
        content: {
          tagline,
          stage: "launched",
          pricingModel: index % 2 ? "freemium" : "subscription",
          country: index % 3 ? "DE" : null,
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
      },
      at,
    );
    ids.set(slug, id);
    for (const voter of voters.slice(0, votes)) await castVote(deps, voter.id, id);
  }
  await store.change((tx) => tx.figures.contribute("line-1", ids.get("loafwise")!, 25_000, at));
  return ids;
}
