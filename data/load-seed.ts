import type { Store } from "../store/store.ts";
import { PRESETS, rowsOf } from "./presets.ts";
import countries from "./seed/countries.json" with { type: "json" };
import questions from "./seed/interview-questions.json" with { type: "json" };
import products from "./seed/products.json" with { type: "json" };
import vatRates from "./seed/vat-rates.json" with { type: "json" };

/** Adds categories, interview questions, products and countries to a new database. Existing rows stay. */
export const loadSeed = (store: Store): Promise<void> =>
  store.change(async (tx) => {
    await tx.reference.addCategories(rowsOf(PRESETS.software));
    await tx.reference.addCountries(countries);
    await tx.reference.addInterviewQuestions(questions);
    await tx.reference.addProducts(
      products.map(({ price_cents: priceCents, needs_listing: needsListing, ...product }) => ({
        ...product,
        priceCents,
        needsListing,
      })),
    );
  });

/** Phrases that the categories of an older database lack. */
export async function loadPhrases(store: Store): Promise<void> {
  if (await store.reference.lacksPhrases()) await store.change((tx) => tx.reference.addPhrases(PRESETS.software));
}

/** Rates that the database lacks, so that an upgrade adds new ones. */
export async function loadVatRates(store: Store): Promise<void> {
  const known = new Set((await store.orders.vatRates()).map(({ country, validFrom }) => `${country} ${validFrom}`));
  const missing = vatRates
    .map(({ country, rate_bp: rateBp, valid_from: validFrom }) => ({ country, rateBp, validFrom }))
    .filter(({ country, validFrom }) => !known.has(`${country} ${validFrom}`));
  if (missing.length) await store.change((tx) => tx.orders.addVatRates(missing));
}
