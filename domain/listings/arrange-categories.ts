import type { Category, CategoryRow } from "./category.ts";
import { categoryTree, flattenCategories } from "./category.ts";
import type { ListingCategory } from "./listing.ts";

/** All slugs in the order of the tree, with one moved up or down among those with the same parent. */
export function orderAfterMove(rows: CategoryRow[], slug: string, way: "up" | "down"): string[] {
  const swapped = (siblings: Category[]): Category[] => {
    const at = siblings.findIndex((one) => one.slug === slug);
    const [first, second] = way === "up" ? [at - 1, at] : [at, at + 1];
    const [one, other] = [siblings[first], siblings[second]];
    if (at >= 0 && one && other) return siblings.toSpliced(first, 2, other, one);
    return siblings.map((node) => ({ ...node, children: swapped(node.children) }));
  };
  return flattenCategories(swapped(categoryTree(rows))).map((node) => node.slug);
}

/** The categories of a listing without one, or with another in its place. The first is the primary one. */
export const refiled = (
  filed: readonly ListingCategory[],
  from: string,
  into: Pick<ListingCategory, "slug" | "name"> | undefined,
): ListingCategory[] =>
  filed
    .flatMap((one) => {
      if (one.slug !== from) return [one];
      return into && !filed.some(({ slug }) => slug === into.slug) ? [into] : [];
    })
    .map(({ slug, name }, index) => ({ slug, name, primary: index === 0 }));
