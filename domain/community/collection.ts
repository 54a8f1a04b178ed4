import { slugify } from "../text/slug.ts";

/** The title of the private list that one tap saves to. */
export const SAVED_TITLE = "Saved";

export const COLLECTION_MAX = { title: 80, description: 2000, note: 280 };
export const MOST_COLLECTIONS = 50;
export const MOST_IN_COLLECTION = 200;
export const MOST_SAVED = 500;
/** Collections with fewer products are public, but not in lists and not for search engines. */
export const ENOUGH_PRODUCTS = 3;

/** Public ones without vowels, so that no words come out of chance. */
const KEY_LETTERS = "23456789bcdfghjkmnpqrstvwxz";
const KEY_LENGTH = 12;

/** The unguessable end of an address, from random bytes. */
export const collectionKey = (bytes: Uint8Array): string =>
  [...bytes.subarray(0, KEY_LENGTH)].map((byte) => KEY_LETTERS[byte % KEY_LETTERS.length]).join("");

/** "Quiet tools" with its key: quiet-tools-k3v9x2b4m5n6. */
export const collectionSlug = ({ title, key }: { title: string; key: string }): string =>
  `${slugify(title, "collection").slice(0, 60).replace(/-+$/, "")}-${key}`;

export const collectionPath = (collection: { title: string; key: string }): string =>
  `/collections/${collectionSlug(collection)}`;

/** The key in an address, whatever stands before it. */
export const keyOfSlug = (slug: string): string | undefined => /(?:^|-)([2-9b-z]{12})$/.exec(slug)?.[1];

/** Where something goes: a place up or down among what is shown, or beside another. */
export type Move = "up" | "down" | "first" | { before: number } | { after: number };

/**
 * The order after a move. `order` has everything, `shown` what the person who moves sees of it, so
 * that a step goes past what they do not see. Undefined if it names something that is not there.
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
