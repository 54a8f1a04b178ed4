import { createRequire } from "node:module";
import { type Html, html } from "#core/text/html.ts";
import { once } from "#domain/text/once.ts";

// Loaded when it is needed, which at most starts it is not.
const load = createRequire(import.meta.url);
const diff = once((): typeof import("diff") => load("diff"));

/** With more changed words, two texts count as different, because comparing them would be slow. */
const MOST_CHANGES = 500;

export function markedTexts(before: string, after: string): { before: Html; after: Html } {
  const parts = diff().diffWordsWithSpace(before, after, { maxEditLength: MOST_CHANGES }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return {
    before: html`${parts.filter(({ added }) => !added).map(({ value, removed }) => (removed ? html`<del>${value}</del>` : value))}`,
    after: html`${parts.filter(({ removed }) => !removed).map(({ value, added }) => (added ? html`<ins>${value}</ins>` : value))}`,
  };
}
