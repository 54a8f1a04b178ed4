import type { Response } from "express";
import { type Html, href, html, type Part } from "../../../core/text/html.ts";
import { assetPath } from "../../kit/assets.ts";
import { csrfField } from "../../kit/form.ts";
import { formTool } from "../../kit/form-tool.ts";
import { showTime } from "../../kit/show.ts";

type Frame = {
  /** Where the form is sent. */
  action: string;
  /** The heading, and what stands above and below it. */
  head?: Part;
  title: string;
  intro: Part;
  /** In the bar: what is edited, and the main step, if it is not to save. */
  mark: Html;
  name: string;
  savedAt: Date;
  progress?: readonly [filled: number, total: number] | undefined;
  step?: Html | undefined;
  /** Saves while the person types. Otherwise the text waits in the browser for the button. */
  isAutosaved: boolean;
  /** Parts that the form has and the database has not. */
  unsaved: readonly string[];
  isPreviewing?: boolean;
  marks: Html[];
  fields: Part;
  preview: Html;
  /** Below the form. */
  after?: Part;
};

/** The scripts of the editor, for the head of its page. */
export const editorScripts = (): Html[] =>
  (["entries.js", "editor.js"] as const).map((name) => html`<script src="${assetPath(name)}" type="module"></script>`);

/** An editor: a sticky bar, the fields and a preview. Without scripts, its buttons send the form. */
export const editorFrame = (res: Response, frame: Frame): Html => {
  const { name, progress, unsaved, isPreviewing = false } = frame;
  return html`<div class="draftbar"><div class="wrap">${frame.mark}
<p class="name"><b><bdi>${name}</bdi></b> <span class="small muted" id="saved" data-saved="${frame.savedAt.toISOString()}">${unsaved.length > 0 ? "Not saved yet" : html`Saved ${showTime(frame.savedAt)}`}</span></p>
<p class="small progress" id="progress">${
    progress &&
    html`<progress max="${progress[1]}" value="${progress[0]}" aria-label="${progress[0]} of ${progress[1]} filled"></progress> ${progress[0]} of ${progress[1]}`
  }</p>
<fieldset class="seg"><legend class="unseen">What to show</legend><label><input type="radio" name="see" id="see-edit"${!isPreviewing && html` checked`}>Edit</label><label><input type="radio" name="see" id="see-preview"${
    isPreviewing && html` checked`
  }>Preview</label></fieldset>
<button form="editor" name="act" value="save" class="${frame.step ? "quiet" : "sun"}">Save changes</button>${frame.step}</div>
<div class="wrap" id="editor-notice" role="status"></div></div>
<div class="wrap draftintro">${frame.head}<h1>${frame.title}</h1>
${frame.intro}
<form method="post" action="${href(frame.action)}" id="editor" novalidate data-unsaved="${unsaved.join(" ")}"${
    frame.isAutosaved && html` data-autosave`
  }${formTool(frame.isAutosaved ? "edit_draft" : "edit_listing")}>
${csrfField(res)}<div id="marks">${frame.marks}</div>
<div class="desk"><div class="editor">${frame.fields}
<p class="row"><button name="act" value="save">Save changes</button> <button name="act" value="preview" class="quiet" data-plain>Preview</button></p></div>
${frame.preview}</div></form>
${frame.after}</div>
<p class="unseen" role="status" id="editor-said"></p>`;
};
