// Edits random listings, so many a second, from a process beside the server: writer.ts LISTINGS PER_SECOND
import { setTimeout as delay } from "node:timers/promises";
import { readSettings } from "../../../core/settings/config.ts";
import { seededRandom } from "../../../data/demo/random.ts";
import { createLog } from "../../../server/log.ts";
import { openStore } from "../../../server/open-store.ts";

const [listings, perSecond] = process.argv.slice(2).map(Number) as [number, number];
const settings = readSettings({ ...process.env, LOG_LEVEL: "error" });
const store = await openStore(settings, createLog(settings));
const random = seededRandom("writer");
console.log(JSON.stringify({ site: "" }));

for (let edits = 1; ; edits++) {
  const at = Date.now();
  const listing = await store.listings.find(random.between(1, listings));
  if (listing) {
    const tagline = `${listing.name} in one line, edit ${edits}`;
    await store.change((tx) =>
      tx.listings.update(listing, { ...listing, tagline }, {}, { accountId: null, client: "bench" }, new Date(at)),
    );
  }
  await delay(Math.max(0, at + 1000 / perSecond - Date.now()));
}
