import { type Html, html } from "../../../core/text/html.ts";

/** What a button beside a field did, in words. The URL holds only the code. */
const OUTCOMES = {
  changed: "Rewritten from your site.",
  unchanged: "We rewrote it, with the same result.",
  not_found: "We found nothing about it on the pages we read. Your text stays.",
  choose: "Chosen from your site.",
  lock: "Locked. We will not overwrite it.",
  unlock: "Unlocked. We can rewrite it again.",
  restore: "Our version is restored.",
  undone: "Undone. Your text is back.",
  mine: "Your version is saved.",
  upload: "Uploaded. Your page shows it.",
  theirs: "The other version is shown.",
} as const;
export type Outcome = keyof typeof OUTCOMES;

/** What was done to a part of the form, the text before it, and the key with which it can be undone. */
export type Done = { part: string; outcome: Outcome; before?: string | undefined; undo?: string | undefined };

/** "changed.fields.tagline" of the address; undefined for anything that we did not write there. */
export function readDone(code: string, parts: readonly string[]): Pick<Done, "part" | "outcome"> | undefined {
  const [outcome = "", ...part] = code.split(".");
  if (!Object.hasOwn(OUTCOMES, outcome) || !parts.includes(part.join("."))) return undefined;
  return { outcome: outcome as Outcome, part: part.join(".") };
}

export const doneCode = ({ part, outcome }: Done): string => `${outcome}.${part}`;

/** Stands beside the input. The text that was replaced is shown as long as it can be put back. */
export const doneNote = ({ outcome, before, undo }: Done): Html => html`<div class="did" role="status">
<p>${OUTCOMES[outcome]}${undo && html` <button class="link-button" name="act" value="undo.${undo}">Undo</button>`}</p>
${
  undo &&
  before !== undefined &&
  (before === "" ? html`<p class="muted">It was empty before.</p>` : html`<p>Before: <q>${before}</q></p>`)
}</div>`;
