// Edits random listings, so many a second, from a process beside the server: writer.ts LISTINGS PER_SECOND
import { setTimeout as delay } from "node:timers/promises";
import { seededRandom } from "../../../data/demo/random.ts";
import { withStore } from "../databases.ts";

const [listings, perSecond] = process.argv.slice(2).map(Number) as [number, number];
const random = seededRandom("writer");
await withStore({ ...process.env } as Record<string, string>, async (store) => {
  console.log(JSON.stringify({ site: "" }));
  for (let edits = 1; ; edits++) {
    const at = Date.now();
    const listing = await store.listings.find(random.between(1, listings));
    if (listing) {
      const edited = { ...listing, tagline: `${listing.name} in one line, edit ${edits}` };
      const editor = { accountId: null, client: "bench" };
      await store.change((tx) => tx.listings.update(listing, edited, {}, editor, new Date(at)));
    }
    await delay(Math.max(0, at + 1000 / perSecond - Date.now()));
  }
});
