import { loadSeed, loadVatRates } from "../../data/load-seed.ts";
import type { Store } from "../../store/store.ts";

/** A made-up rate of the dollar on any day that a test may be on: invoices wait for none. */
const onDay = (day: string) => ({ day, currency: "USD", rate: "1.25" });
const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, days) => Temporal.PlainDate.from(first).add({ days }).toString());

/** What a new installation starts with. */
export async function seedForTests(store: Store): Promise<void> {
  await loadSeed(store);
  await loadVatRates(store);
  await store.change((tx) => tx.exchangeRates.add(daysFrom("2026-01-01", 1200).map(onDay)));
}
