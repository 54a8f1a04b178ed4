import type { Response } from "express";
import { type Html, href, html } from "#core/text/html.ts";
import { COLLECTION_MAX } from "#domain/community/collection.ts";
import { plural, type Text, t } from "#languages/words.ts";
import type { CollectionEntry } from "#store/repos/community/collections.ts";
import { logo } from "../../kit/faces.ts";
import { csrfField, type Faults, field, formFault, formTo, hidden } from "../../kit/form.ts";

import { hueClass, type Looks } from "../listings/looks.ts";

export type EditText = { title: string; description: string; isPublic: boolean };

export const savedIntro: Html = html`<p class="lead">Only you can see this list.
To share products, add them to a <a href="/account/collections">collection</a>.</p>`;

export const editForm = (
  res: Response,
  path: string,
  { title, description, isPublic }: EditText,
  faults: Faults,
): Html =>
  html`${formTo(res, path)}
${formFault(faults.visibility ?? faults.note)}
${field({ name: "title", label: t`Title`, value: title, fault: faults.title, autocomplete: "off", count: COLLECTION_MAX.title })}
${field({
  name: "description",
  label: t`Description`,
  type: "textarea",
  rows: 5,
  value: description,
  fault: faults.description,
  hint: t`What is it for, and for whom? Markdown, without pictures.`,
  autocomplete: "off",
  required: false,
  maxLength: undefined,
  count: COLLECTION_MAX.description,
})}
<fieldset class="checks"><legend>Who can see it</legend>
${visibility("private", t`Only you`, t`Nobody else can see it.`, !isPublic)}
${visibility("public", t`Everyone`, t`A public page with your name. People can follow it.`, isPublic)}</fieldset>
<p><button>Save</button></p></form>`;

const visibility = (value: string, label: Text, hint: Text, isOn: boolean): Html =>
  html`<label class="check"><input type="radio" name="visibility" value="${value}"${
    isOn && html` checked`
  }> <span><strong>${label}</strong><br><span class="small muted">${hint}</span></span></label>`;

/** Adds a product by its name or its address. A script suggests names. */
export const addForm = (res: Response, path: string, given?: { value: string; fault: Text }): Html =>
  html`${formTo(res, `${path}/items`, "add-item")}
<div class="field"><label for="product">Add a product</label><p class="hint" id="product-hint">Enter its name or its address on this site.</p>
<div class="row"><input id="product" name="product" type="text" value="${given?.value}" list="products-named"
data-suggest="products-named" maxlength="200" required autocomplete="off" aria-describedby="product-hint${given && " product-fault"}"${
    given && html` aria-invalid="true"`
  }><datalist id="products-named"></datalist> <button class="quiet" name="do" value="add">Add</button></div>
${given && html`<p class="fault" id="product-fault">${given.fault}</p>`}</div></form>`;

type List = { path: string; looks: Looks; page: number; isFirst: boolean; isLast: boolean };

/** Products in order, each with its note and buttons to move it. A script adds a drag handle. */
export const itemList = (
  res: Response,
  entries: readonly CollectionEntry[],
  { path, looks, page, isFirst, isLast }: List,
): Html =>
  html`<p class="small muted">Drag products or use the buttons to reorder them. Changes are saved automatically.</p>
<ol class="items" data-items="${href(`${path}/items`)}">${entries.map(({ listing, note }, index) => {
    const { id, slug, name, tagline, logoUrl } = listing;
    const button = (what: string, label: Text, look: string, isOff = false) =>
      html`<button class="${look} slim" name="do" value="${what}" aria-label="${label}: ${name}"${isOff && html` hidden`}>${label}</button>`;
    const hiddenFields = html`${csrfField(res)}${hidden("listing", id)}${hidden("page", page)}`;
    return html`<li class="item ${hueClass(slug, looks)}" data-id="${id}">
<div class="person">${logo({ slug, name, logo_url: logoUrl })}<div>
<h3><a href="${href(`/listings/${slug}`)}"><bdi>${name}</bdi></a></h3>
${tagline && html`<p class="small muted"><bdi>${tagline}</bdi></p>`}</div></div>
<form method="post" action="${href(`${path}/items`)}" class="note-form">${hiddenFields}<label
for="note-${id}">Note<span class="unseen">
on ${name}</span></label><input id="note-${id}" name="note" value="${note}" maxlength="${COLLECTION_MAX.note}"
autocomplete="off">${button("note", t`Save note`, "quiet")}</form>
<form method="post" action="${href(`${path}/items`)}" class="row">${hiddenFields}${button(
      "up",
      t`Move up`,
      "quiet",
      isFirst && index === 0,
    )}${button("down", t`Move down`, "quiet", isLast && index === entries.length - 1)}${button("remove", t`Remove`, "danger")}</form></li>`;
  })}</ol>`;

/** Products that are not public now: not named, and back in their place once they are. */
export const unseenNote = (res: Response, path: string, count: number): Html =>
  html`${formTo(res, `${path}/items`, "row between")}
<p class="small muted">${plural(count, "product in this list is", "products in this list are")} not public right now.
If they become public again, they keep their place.</p>
<button class="quiet slim" name="do" value="unseen">Remove from the list</button></form>`;

export const deleteForm = (res: Response, path: string): Html =>
  html`<details class="qa"><summary>Delete collection</summary>
${formTo(res, path)}
<p>This permanently deletes its page, feed and notes. The products are not affected.</p>
<button class="danger slim" name="do" value="delete">Delete collection</button></form></details>`;
