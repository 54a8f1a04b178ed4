import { LRUCache } from "lru-cache";
import { type Html, inOnePiece } from "#core/text/html.ts";

/** About 1 kB each. */
const MOST = 5000;

type Drawn<Parts> = { seen: readonly unknown[]; parts: Parts };
const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.every((value, index) => value === other[index]);

/**
 * Draws parts of a page once per key, until a value in `seen` differs: all that `draw` reads,
 * immutable.
 */
export function drawnOnce<Given, Parts extends Record<string, Html>>(
  seenOf: (given: Given) => readonly [key: string, ...unknown[]],
  draw: (given: Given) => Parts,
): (given: Given) => Parts {
  const drawn = new LRUCache<string, Drawn<Parts>>({ max: MOST });
  return (given) => {
    const seen = seenOf(given);
    const [key] = seen;
    const known = drawn.get(key);
    if (known && isSame(seen, known.seen)) return known.parts;
    const made = draw(given);
    const flat = Object.entries(made).map(([name, part]) => [name, inOnePiece(part)]);
    const parts: Parts = Object.fromEntries(flat);
    drawn.set(key, { seen, parts });
    return parts;
  };
}
