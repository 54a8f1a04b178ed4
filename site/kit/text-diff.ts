import { diffWordsWithSpace } from "diff";
import { type Html, html } from "../../core/html.ts";

/** Beyond this many changed words two texts are as good as two different ones, and comparing them would take long. */
const MOST_CHANGES = 500;

/** Two texts with the words marked that only one of them has. */
export function markedTexts(before: string, after: string): { before: Html; after: Html } {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MOST_CHANGES }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return {
    before: html`${parts.filter(({ added }) => !added).map(({ value, removed }) => (removed ? html`<del>${value}</del>` : value))}`,
    after: html`${parts.filter(({ removed }) => !removed).map(({ value, added }) => (added ? html`<ins>${value}</ins>` : value))}`,
  };
}
