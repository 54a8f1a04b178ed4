import type { ImportOptions } from "#domain/site/import.ts";
import type { Store } from "#store/store.ts";
import { createMaking } from "./making.ts";

/** What rows are checked against, and what they may make. */
export async function openDirectory(
  { reference, fieldDefinitions }: Pick<Store, "reference" | "fieldDefinitions">,
  { create, category }: Pick<ImportOptions, "create" | "category">,
) {
  const categories = await reference.categoryNames();
  const making = createMaking(categories, await fieldDefinitions.list(), create);
  const directory = {
    countries: new Set((await reference.countries()).map(({ code }) => code)),
    questions: await reference.allInterviewQuestions(),
    fallback: categories.find(({ slug }) => slug === category),
  };
  return { directory, making };
}
