import { createReadSiteAddress } from "../../../crawler/site-address.ts";
import { PRODUCTS } from "../../../data/demo/catalogue.ts";
import { type Calendar, postRows, productRow } from "../../../data/demo/rows.ts";
import { addSoftware } from "../../../data/presets.ts";
import type { Store } from "../../../store/store.ts";
import { CommandError } from "../command.ts";
import type { Read } from "../transfer/read-file.ts";
import { takeIn } from "../transfer/take-in.ts";
import { addPeople } from "./people.ts";

/**
 * Adds demo products with votes and reviews, through the checks of an import. Safe to repeat.
 * Returns the number added.
 */
export async function loadProducts(store: Store, calendar: Calendar): Promise<number> {
  const named = new Set(PRODUCTS.flatMap(({ categories }) => categories));
  await addSoftware(store, ({ slug }) => named.has(slug));
  const { reference } = store;
  const questions = await reference.allInterviewQuestions();
  const countries = new Set((await reference.countries()).map(({ code }) => code));
  const options = {
    directory: { categories: await reference.categoryNames(), countries, questions, fallback: undefined },
    readSiteAddress: createReadSiteAddress(new Map()),
    status: "live" as const,
    isDryRun: false,
    uploads: { bring: async () => undefined },
    now: () => calendar.now,
  };
  const added = new Map<string, number>();
  for await (const { line, result, name, reason } of takeIn(store, rows(calendar, questions), options)) {
    if (result === "refused") throw new CommandError(`${name ?? `Demo row ${line}`} was refused: ${reason}`);
    const product = PRODUCTS[line - 1];
    const listing = result === "ok" && product && (await store.listings.findBySite(`demo:${product.slug}.example`));
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
