import { type Html, href, html, type Part } from "#core/text/html.ts";
import { type DraftFieldName, FACTS, type FieldName } from "#domain/listings/fields.ts";
import { hueOfText } from "#domain/pictures/hues.ts";
import { countryName, joined, PHRASES, type Text, t, type Words } from "#languages/words.ts";
import { logo } from "../../kit/faces.ts";
import { icons } from "../../kit/icons.ts";

import { worded } from "../listings/listing-facts.ts";
import { faqList, sentence } from "../listings/listing-parts.ts";

/** What a profile says, with its fields as a form has them: text everywhere, "" if empty. */
export type Previewed = {
  fields: Partial<Record<FieldName, string | string[]>>;
  makers: string[];
  faqs: { question: Text; answer: Text }[];
};

/** `proven`: whether a quote supports the field. `page`: the public page, if any; null outside editors. */
type Preview = {
  shown: Previewed;
  slug?: string | undefined;
  logoUrl: string | null;
  proven: (name: DraftFieldName) => boolean;
  state: Part;
  page?: string | null | undefined;
};

type PreviewRow = [label: Text, value: Part, isProven?: boolean];

export function pagePreview({ shown, slug, logoUrl, proven, state, page }: Preview): Html {
  const text = (name: FieldName): string => [shown.fields[name] ?? []].flat().join(", ");
  const list = (name: FieldName): string[] => [shown.fields[name] ?? []].flat();
  const [name, tagline] = [text("name"), text("tagline")];
  const named = { name, logo_url: logoUrl, ...(slug && { slug }) };
  const rows: PreviewRow[] = [
    [
      t`Price`,
      text("pricing_summary") || sentence(text("pricing_model")),
      proven("pricing_summary") || proven("pricing_model"),
    ],
    [t`Category`, list("categories")[0], proven("categories")],
    [t`Stage`, sentence(text("stage")), proven("stage")],
    [
      t`Based in`,
      text("city") || text("country") ? joined([text("city"), countryName(text("country"))], PHRASES) : "",
      proven("country"),
    ],
    ...FACTS.filter(({ isBrief }) => isBrief).map(
      ({ label, name }): PreviewRow => [label, worded(name, text(name)), proven(name)],
    ),
    [t`Made by`, shown.makers.join(", ")],
  ];
  return html`<section class="preview hue-${hueOfText(slug ?? name)}" id="preview" aria-label="Preview of your page" tabindex="0">
<div class="chrome"><b>Preview</b>${
    page
      ? html`<a href="${href(page)}">Open page</a>`
      : page !== null && html`<button class="link-button" name="act" value="preview" data-plain>Refresh</button>`
  }</div>
<div class="in"><p class="row">${logo(named, "big")}${state}</p>
<h2><bdi>${name}</bdi></h2>
${tagline && html`<p class="big"><bdi>${tagline}</bdi></p>`}
<div class="poster words" aria-hidden="true">${logo(named)}<p>${tagline || name}</p></div>
${[...new Set([text("short_description"), text("description") || text("summary")])].map(
  (text) =>
    text &&
    html`<p
class="prose">${text}</p>`,
)}
${bullets(t`Features`, list("features"))}${bullets(t`What sets it apart`, list("usps"))}
<dl class="kv">${rows.map(
    ([label, value, isProven]) =>
      value &&
      html`<div><dt>${label}</dt><dd dir="auto">${value}${isProven && html` <span class="proof">${icons.check}Proof</span>`}</dd></div>`,
  )}</dl>
${list("tags").length > 0 && html`<ul class="tags">${list("tags").map((tag) => html`<li class="tag">${tag}</li>`)}</ul>`}
${faqList(shown.faqs)}</div></section>`;
}

const bullets = (title: Words, items: string[]): Html | false =>
  items.length > 0 && html`<h3>${title}</h3><ul class="ticks">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
