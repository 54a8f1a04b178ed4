import { createReadSiteAddress } from "#crawler/site-address.ts";
import { PRODUCTS } from "#data/demo/catalogue.ts";
import { type Calendar, postRows, productRow } from "#data/demo/rows.ts";
import { addSoftware } from "#data/presets.ts";
import type { Store } from "#store/store.ts";
import { openDirectory } from "#transfer/directory.ts";
import type { Read } from "#transfer/read-file.ts";
import { takeIn } from "#transfer/take-in.ts";
import { CommandError } from "../command.ts";
import { addPeople } from "./people.ts";

/**
 * Adds demo products with votes and reviews, through the checks of an import. Safe to repeat.
 * Returns the number added.
 */
export async function loadProducts(store: Store, calendar: Calendar): Promise<number> {
  const named = new Set(PRODUCTS.flatMap(({ categories }) => categories));
  await addSoftware(store, ({ slug }) => named.has(slug));
  const create = { fields: false, categories: false };
  const { directory, making } = await openDirectory(store, { all: [] }, { create, category: null });
  const options = {
    ...{ directory, making, status: "live" as const, launched: "given" as const, update: false, owned: false },
    ...{ client: "import", accountId: null, importId: null, isDryRun: false },
    readSiteAddress: createReadSiteAddress(new Map()),
    uploads: { bring: async () => undefined },
    now: () => calendar.now,
    listedAt: calendar.now,
  };
  const added = new Map<string, number>();
  for await (const { line, result, name, reason } of takeIn(store, rows(calendar, directory.questions), options)) {
    if (result === "refused") throw new CommandError(`${name ?? `Demo row ${line}`} was refused: ${reason}`);
    const product = PRODUCTS[line - 1];
    const listing = result === "added" && product && (await store.listings.findBySite(`demo:${product.slug}.example`));
    if (listing) added.set(product.slug, listing.id);
  }
  if (added.size) await store.change((tx) => addPeople(tx, added, calendar));
  return added.size;
}

async function* rows(calendar: Calendar, questions: { id: number; question: string }[]): AsyncGenerator<Read> {
  let line = 0;
  for (const product of PRODUCTS) yield { line: ++line, isDemo: true, ...productRow(product, calendar, questions) };
  for (const value of postRows(calendar)) yield { line: ++line, isDemo: true, isPost: true, value };
}
