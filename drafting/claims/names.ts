import { fold } from "#domain/text/text.ts";
import type { Corpus } from "../corpus.ts";
import { bare } from "../text.ts";

const MOST_WORDS = 5;

/** Whether a site calls itself by a name: alone in a place for names, or similar to its host. */
export function callsItself(name: string, { selfNames, label }: Corpus): boolean {
  const plain = fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  if (plain.length === 0 || plain.length > MOST_WORDS) return false;
  if (selfNames.includes(plain.join(" "))) return true;
  const host = bare(label);
  return (
    host.length >= 2 &&
    bare(name).includes(host) &&
    name.split(/\s+/).every((word) => !/^\p{Ll}/u.test(word) || bare(word) === host)
  );
}
