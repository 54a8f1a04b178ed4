/** What a drafter gets to know of the directory's categories. */
export const knownCategories = (rows: readonly { name: string; keywords?: string[] }[]) => ({
  categories: rows.map(({ name }) => name),
  categoryWords: Object.fromEntries(rows.map(({ name, keywords = [] }) => [name, keywords])),
});
