import { LRUCache } from "lru-cache";
import type { Deps } from "../actions/context.ts";
import { canonicalJson } from "../domain/canonical-json.ts";
import type { Store } from "../store/store.ts";
import type { AnyTool } from "./define.ts";

const MOST = 500;
const MINUTE_MS = 60_000;

type Kept = { version: number; minute: number; answers: LRUCache<string, { answer: unknown }> };

/** One cache per store: responses of this minute since the database last changed. */
const memories = new WeakMap<Store, Kept>();

/**
 * The response of a `remembered` tool or public page, if it is of this minute (days and weeks begin
 * with one) and the database has not changed since. Callers share it and must not change it.
 */
export async function remember<T>(
  { name }: Pick<AnyTool, "name">,
  input: unknown,
  { store, now }: Pick<Deps, "store" | "now">,
  answer: () => Promise<T>,
  isPublic: () => boolean,
): Promise<T> {
  const version = store.version();
  const minute = Math.floor(now().getTime() / MINUTE_MS);
  const last = memories.get(store);
  const isFresh = last?.version === version && last.minute === minute;
  const kept = isFresh ? last : { version, minute, answers: new LRUCache<string, { answer: unknown }>({ max: MOST }) };
  if (kept !== last) memories.set(store, kept);
  const key = `${name} ${canonicalJson(input)}`;
  const known = kept.answers.get(key);
  // The cache key is the name and the input, so the type is theirs.
  if (known) return known.answer as T;
  const given = await answer();
  if (!isPublic()) return given;
  // A change in between only means that this response is dropped early.
  kept.answers.set(key, { answer: given });
  return given;
}
