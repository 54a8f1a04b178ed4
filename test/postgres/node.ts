// One node of several on a PostgreSQL database: node.ts URL FOLDER NAME. It does what its parent asks for.
import { randomBytes as random } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createSetVote } from "../../actions/community/vote.ts";
import { holdSite } from "../../actions/listings/websites.ts";
import { addOrder } from "../../actions/orders/checkout.ts";
import { readSettings } from "../../core/settings/config.ts";
import { openPostgresStore } from "../../store/postgres/postgres-store.ts";
import { invoiceContent } from "../helpers/invoices.ts";
import { createTestVault } from "../helpers/key.ts";
import { BOUGHT } from "./bought.ts";

const [url, folder, name] = process.argv.slice(2) as [string, string, string];
const store = await openPostgresStore(url, folder, name, { vault: createTestVault() });
const settings = readSettings({ VOTE_BURST_NEW_ACCOUNTS: "100000", VOTE_BURST_NETWORK: "100000" });
const now = () => new Date();
const setVote = createSetVote({ store, settings, now });
const origin = { visitorHash: "v", networkHash: null };

const DEEDS = {
  /** Votes for one listing of each account, all at once. */
  vote: ({ slug, accounts }: { slug: string; accounts: string[] }) =>
    Promise.all(accounts.map((accountId) => setVote({ accountId, slug, isWanted: true, origin }))),
  /** Issues so many invoices at once, of which every third is rolled back. */
  invoice: ({ count }: { count: number }) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const cause = `${name} ${index}`;
        const issuing = store.change(async (tx) => {
          const { number } = await tx.invoices.issue(invoiceContent({}), { cause, token: cause }, now());
          if (index % 3 === 0) throw new Error("rolled back");
          return number;
        });
        return issuing.catch(() => undefined);
      }),
    ),
  /** Makes so many orders at once, of which every third is rolled back. */
  order: ({ count, accountId }: { count: number; accountId: string }) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const ordering = store.change(async (tx) => {
          const { number } = await addOrder(tx, BOUGHT, accountId, { now, random });
          if (index % 3 === 0) throw new Error("rolled back");
          return number;
        });
        return ordering.catch(() => undefined);
      }),
    ),
  /** Takes a turn, or a turn with those that touch the same, and never ends it. */
  async hold({ touched, blocks }: { touched?: string[]; blocks: boolean }) {
    void store.change(async (tx) => {
      await tx.reference.findSecret("none");
      process.send!({ id: "holding" });
      if (blocks) for (;;);
      await delay(60_000);
    }, touched);
    await new Promise(() => undefined);
  },
  /** Proves saved listings of one website at once, and names those that got it. */
  prove: async ({ ids }: { ids: number[] }) => {
    const proven = ids.map((id) =>
      store.change(async (tx) => ((await holdSite(tx, (await tx.listings.find(id))!, now())) ? undefined : id)),
    );
    return (await Promise.all(proven)).filter((id) => id !== undefined);
  },
  find: ({ slug }: { slug: string }) => store.listings.findLive(slug),
  search: async ({ q }: { q: string }) =>
    (await store.listings.search({ q, status: "live", sort: "relevance" }, { page: 1, perPage: 5 })).total,
  version: async () => store.version(),
};

process.on("message", async ({ id, deed, given }: { id: string; deed: keyof typeof DEEDS; given: never }) => {
  try {
    process.send!({ id, value: await DEEDS[deed](given) });
  } catch (error) {
    process.send!({ id, failure: String(error) });
  }
});
process.send!({ id: "ready" });
