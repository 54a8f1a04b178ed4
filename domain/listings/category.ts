import type { Faq } from "./listing.ts";

export type CategoryRow = {
  slug: string;
  name: string;
  description: string;
  parentSlug: string | null;
  keywords: string[];
  faqs: Faq[];
  position: number;
  listingCount: number;
  /** Live listings here and in subcategories, each counted once. */
  totalCount: number;
};

export type Category = Omit<CategoryRow, "parentSlug" | "position"> & {
  parent: string | null;
  path: string[];
  children: Category[];
};

export function categoryTree(rows: CategoryRow[]): Category[] {
  const childrenOf = Map.groupBy(
    rows.toSorted((a, b) => a.position - b.position),
    (row) => row.parentSlug,
  );
  const build = (parent: string | null, path: string[]): Category[] =>
    (childrenOf.get(parent) ?? []).map(({ parentSlug, position: _, ...row }) => ({
      ...row,
      parent: parentSlug,
      path: [...path, row.slug],
      children: build(row.slug, [...path, row.slug]),
    }));
  return build(null, []);
}

export const flattenCategories = (tree: Category[]): Category[] =>
  tree.flatMap((node) => [node, ...flattenCategories(node.children)]);

export const withoutEmpty = (tree: Category[]): Category[] =>
  tree.filter((node) => node.totalCount > 0).map((node) => ({ ...node, children: withoutEmpty(node.children) }));
