import { registrableDomain, siteKey } from "#crawler/site-key.ts";
import type { KeyedTable } from "#store/repos/listings/websites.ts";
import type { Store } from "#store/store.ts";

/** Changes with the rule of `siteKey`. */
const [STATE, VERSION] = ["site-key-version", "2"];
const BATCH = 1000;
const TABLES: readonly KeyedTable[] = ["listings", "drafts", "guestDrafts"];

/**
 * The new key of a row whose key began with the registrable domain, if it now begins with its host.
 * Keys that were made otherwise stay.
 */
function splitKey(url: string, old: string): string | undefined {
  const key = siteKey(url);
  const host = URL.parse(url)?.hostname ?? "";
  return key !== undefined && key !== old && old.split("/")[0] === registrableDomain(host) ? key : undefined;
}

/** Recomputes the keys of websites once after the rule changed. */
export async function renewSiteKeys(store: Store): Promise<void> {
  if ((await store.reference.findSecret(STATE)) === VERSION) return;
  for (const table of TABLES) {
    let after: string | number | undefined;
    do
      after = await store.change(async (tx) => {
        const rows = await tx.websites.keysAfter(table, after, BATCH);
        for (const { id, url, siteKey: old } of rows) {
          const key = splitKey(url, old);
          if (key !== undefined) await tx.websites.setKey(table, { id, siteKey: key });
        }
        return rows.length === BATCH ? rows.at(-1)?.id : undefined;
      });
    while (after !== undefined);
  }
  await store.change((tx) => tx.reference.saveSecret(STATE, VERSION));
}
