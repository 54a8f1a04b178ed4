import { LRUCache } from "lru-cache";
import type { Deps } from "../actions/context.ts";
import { createDiskCache } from "../core/runtime/disk-cache.ts";
import { canonicalJson } from "../domain/text/canonical-json.ts";
import { once } from "../domain/text/once.ts";
import type { Store } from "../store/store.ts";
import { type AnyTool, pathNames } from "./define.ts";
import { Document, readDocument, withViews, writeDocument } from "./document.ts";
import { type Kept, keepOf, type Shows } from "./kept.ts";

const MOST = 500;
const MINUTE_MS = 60_000;

type OfMinute = { version: number; minute: number; answers: LRUCache<string, { answer: unknown }> };

const keyOf = ({ name }: Pick<AnyTool, "name">, input: unknown): string => `${name} ${canonicalJson(input)}`;

/** One cache per store: responses of this minute since the database last changed. */
const memories = new WeakMap<Store, OfMinute>();

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
  const key = keyOf({ name }, input);
  const known = kept.answers.get(key);
  // The cache key is the name and the input, so the type is theirs.
  if (known) return known.answer as T;
  const given = await answer();
  if (!isPublic()) return given;
  // A change in between only means that this response is dropped early.
  kept.answers.set(key, { answer: given });
  return given;
}

const BYTES_PER_MB = 1024 * 1024;
/** What the keys of a document and the objects around its text take. */
const OVERHEAD_BYTES = 500;

const documents = new WeakMap<Store, Kept<Document>>();

function documentsOf({ store, settings }: Pick<Deps, "store" | "settings">): Kept<Document> {
  const known =
    documents.get(store) ??
    keepOf<Document>(store, {
      maxBytes: (settings.CACHE_MB / 2) * BYTES_PER_MB,
      sizeOf: ({ body }) => OVERHEAD_BYTES + body.length,
      withViews,
      overflow: {
        disk: createDiskCache({ folder: settings.DATA_DIR, maxBytes: settings.CACHE_DISK_MB * BYTES_PER_MB }),
        ...{ write: writeDocument, read: readDocument },
      },
    });
  documents.set(store, known);
  return known;
}

/** A value that every schema of a path parameter leaves as it is. */
const PLAIN_VALUE = /^[a-z0-9-]+$/;

/** The kept response of a tool marked `documentOf` to an input that need not be parsed. What fails here fails again where it is made. */
export function keptDocument(
  tool: AnyTool,
  input: unknown,
  deps: Pick<Deps, "store" | "settings">,
): Document | undefined {
  const names = pathNames(tool.rest);
  const given = Object.entries(input ?? {});
  const isPlain = given.every(([name, value]) => names.includes(name) && PLAIN_VALUE.test(String(value)));
  if (!isPlain || given.length !== names.length) return undefined;
  try {
    return documentsOf(deps).find(keyOf(tool, input), slugOf(tool, input));
  } catch {
    return undefined;
  }
}

/** The listing that the response of a tool marked `documentOf` shows. */
const slugOf = ({ documentOf }: AnyTool, input: unknown): string | undefined => documentOf?.(input as never);

function shownBy(tool: AnyTool, input: unknown): Shows {
  const slug = slugOf(tool, input);
  return slug === undefined ? "anything" : [{ slug, shown: "profile" }];
}

/** A response as text and as a value. */
export type Written<T> = { document: Document; readonly output: T };

/** The response of a tool marked `documentOf` or `remembered`, from memory if it is still true. */
export async function keep<T>(
  tool: AnyTool,
  input: unknown,
  deps: Pick<Deps, "store" | "now" | "settings">,
  answer: () => Promise<T>,
  isPublic: () => boolean,
): Promise<Written<T>> {
  const slug = slugOf(tool, input);
  if (slug === undefined) {
    // Pages take the value, and need no text.
    const write = async () => {
      const output = await answer();
      const document = once(() => new Document(JSON.stringify(output)));
      return {
        output,
        get document() {
          return document();
        },
      };
    };
    return remember(tool, input, deps, write, isPublic);
  }
  const kept = documentsOf(deps);
  const key = keyOf(tool, input);
  const write = async () => new Document(JSON.stringify(await answer()));
  const document = kept.find(key, slug) ?? (await kept.make(key, shownBy(tool, input), write, isPublic));
  return {
    document,
    // Most callers send the text and need no value.
    get output() {
      return JSON.parse(document.text);
    },
  };
}
