import type { Response } from "express";
import { type Html, html, type Part } from "#core/text/html.ts";
import { type Text, t } from "#languages/words.ts";
import { formTo } from "../../kit/form.ts";
import { formTool } from "../../kit/form-tool.ts";
import { script } from "../../kit/scripts.ts";
import { showTime } from "../../kit/show.ts";

type Frame = {
  action: string;
  head?: Part;
  title: Text;
  intro: Part;
  /** In the bar: what is edited, and the main step, if it is not to save. */
  mark: Html;
  name: string;
  savedAt: Date;
  progress?: readonly [filled: number, total: number] | undefined;
  step?: Html | undefined;
  /** Saves while the person types. Otherwise the text waits in the browser for the button. */
  isAutosaved: boolean;
  unsaved: readonly string[];
  isPreviewing?: boolean;
  marks: Html[];
  fields: Part;
  preview: Html;
  after?: Part;
};

export const editorScripts = (): Html[] => (["entries.js", "editor.js"] as const).map(script);

/** An editor: a sticky bar, the fields and a preview. Without scripts, its buttons send the form. */
export const editorFrame = (res: Response, frame: Frame): Html => {
  const { name, progress, unsaved, isPreviewing = false } = frame;
  return html`<div class="draftbar"><div class="wrap">${frame.mark}
<p class="name"><b><bdi>${name}</bdi></b>
<span class="small muted" id="saved"
data-saved="${frame.savedAt.toISOString()}">${unsaved.length > 0 ? t`Not saved yet` : html`Saved ${showTime(frame.savedAt)}`}</span></p>
<p class="small progress" id="progress">${
    progress &&
    html`<progress max="${progress[1]}" value="${progress[0]}"
aria-label="${progress[0]} of ${progress[1]} fields filled"></progress> ${progress[0]} of ${progress[1]}`
  }</p>
<fieldset class="seg"><legend class="unseen">View</legend>
<label><input type="radio" name="see" id="see-edit"${
    !isPreviewing &&
    html`
checked`
  }>Edit</label><label><input type="radio" name="see" id="see-preview"${
    isPreviewing && html` checked`
  }>Preview</label></fieldset>
<button form="editor" name="act" value="save" class="${frame.step ? "quiet" : "sun"}">Save changes</button>${frame.step}</div>
<div class="wrap" id="editor-notice" role="status"></div></div>
<div class="wrap draftintro">${frame.head}<h1>${frame.title}</h1>
${frame.intro}
${formTo(
  res,
  frame.action,
  html` id="editor" novalidate
data-unsaved="${unsaved.join(" ")}"${
    frame.isAutosaved &&
    html`
data-autosave`
  }${formTool(frame.isAutosaved ? "edit_draft" : "edit_listing")}`,
)}<div id="marks">${frame.marks}</div>
<div class="desk"><div class="editor">${frame.fields}
<p class="row"><button name="act" value="save">Save changes</button>
<button name="act" value="preview" class="quiet" data-plain>Preview</button></p></div>
${frame.preview}</div></form>
${frame.after}</div>
<p class="unseen" role="status" id="editor-said"></p>`;
};

/** What a button beside a field did, in words. The URL holds only the code. */
const OUTCOMES = {
  changed: t`Rewritten from your site.`,
  unchanged: t`We rewrote it, but the result is the same.`,
  not_found: t`Not found on the pages we read, so your text is unchanged.`,
  ruled: t`Our language model did not respond, so this text was made by fixed rules. Check it carefully.`,
  failed: t`Our language model did not respond, so your text is unchanged.`,
  choose: t`Chosen from your site.`,
  lock: t`Locked. We will not overwrite it.`,
  unlock: t`Unlocked. We can rewrite it again.`,
  restore: t`Our version is restored.`,
  undone: t`Undone. Your text is restored.`,
  mine: t`Your version is saved.`,
  upload: t`Uploaded and added to your page.`,
  theirs: t`The other version is now used.`,
} as const;
export type Outcome = keyof typeof OUTCOMES;

/**
 * What was done to a part of the form, the text before it, and the key with which it can be undone.
 */
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
  (before === "" ? html`<p class="muted">It was empty before.</p>` : html`<p>Before: <q dir="auto">${before}</q></p>`)
}</div>`;
