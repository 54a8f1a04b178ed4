import { type Html, href, html, type Part } from "#core/text/html.ts";
import { readableHost } from "#core/text/readable-host.ts";
import type { Place } from "#domain/listings/evidence.ts";
import { DRAFT_FIELDS, type DraftFieldName, inRuns, labelOf } from "#domain/listings/fields.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { typedOwn } from "#domain/listings/own-values.ts";
import { ASSIGNED } from "#domain/listings/shared-facts.ts";
import { joined, plural, saidAgain, t, type Words } from "#languages/words.ts";
import type { Faults } from "../../kit/form.ts";
import { uploadField } from "../pictures/upload-field.ts";
import { type DraftValues, type DraftView, valuesOf } from "./draft-form.ts";
import { type Done, doneNote } from "./editor-frame.ts";
import { isSame } from "./form-marks.ts";
import { ownField } from "./own-inputs.ts";
import { type Offers, profileInput } from "./profile-input.ts";

export const FORM = inRuns(DRAFT_FIELDS, [
  ...(["name", "categories", "features", "pricing_summary", "pricing_model", "stage", "country"] as const),
  ...(["logo_url", "demo_video_url", "keywords", "tags"] as const),
]);

export const anchorOf = (name: string): string => (name === "categories" ? "fields.categories.0" : `fields.${name}`);

type Quote = DraftView["fields"][string]["evidence"][number];
type Fact = {
  values: DraftValues;
  faults: Faults;
  offers: Offers;
  done: Done | undefined;
  conflicts: readonly string[];
};

export function fact(name: DraftFieldName, draft: DraftView, { values, faults, offers, done, conflicts }: Fact): Html {
  const part = `fields.${name}`;
  const value = values.fields[name];
  const note = html`<span class="tools">${buttons(name, draft)}</span>`;
  return html`<div class="fieldcard" id="card.${name}" data-card>
${profileInput(name, { value, faults, offers, note })}
${name === "logo_url" && logoUpload}<div class="after">${
    conflicts.includes(part) && conflictButtons(part)
  }${question(name, draft)}${done?.part === part && doneNote(done)}${origin(name, value, draft)}</div></div>`;
}

type Own = NonNullable<DraftView["attributes"]>[number];

/** A field of this directory. */
export function ownFact(
  { key, state, locked: isLocked, value, evidence }: Own,
  { crawl, url: site }: DraftView,
  { values, faults, done, conflicts, ownFields }: Fact & { ownFields: readonly OwnField[] },
): Html {
  const part = `attributes.${key}`;
  const field = ownFields.find((one) => one.key === key);
  if (!field || field.editors === "team") return html``;
  const typed = values.attributes[key] ?? "";
  const button = (act: string, words: Words) =>
    html`<button class="link-button" name="act" value="${act}.${part}">${words}<span class="unseen"> ${field.label}</span></button> `;
  const isDrafted = field.drafted !== undefined && crawl.pages.length > 0;
  const tools = isLocked
    ? [html`<span class="tag good">Locked</span> `, button("unlock", t`Unlock`)]
    : isDrafted && [
        ["edited", "deleted"].includes(state) && button("restore", t`Restore our version`),
        button("regenerate", t`Rewrite`),
        button("lock", t`Lock`),
      ];
  const isSaved = typed === typedOwn(value ?? undefined);
  const from = isSaved
    ? evidence.map(
        ({ quote, url }) =>
          html`<p class="from"><b>From your site</b> <q dir="auto">${quote}</q> <a href="${href(url)}" rel="noopener">${pageName(url, site)}</a></p>`,
      )
    : [];
  return html`<div class="fieldcard" id="card.${part}" data-card>${ownField(field, typed, { faults, note: html`<span class="tools">${tools}</span>` })}
<div class="after">${conflicts.includes(part) && conflictButtons(part)}${done?.part === part && doneNote(done)}${from}</div></div>`;
}

const logoUpload = uploadField({
  name: "file.logo_url",
  label: t`Or upload your logo`,
  shape: "square",
  button: ["act", "upload.logo_url"],
  into: { address: "fields.logo_url" },
});

function buttons(name: DraftFieldName, { fields, crawl }: DraftView): Html[] {
  const known = fields[name];
  const button = (act: string, words: Words) =>
    html`<button class="link-button" name="act" value="${act}.${name}">${words}<span class="unseen"> ${labelOf(name)}</span></button> `;
  if (known?.locked) return [html`<span class="tag good">Locked</span> `, button("unlock", t`Unlock`)];
  return [
    ...(known && known.ai_value !== null && known.state !== "ai" ? [button("restore", t`Restore our version`)] : []),
    ...(crawl.pages.length > 0 ? [button("regenerate", t`Rewrite`), button("lock", t`Lock`)] : []),
  ];
}

export const conflictButtons = (part: string): Html =>
  html`<p class="row tight"><button class="quiet slim" name="act" value="mine.${part}">Keep my version</button>
<button class="quiet slim" name="act" value="theirs.${part}">Use the other version</button></p>`;

function question(name: DraftFieldName, { fields, questions, candidates, url: site }: DraftView): Html | false {
  const answers = questions?.[name];
  const offered = answers ?? candidates?.[name];
  if (!offered) return false;
  const asks = answers
    ? html`<b>Your site gives ${plural(answers.length, "different answer")}.</b> Which is right?`
    : html`<b>Is this right?</b> We are not sure: ${saidAgain(candidates?.[name]?.[0]?.reason ?? "")}.`;
  return html`<p class="from gap">${asks}</p>
${offered.map(
  ({ value, evidence: [from] }) =>
    html`<p class="from">${
      isSame(String(value), String(fields[name]?.value ?? ""))
        ? html`<button class="quiet slim" name="act" value="lock.${name}">Keep ${String(value)}</button>`
        : html`<button class="quiet slim" name="act" value="choose.${name}.${String(value)}">Use ${String(value)}</button>`
    } ${
      from &&
      html`<q dir="auto">${from.quote}</q> <a href="${href(from.url)}" rel="noopener">${pageName(from.url, site)}</a>`
    }</p>`,
)}`;
}

/** The first quotes; more of them fold away. */
const SHOWN_QUOTES = 2;

/** The quotes of a field. They stand for what is saved, not for what was typed since. */
export const quotesOf = (draft: DraftView, name: DraftFieldName, value: string | string[]): Quote[] =>
  isSame(value, valuesOf(draft).fields[name]) ? (draft.fields[name]?.evidence ?? []) : [];

export function origin(name: DraftFieldName, value: string | string[], draft: DraftView): Html {
  const { url: site, crawl } = draft;
  const quotes = quotesOf(draft, name, value).filter(
    ({ quote }, index, all) => all.findIndex((other) => other.quote === quote) === index,
  );
  if (quotes.length > 0) {
    const lines = quotes.map(
      ({ quote, url, stated_in: places = [] }) =>
        html`<p class="from"><b>From your site</b> <q dir="auto">${quote}</q> <a href="${href(url)}" rel="noopener">${pageName(url, site)}</a>${
          places.length > 1 &&
          html` <span class="muted">Stated in ${plural(places.length, "place")}: ${joined(
            places.map((place) => PLACE_NAMES[place]),
            ", ",
          )}</span>`
        }</p>`,
    );
    const more = lines.slice(SHOWN_QUOTES);
    return html`${lines.slice(0, SHOWN_QUOTES)}${
      more.length > 0 &&
      html`<details class="more"><summary>${plural(more.length, "more quote")}</summary>${more}</details>`
    }`;
  }
  const isOurs = draft.fields[name]?.state === "ai" && isSame(value, valuesOf(draft).fields[name]);
  if (value.length > 0) return html`<p class="from own"><b>${isOurs ? t`Written by us` : t`Written by you`}</b></p>`;
  if (crawl.pages.length === 0 || draft.questions?.[name] || draft.candidates?.[name] || ASSIGNED.includes(name))
    return html``;
  return html`<p class="from gap"><b>Not found on the pages we read</b></p>`;
}

const PLACE_NAMES: Record<Place, Words> = {
  title: t`page title`,
  metadata: t`metadata`,
  structured_data: t`structured data`,
  heading: t`headings`,
  text: t`text`,
};

/** "front page", or the path of another page of the site. */
export function pageName(url: string, site: string): Part {
  const { pathname, host } = new URL(url);
  if (pathname === "/" || url === site) return t`front page`;
  const path = decodePath(pathname);
  return html`<bdi dir="ltr">${host === new URL(site).host ? path : `${readableHost(host)}${path}`}</bdi>`;
}
function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
