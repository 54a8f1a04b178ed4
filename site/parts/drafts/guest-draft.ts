import type { Response } from "express";
import { agreement, type Policies } from "#core/settings/policies.ts";
import { type Html, html, type Part } from "#core/text/html.ts";
import { crawlText } from "#domain/drafts/crawl-words.ts";
import { type DraftFieldName, labelOf } from "#domain/listings/fields.ts";
import { ASSIGNED } from "#domain/listings/shared-facts.ts";
import { countryName, joined, plural, t, type Words } from "#languages/words.ts";
import { csrfField, field, formTo, hidden } from "../../kit/form.ts";
import { icons } from "../../kit/icons.ts";
import { showDay, showUrl } from "../../kit/show.ts";
import { sentence } from "../listings/listing-parts.ts";
import { listedNotice, MODEL_FAILED, previewOf } from "./draft-editor.ts";
import { FORM, origin, pageName, quotesOf } from "./draft-fact.ts";
import { type DraftValues, type DraftView, valuesOf } from "./draft-form.ts";
import { pagePreview } from "./editor-preview.ts";

/** `logoUrl`: the copy of the logo, if there is one. */
type Guest = { draft: DraftView; endsAt: Date; res: Response; policies: Policies; logoUrl: string | null };

export const guestPath = (id: string): string => `/submit/${id}`;
export const savePath = (id: string): string => `${guestPath(id)}/save`;

export function guestDraft({ draft, endsAt, res, policies, logoUrl }: Guest): Html {
  const { id, url, status } = draft;
  const values = valuesOf(draft);
  const name = String(values.fields.name) || showUrl(url);
  const isReady = status === "ready";
  const isListed = draft.already_listed !== undefined;
  const [title, state] = progress(draft);
  const isMember = res.locals.session?.account !== undefined;
  return html`<div class="draftbar guest"><div class="wrap">
<p class="name"><b><bdi>${name}</bdi></b> <span class="small muted">Not saved yet. Kept in this browser until ${showDay(endsAt)}.</span></p>
<div id="live-save">${
    isReady &&
    !isListed &&
    (isMember
      ? html`${saveForm(res, id, t`Save my page`)}`
      : html`<a class="button sun" href="#live-keep">Save my page</a>`)
  }</div></div></div>
<div class="wrap draftintro"${!isReady && html` data-events="${guestPath(id)}/events"`}>
<h1 id="live-title">${title}</h1>
<p class="big" id="live-state" role="status">${state}</p>
<ol class="pages-read" id="live-pages" aria-label="Pages we read">${draft.crawl.pages.map(
    (page) => html`<li>${icons.check}<span>${pageName(page, url)}</span></li>`,
  )}</ol>
<div class="desk guest"><div><div class="keep" id="live-keep">${
    isReady && (isListed ? listedNotice(draft) : !isMember && keepForm(res, id, policies))
  }</div>
<div class="facts" id="live-facts">${facts(draft, values)}</div></div>
${pagePreview({
  shown: previewOf(values, name),
  logoUrl,
  proven: (field) => quotesOf(draft, field, values.fields[field]).length > 0,
  state: html`<span class="tag gold">Draft</span>`,
  page: null,
})}</div></div>`;
}

/** Saves the draft to the account of the session. A link would save it for any page that leads here. */
export const saveForm = (res: Response, id: string, words: Words, more?: Part): Html =>
  html`${formTo(res, savePath(id))}
<p class="row"><button class="sun">${words}</button> ${more}</p></form>`;

/** Saving needs an account, and an account needs no more than an address. */
const keepForm = (res: Response, id: string, policies: Policies): Html => html`<form method="post" action="/sign-up">
<h2>Save your page</h2>
<p>We will email you a link to edit and publish your page.
It is free and needs no password. Nothing is published until you decide.</p>
${csrfField(res)}${hidden("return_to", savePath(id))}
${field({ name: "email", label: t`Email`, type: "email", autocomplete: "email" })}
<p class="row"><button class="sun">Save my page</button> <a href="/sign-in?return_to=${encodeURIComponent(
  savePath(id),
)}">I already have an account</a></p>
${agreement("saving it", policies)}</form>`;

function progress({ url, status, crawl, already_listed: listed }: DraftView): [title: Words, words: Html] {
  const site = html`<bdi>${showUrl(url)}</bdi>`;
  const pages = plural(crawl.pages.length, "page");
  if (status === "crawling")
    return [
      t`We are reading your website`,
      crawl.pages.length === 0 ? html`Opening ${site}.` : html`${pages} of ${site} read so far.`,
    ];
  if (status === "drafting")
    return [t`We are writing your page`, html`Based on ${pages} of ${site}, with a quote for every fact.`];
  if (listed) return [t`This website is already listed`, html`We read ${pages} of ${site}.`];
  if (crawl.error)
    return [
      t`We could not read your website`,
      html`${crawlText(crawl.error.detail)} ${html`Save the page and write it yourself, or
<a href="/submit?url=${encodeURIComponent(url)}">try another address</a>.`}`,
    ];
  return [
    t`Here is your page`,
    html`${html`We read ${pages} of ${site}.`} ${crawl.model_failed && [MODEL_FAILED, " "]}${t`Save it to edit anything.`}`,
  ];
}

/** A value as people read it: no codes and no address in full. */
function words(name: DraftFieldName, value: string | string[]): Part {
  const text = [value].flat().join(", ");
  if (name === "country") return countryName(text);
  if (name === "demo_video_url") return showUrl(text);
  return name === "stage" || name === "pricing_model" ? sentence(text) : text;
}

const SHOWN = FORM.filter((name) => name !== "logo_url");

/** What the website says, and what was not found on it, once all of it was read. */
function facts(draft: DraftView, { fields }: DraftValues): Html {
  const found = SHOWN.filter((name) => fields[name].length > 0);
  const missing =
    draft.status === "ready" ? SHOWN.filter((name) => fields[name].length === 0 && !ASSIGNED.includes(name)) : [];
  const labels = joined(missing.map(labelOf), ", ");
  return html`${found.map(
    (name) =>
      html`<div class="fact"><h2>${labelOf(name)}</h2><p><bdi>${words(name, fields[name])}</bdi></p>
${origin(name, fields[name], draft)}</div>`,
  )}${
    missing.length > 0 &&
    html`<p class="from gap">${html`<b>Not found on the pages we read:</b> ${labels}.
You can add this after you save the page.`}</p>`
  }${found.length === 0 && draft.status !== "ready" && html`<p class="muted">Facts appear here as we find them, each with its quote.</p>`}`;
}
