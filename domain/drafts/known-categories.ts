export const knownCategories = (rows: readonly { slug: string; name: string; keywords?: string[] }[]) => ({
  categories: rows.map(({ name }) => name),
  categoryWords: Object.fromEntries(rows.map(({ name, keywords = [] }) => [name, keywords])),
  categorySlugs: Object.fromEntries(rows.map(({ name, slug }) => [name, slug])),
});
