import { databaseFile, readSettings } from "../../../core/settings/config.ts";
import { seededRandom } from "../../../data/demo/random.ts";
import { loadDemo } from "../../../data/load-demo.ts";
import { createLog } from "../../../server/log.ts";
import { openStore } from "../../../server/open-store.ts";
import { addListing, addPerson } from "../../../test/helpers/people.ts";
import { servedFrom } from "../reads/reads.ts";
import type { Request } from "../reads/subject.ts";

const PEOPLE = 64;
const LISTINGS_EACH = 8;
const REQUESTS = 50_000;

/** The settings of a program to which writers send as much as they can. */
export const writtenTo = (folder: string): Record<string, string> => ({
  ...servedFrom(folder),
  LIMIT_WRITE: "1000000000",
  LIMIT_CREDENTIAL: "1000000000",
});

/** A database with so many demo listings, and edits that owners send with their API keys to random listings of theirs. */
export async function createWriters(
  env: Record<string, string>,
  rows: number,
): Promise<{ file: string; edits: Request[] }> {
  const settings = readSettings({ ...env, LOG_LEVEL: "error" });
  const store = await openStore(settings, createLog(settings));
  const now = new Date();
  await loadDemo(store, { count: rows, now, zone: settings.SITE_TIMEZONE });
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, nth) => {
      const { id, key } = await addPerson(store, { email: `p${nth}@people.example`, name: `Person ${nth}` }, now);
      const own = Array.from({ length: LISTINGS_EACH }, (_, which) =>
        addListing(store, { name: `Own ${nth} ${which}`, site: `own-${nth}-${which}.example`, ownerId: id }, now),
      );
      return { key, listings: (await Promise.all(own)).map(({ id }) => id) };
    }),
  );
  await store.close();
  const random = seededRandom("writes");
  const edits = Array.from({ length: REQUESTS }, (_, nth): Request => {
    const { key, listings } = people[nth % PEOPLE]!;
    return {
      method: "PATCH",
      path: `/api/v1/me/listings/${random.pick(listings)}`,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ fields: { tagline: `The best of all in one line, edit ${nth}` } }),
    };
  });
  return { file: databaseFile(settings), edits };
}
