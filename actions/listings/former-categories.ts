import type { Reads } from "#store/store.ts";

/** Names of categories as they are now: a merged or renamed one has another. */
export async function currentNames(
  names: readonly string[],
  { reference, categories }: Pick<Reads, "reference" | "categories">,
): Promise<string[]> {
  const known = new Set((await reference.categoryNames()).map(({ name }) => name.toLowerCase()));
  const current = await Promise.all(
    names.map(async (name) =>
      known.has(name.toLowerCase()) ? name : ((await categories.formerly(name))?.name ?? name),
    ),
  );
  return [...new Set(current)];
}
