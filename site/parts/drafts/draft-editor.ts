import type { Response } from "express";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import { crawlText } from "#domain/drafts/crawl-words.ts";
import { labelOf, RECOMMENDED_FIELDS, REQUIRED_FIELDS } from "#domain/listings/fields.ts";
import type { ListingInList } from "#domain/listings/listing.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { comma, plural, type Text, t, type Words, wordsWith } from "#languages/words.ts";
import { logo } from "../../kit/faces.ts";
import { type Faults, field, formTo } from "../../kit/form.ts";
import { showUrl } from "../../kit/show.ts";
import { nextStepLine } from "../listings/next-step.ts";
import { anchorOf, FORM, fact, ownFact, quotesOf } from "./draft-fact.ts";
import { type DraftValues, type DraftView, partsOf, valuesOf } from "./draft-form.ts";
import { sections, sectionTitle } from "./draft-sections.ts";
import { type Done, editorFrame } from "./editor-frame.ts";
import { type Previewed, pagePreview } from "./editor-preview.ts";
import { markInputs } from "./form-marks.ts";
import type { Offers } from "./profile-input.ts";

const INVITE_STATES: Record<string, Words> = { pending: t`Pending`, accepted: t`Accepted`, expired: t`Expired` };

export type Editor = {
  draft: DraftView;
  values: DraftValues;
  faults: Faults;
  fault?: Text | undefined;
  offers: Offers;
  /** All fields of this directory. The draft names those that it has. */
  ownFields: readonly OwnField[];
  namesakes?: readonly Pick<ListingInList, "slug" | "name" | "url">[];
  /** Parts of the form that are not saved. */
  unsaved?: readonly string[];
  /** Of these, the ones that were changed elsewhere meanwhile. */
  conflicts?: readonly string[];
  kept?: Record<string, string>;
  done?: Done | undefined;
  isPreviewing?: boolean;
  logoUrl: string | null;
  listing?: { head: Html; slug: string; isLive: boolean } | undefined;
};

/** A ready draft: one form, so that no button loses other input. */
export function draftEditor(res: Response, editor: Editor): Html {
  const { draft, values, faults, offers, listing, logoUrl, unsaved = [], conflicts = [] } = editor;
  const typedName = String(values.fields.name);
  const name = typedName || showUrl(draft.url);
  const mark = logo({ name, logo_url: logoUrl, ...(listing && { slug: listing.slug }) }, "little");
  const facts = { values, faults, offers, done: editor.done, conflicts };
  return editorFrame(res, {
    action: `/drafts/${draft.id}`,
    head: listing?.head,
    title: listing ? t`Content` : t`Here is your page`,
    intro: html`<p class="big">${introOf(draft)}</p>
${faultNotice(editor.fault, faults, draft)}${listedNotice(draft)}${namesakeNotice(editor.namesakes ?? [])}${
  !draft.already_listed && nextOfDraft(res, draft)
}`,
    mark,
    name,
    savedAt: new Date(draft.updated_at),
    progress: progressOf(draft),
    step:
      draft.listing_id === null && !draft.already_listed
        ? html`<button form="editor" class="sun" name="act" value="submit">${wordsWith("launches", t`Choose a week`, t`Choose a plan`)}</button>`
        : undefined,
    isAutosaved: draft.listing_id === null,
    unsaved,
    isPreviewing: editor.isPreviewing === true,
    marks: markInputs(partsOf(valuesOf(draft)), editor.kept),
    fields: [
      FORM.map((field) => fact(field, draft, facts)),
      (draft.attributes ?? []).map((one) => ownFact(one, draft, { ...facts, ownFields: editor.ownFields })),
      sections(draft, values, faults, conflicts),
    ],
    preview: pagePreview({
      shown: previewOf(values, name),
      slug: listing?.slug,
      logoUrl,
      proven: (field) => quotesOf(draft, field, values.fields[field]).length > 0,
      state: !listing && html`<span class="tag gold">Draft</span>`,
      page: listing?.isLive ? `/listings/${listing.slug}` : undefined,
    }),
    after: invites(res, draft, faults.email),
  });
}

export const MODEL_FAILED = t`Our language model did not respond, so this draft was made by fixed rules. Check it carefully.`;

function introOf({ url, crawl, listing_id: listingId }: DraftView): Html {
  const site = html`<a href="${href(url)}" rel="noopener">${showUrl(url)}</a>`;
  if (crawl.error)
    return html`${html`We could not read ${site}.`} ${crawlText(crawl.error.detail)} ${html`Write your page here, or
<a href="/submit?url=${encodeURIComponent(url)}">try another address</a>.`}`;
  const read = html`We read ${plural(crawl.pages.length, "page")} of ${site}.`;
  const next =
    listingId === null ? t`Edit anything. We never overwrite your changes.` : t`Saved changes go live immediately.`;
  return html`${read}${crawl.model_failed && [" ", MODEL_FAILED]} ${next}`;
}

/** Another listing has the website of the draft. */
export function listedNotice({ already_listed: listed }: Pick<DraftView, "already_listed">): Html | false {
  if (!listed) return false;
  const { slug, name, is_yours: isYours } = listed;
  return html`<div class="notice"><p>${
    slug === null
      ? html`This website is already listed. If it is yours, <a href="/contact">contact the site team</a>.`
      : isYours
        ? html`This website is your listing <bdi>${name}</bdi>. Edit it among <a href="/account/listings">your listings</a>.`
        : html`This website is already listed as <a href="${href(`/listings/${slug}`)}"><bdi>${name}</bdi></a>.
If it is yours, <a href="${href(`/listings/${slug}/claim`)}">claim it</a> to edit it.`
  }</p></div>`;
}

const namesakeNotice = (namesakes: readonly Pick<ListingInList, "slug" | "name" | "url">[]): Html | false =>
  namesakes.length > 0 &&
  html`<div class="notice"><p>${alreadyListed(namesakes)}
${html`If it is yours, <a href="${href(`/listings/${namesakes[0]?.slug}/claim`)}">claim it</a> instead of listing it twice.
Otherwise, continue.`}</p></div>`;

function alreadyListed(namesakes: readonly Pick<ListingInList, "slug" | "name" | "url">[]): Html {
  const links = namesakes.map(
    ({ slug, name, url }, index) =>
      html`${index > 0 && comma}<a href="${href(`/listings/${slug}`)}"><bdi>${name}</bdi></a> (${showUrl(url)})`,
  );
  return namesakes.length === 1
    ? html`A product with this name is already listed: ${links}.`
    : html`Products with this name are already listed: ${links}.`;
}

function progressOf({ completeness }: DraftView): [filled: number, total: number] {
  const total = REQUIRED_FIELDS.length + RECOMMENDED_FIELDS.length;
  return [total - completeness.required_missing.length - completeness.recommended_missing.length, total];
}

export const previewOf = ({ fields, founders, faqs }: DraftValues, name: string): Previewed => ({
  fields: { ...fields, name },
  makers: founders.map(({ name }) => name),
  faqs,
});

/** The faults, with a link to each input, because the form is long. */
function faultNotice(fault: Text | undefined, faults: Faults, { attributes = [] }: DraftView): Html | false {
  if (fault === undefined) return false;
  const ownLabel = (key: string) => attributes.find((one) => one.key === key)?.name ?? key;
  const places = Object.keys(faults).map((name) => {
    const [part = "", field = ""] = name.split(".");
    return part === "attributes"
      ? ([`${part}.${field}`, ownLabel(field)] as const)
      : part === "fields"
        ? ([anchorOf(field), labelOf(field)] as const)
        : ([name, sectionTitle(part) ?? name] as const);
  });
  const links = places.map(([id, label], index) => html`${index > 0 && comma}<a href="${href(`#${id}`)}">${label}</a>`);
  return html`<div class="notice bad" role="alert">${fault} ${places.length > 0 && html`See ${links}.`}</div>`;
}

function nextOfDraft(res: Response, { completeness, listing_id: listingId, attributes = [] }: DraftView): Html {
  const { required_missing: required, recommended_missing: good } = completeness;
  const links = (names: string[]): Part =>
    names.map((name, index) => {
      const own = attributes.find(({ key }) => name === `attributes.${key}`);
      return html`${index > 0 && comma}<a href="#${own ? name : anchorOf(name)}">${own?.name ?? labelOf(name)}</a>`;
    });
  const [recommended, missing] = [links(good), links(required)];
  const better = good.length > 0 && html`<span class="muted">Recommended: ${recommended}.</span>`;
  const next =
    required.length > 0
      ? html`Still missing: ${missing}.`
      : wordsWith("launches", t`Choose your launch week.`, t`Choose a plan.`);
  return html`<div id="missing">${
    listingId === null
      ? nextStepLine({ words: html`${next} ${better}` }, res)
      : better && html`<p class="small">${better}</p>`
  }</div>`;
}

const invites = (
  res: Response,
  draft: DraftView,
  fault: Text | undefined,
): Html => html`<section class="stack" aria-labelledby="invites">
<h2 id="invites">Co-founders</h2>
<p class="muted">Invite them by email to edit the page with you.</p>
${
  draft.invites.length > 0 &&
  html`<ul>${draft.invites.map(
    ({ email, status }) => html`<li>${email} <span class="tag">${INVITE_STATES[status] ?? status}</span></li>`,
  )}</ul>`
}
${formTo(res, `/drafts/${draft.id}/invites`)}
${field({ name: "email", label: t`Email`, type: "email", fault, value: "", autocomplete: "off" })}
<p><button class="quiet">Send invitation</button></p>
</form></section>`;
