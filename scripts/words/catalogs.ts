// The list of all sentences for translators, and what is wrong with a catalog.
import { globSync, readFileSync } from "node:fs";
import { Settings } from "../../core/settings/config.ts";
import { plainAbout } from "../../core/settings/setting-kinds.ts";
import type { Faq } from "../../domain/listings/listing.ts";
import type { TranslatedKind } from "../../domain/site/translation.ts";
import { keysOf } from "../../domain/text/keys.ts";
import { contextKey, keyOf } from "../../languages/catalog.ts";
import { messageFaults } from "../../languages/check.ts";
import { namesIn, parseMessage } from "../../languages/icu.ts";
import type { Entry } from "../../languages/po.ts";
import { quoted } from "../../languages/sentences.ts";
import { inEnglish } from "../../languages/words.ts";
import { type Found, sentencesOf } from "./sentences-of.ts";

const FOLDERS =
  "domain core store crawler drafting pictures payments mail actions data tools resources http auth rest mcp jobs site server";

export const sources = (): string[] => [
  ...FOLDERS.split(" ").flatMap((folder) => globSync(`${folder}/**/*.ts`).sort()),
  // The views of chats have their sentences beside them; the server finds them there, too.
  ...globSync("resources/apps/*.js").sort(),
];
export const everySentence = (): Found[] => [
  ...sources().flatMap((file) => sentencesOf(file, readFileSync(file, "utf8"))),
  ...standardTexts(),
  ...keysOf(Settings.shape).map((name) => ({
    id: quoted(plainAbout(name)),
    context: undefined,
    file: "core/settings",
    line: 1,
  })),
];

/** Texts that every new database begins with, by what they are of. Those that a team changed are theirs to translate. */
function standardTexts(): Found[] {
  const of = <T>(context: TranslatedKind, name: string, textsOf: (row: T) => string[]): Found[] => {
    const file = `data/seed/${name}.json`;
    const read: T[] | Record<string, T[]> = JSON.parse(readFileSync(file, "utf8"));
    return (Array.isArray(read) ? read : Object.values(read).flat())
      .flatMap(textsOf)
      .map((id) => ({ id: quoted(id), context, file, line: 1 }));
  };
  return [
    ...["categories", "presets"].flatMap((file) =>
      of("category", file, ({ name, description, faqs = [] }: CategorySeed) => [
        ...[name, description],
        ...faqs.flatMap(({ question, answer }) => [question, answer]),
      ]),
    ),
    ...of("plan", "products", ({ name, description }: { name: string; description: string }) => [name, description]),
    ...of("question", "interview-questions", ({ question, hint }: { question: string; hint: string }) => [
      question,
      hint,
    ]),
  ];
}
type CategorySeed = { name: string; description: string; faqs?: Faq[] };

const keyOfEntry = ({ context, id }: Pick<Entry, "context" | "id">): string => contextKey(context, keyOf(id));

/** One entry for each sentence, with every file that says it. */
export function entriesOf(found: readonly Found[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const { id, context, file } of found) {
    const entry = entries.getOrInsertComputed(keyOfEntry({ id, context }), () => ({
      id,
      context,
      text: "",
      notes: [],
      isFuzzy: false,
    }));
    if (!entry.notes.includes(`#: ${file}`)) entry.notes.push(`#: ${file}`);
  }
  return [...entries.values()];
}

/** What is translated of today's sentences. A changed one keeps its old translation, marked as fuzzy and not shown. */
export function updated(template: readonly Entry[], catalog: readonly Entry[]): Entry[] {
  const known = new Map(catalog.filter(({ text }) => text).map((entry) => [keyOfEntry(entry), entry]));
  const wanted = new Set(template.map(keyOfEntry));
  const changed = changedTo(
    template.filter((entry) => !known.has(keyOfEntry(entry))),
    [...known.values()].filter((entry) => !wanted.has(keyOfEntry(entry))),
  );
  return template.flatMap((entry) => {
    const same = known.get(keyOfEntry(entry));
    if (same) return { ...entry, text: renamed(same, entry.id), isFuzzy: same.isFuzzy };
    const old = changed.get(entry);
    return old ? { ...entry, text: old.text, isFuzzy: true } : [];
  });
}

const ENOUGH = 0.6;
/** Which new sentence each old one has become: the most alike first, each of them once. */
function changedTo(fresh: readonly Entry[], old: readonly Entry[]): Map<Entry, Entry> {
  const wordsOf = new Map([...fresh, ...old].map((entry) => [entry, wordsIn(entry.id)]));
  const pairs = fresh
    .flatMap((now) => old.map((before) => ({ now, before, likeness: likeness(wordsOf.get(now), wordsOf.get(before)) })))
    .filter((pair) => pair.likeness >= ENOUGH)
    .sort((a, b) => b.likeness - a.likeness);
  const found = new Map<Entry, Entry>();
  const taken = new Set<Entry>();
  for (const { now, before } of pairs) {
    if (found.has(now) || taken.has(before)) continue;
    found.set(now, before);
    taken.add(before);
  }
  return found;
}
const wordsIn = (id: string): Set<string> => new Set(id.toLowerCase().match(/[\p{L}\d]+/gu));
/** How many of the words of two sentences both have, of 1. */
const likeness = (one = new Set<string>(), other = new Set<string>()): number =>
  (2 * one.intersection(other).size) / Math.max(1, one.size + other.size);

/** A translation with the names that its parts have now. */
function renamed({ id, text }: Entry, now: string): string {
  const [before, after] = [id, now].map((message) => namesIn(parseMessage(message)).parts);
  const names = new Map(before?.map((name, index) => [name, after?.[index] ?? name]));
  return text.replace(/\{(\w+)(?=[,}])/g, (found, name: string) => (names.has(name) ? `{${names.get(name)}` : found));
}

/** What is wrong with a translation. */
export const faultsOf = (tag: string, entry: Pick<Entry, "id" | "text">): string[] =>
  messageFaults(tag, entry).map(inEnglish);

/** What a catalog lacks, what no template has any longer, and what is wrong in it. */
export function checkCatalog(tag: string, template: readonly Entry[], catalog: readonly Entry[]) {
  const wanted = new Set(template.map(keyOfEntry));
  const shown = new Set(catalog.filter(({ text, isFuzzy }) => text && !isFuzzy).map(keyOfEntry));
  return {
    missing: template.filter((entry) => !shown.has(keyOfEntry(entry))).map(({ id }) => id),
    unused: catalog.filter((entry) => !wanted.has(keyOfEntry(entry))).map(({ id }) => id),
    faults: catalog
      .filter(({ text, isFuzzy }) => text && !isFuzzy)
      .flatMap((entry) => faultsOf(tag, entry).map((fault) => `"${entry.id}": ${fault}`)),
  };
}
