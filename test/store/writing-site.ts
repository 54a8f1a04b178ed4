// A process of a site that writes all the time: writing-site.ts NAME. It tells its parent of everything that is acknowledged.
import { randomBytes as random } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pino from "pino";
import { setFollowing } from "../../actions/community/follow.ts";
import { createSetVote } from "../../actions/community/vote.ts";
import { addOrder } from "../../actions/orders/checkout.ts";
import { processFolder, readSettings } from "../../core/settings/config.ts";
import { openStore } from "../../server/open-store.ts";
import { enter } from "../../store/sqlite/presence.ts";
import { StoreUnavailable } from "../../store/unavailable.ts";
import { invoiceContent } from "../helpers/invoices.ts";
import { BOUGHT } from "../postgres/bought.ts";

/** What a site has acknowledged: numbers in the order in which they came, and who votes for what. */
export type Acknowledged =
  | { kind: "order" | "invoice"; number: string }
  | { kind: "vote" | "follow"; slug: string; accountId: string; isWanted: boolean }
  | { kind: "refused" }
  | { kind: "ready" };

const [name, accounts, slugs] = process.argv.slice(2) as [string, string, string];
const [accountIds, listed] = [accounts.split(","), slugs.split(",")];
const settings = readSettings({ ...process.env, VOTE_BURST_NEW_ACCOUNTS: "100000", VOTE_BURST_NETWORK: "100000" });
const presence = enter(processFolder(settings), () => name);
const store = await openStore(settings, pino({ level: "silent" }));
const now = () => new Date();
const setVote = createSetVote({ store, settings, now });
const tell = (what: Acknowledged) => process.send!(what);
let isOver = false;
process.on("message", () => {
  isOver = true;
});

/** One after the other, so that what is refused is known not to be there. */
async function write(turn: number): Promise<void> {
  const round = Math.floor(turn / 4);
  const accountId = accountIds[round % accountIds.length]!;
  const slug = listed[round % listed.length]!;
  // What is set in one round is taken back in the next: a vote is marked, and a row of followers deleted.
  const isWanted = Math.floor(round / (accountIds.length * listed.length)) % 2 === 0;
  const cause = `${name} ${turn} ${process.pid}`;
  const deeds = [
    async () => {
      const { number } = await store.change((tx) => addOrder(tx, BOUGHT, accountId, { now, random }));
      tell({ kind: "order", number: String(number) });
    },
    async () => {
      const { number } = await store.change((tx) =>
        tx.invoices.issue(invoiceContent({}), { cause, token: cause }, now()),
      );
      tell({ kind: "invoice", number });
    },
    async () => {
      const origin = { visitorHash: "v", networkHash: null };
      await setVote({ accountId, slug, isWanted, origin });
      tell({ kind: "vote", slug, accountId, isWanted });
    },
    async () => {
      const { id: listingId } = (await store.listings.findLive(slug))!;
      await setFollowing({ accountId, listingId, isWanted }, { store, now });
      tell({ kind: "follow", slug, accountId, isWanted });
    },
  ];
  await deeds[turn % deeds.length]?.();
}

tell({ kind: "ready" });
for (let turn = 0; !isOver; turn++) {
  await write(turn).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    tell({ kind: "refused" });
  });
  await delay(5);
}
await store.close();
presence.leave();
process.disconnect?.();
