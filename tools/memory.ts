import { canonicalJson } from "../domain/canonical-json.ts";
import type { Store } from "../store/store.ts";
import type { AnyTool } from "./define.ts";

const MOST = 1000;

type Kept = { version: number; answers: Map<string, unknown> };

/** One memory for each store: what was answered since the database last changed. */
const memories = new WeakMap<Store, Kept>();

/**
 * The answer of a tool marked `remembered`, from memory when nothing in the database has changed since it was given.
 * The same object is handed to every caller, so nobody may change it.
 */
export async function remember(
  tool: AnyTool,
  input: unknown,
  store: Store,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  const version = store.version();
  const last = memories.get(store);
  const kept = last?.version === version ? last : { version, answers: new Map<string, unknown>() };
  if (kept !== last) memories.set(store, kept);
  const key = `${tool.name} ${canonicalJson(input)}`;
  const known = kept.answers.get(key);
  if (known !== undefined) return known;
  const given = await answer();
  // A change in between only means that this newer answer is forgotten early.
  if (kept.answers.size >= MOST) kept.answers.delete(kept.answers.keys().next().value!);
  kept.answers.set(key, given);
  return given;
}
