import { translatedNames } from "#actions/listings/former-categories.ts";
import type { Languages } from "#core/languages.ts";
import { presetAlone } from "#data/presets.ts";
import type { ImportOptions } from "#domain/site/import.ts";
import type { Store } from "#store/store.ts";
import { createMaking } from "./making.ts";

/** What rows are checked against, and what they may make. */
export async function openDirectory(
  store: Pick<Store, "reference" | "fieldDefinitions" | "categories">,
  languages: Pick<Languages, "all">,
  { create, category }: Pick<ImportOptions, "create" | "category">,
) {
  const { reference, fieldDefinitions } = store;
  const categories = (await reference.categoryNames()).map((row) => ({
    ...row,
    otherNames: translatedNames(row, languages),
  }));
  const preset = category === null ? await presetAlone(store) : undefined;
  const making = createMaking(categories, await fieldDefinitions.list(), create, preset);
  const directory = {
    countries: new Set((await reference.countries()).map(({ code }) => code)),
    questions: await reference.allInterviewQuestions(),
    fallback: categories.find(({ slug }) => slug === category),
  };
  return { directory, making };
}
