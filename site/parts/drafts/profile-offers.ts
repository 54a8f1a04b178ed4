import type { Store } from "../../../store/store.ts";
import type { Offers } from "./profile-input.ts";

/** The categories and countries that a form offers, by name. */
export async function readOffers({ reference }: Pick<Store, "reference">): Promise<Offers> {
  const { compare } = new Intl.Collator();
  const [categories, countries] = await Promise.all([reference.categoryNames(), reference.countries()]);
  return {
    categories: categories.map(({ name }) => name).sort(compare),
    countries: countries.map(({ code, name }) => [code, name] as const).sort(([, a], [, b]) => compare(a, b)),
  };
}
