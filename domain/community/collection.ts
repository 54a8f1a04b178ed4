import { slugify } from "../text/slug.ts";

export const SAVED_TITLE = "Saved";

export const COLLECTION_MAX = { title: 80, description: 2000, note: 280 };
export const MOST_COLLECTIONS = 50;
export const MOST_IN_COLLECTION = 200;
export const MOST_SAVED = 500;
/** Smaller collections are public, but neither listed nor indexed by search engines. */
export const ENOUGH_PRODUCTS = 3;

/** No vowels, so that random keys spell no words. */
const KEY_LETTERS = "23456789bcdfghjkmnpqrstvwxz";
const KEY_LENGTH = 12;

export const collectionKey = (bytes: Uint8Array): string =>
  [...bytes.subarray(0, KEY_LENGTH)].map((byte) => KEY_LETTERS[byte % KEY_LETTERS.length]).join("");

/** "Quiet tools" with its key: quiet-tools-k3v9x2b4m5n6. */
export const collectionSlug = ({ title, key }: { title: string; key: string }): string =>
  `${slugify(title, "collection").slice(0, 60).replace(/-+$/, "")}-${key}`;

export const collectionPath = (collection: { title: string; key: string }): string =>
  `/collections/${collectionSlug(collection)}`;

/** The key at the end of an address, whatever precedes it. */
export const keyOfSlug = (slug: string): string | undefined => /(?:^|-)([2-9b-z]{12})$/.exec(slug)?.[1];

/**
 * Where to move an item: one place up or down among the visible items, to an end, or beside
 * another.
 */
export type Move = "up" | "down" | "first" | { before: number } | { after: number };

/**
 * The order after a move. `order` has every item, `shown` those visible to this person, so a step
 * skips hidden ones. Undefined if the move names an unknown item.
 */
export function moved(
  order: readonly number[],
  shown: readonly number[],
  id: number,
  move: Move,
): number[] | undefined {
  const at = shown.indexOf(id);
  if (at < 0) return undefined;
  const rest = order.filter((other) => other !== id);
  const put = (index: number): number[] => rest.toSpliced(index, 0, id);
  if (typeof move === "object") {
    const beside = "before" in move ? move.before : move.after;
    if (beside === id) return [...order];
    const index = rest.indexOf(beside);
    return index < 0 ? undefined : put("before" in move ? index : index + 1);
  }
  if (move === "first") return put(0);
  const other = shown[at + (move === "up" ? -1 : 1)];
  if (other === undefined) return [...order];
  return put(rest.indexOf(other) + (move === "up" ? 0 : 1));
}
