import { type Html, href, html, type Part } from "../../../core/text/html.ts";
import type { DraftFieldName } from "../../../domain/listings/fields.ts";
import { hueOfText } from "../../../domain/pictures/hues.ts";
import { countryName } from "../../kit/country.ts";
import { logo } from "../../kit/faces.ts";
import { icons } from "../../kit/icons.ts";
import { faqList, sentence } from "../listings/listing-parts.ts";

/** What a profile says, as a form has it: text everywhere, "" if empty. */
export type Previewed = {
  name: string;
  tagline: string;
  short_description: string;
  description: string;
  features: string[];
  usps: string[];
  price: string;
  stage: string;
  category: string;
  country: string;
  city: string;
  founded_year: string;
  makers: string[];
  tags: string[];
  faqs: { question: string; answer: string }[];
};

/** `proven` names what a quote stands for; `page` is the public page, if there is one; null if nothing is edited. */
type Preview = {
  shown: Previewed;
  slug?: string | undefined;
  logoUrl: string | null;
  proven: (name: DraftFieldName) => boolean;
  state: Part;
  page?: string | null | undefined;
};

/** The page as it will look, beside its form. */
export function pagePreview({ shown, slug, logoUrl, proven, state, page }: Preview): Html {
  const named = { name: shown.name, logo_url: logoUrl, ...(slug && { slug }) };
  const rows: [label: string, value: Part, isProven?: boolean][] = [
    ["Price", shown.price, proven("pricing_summary") || proven("pricing_model")],
    ["Category", shown.category, proven("categories")],
    ["Stage", sentence(shown.stage), proven("stage")],
    ["Based in", [shown.city, countryName(shown.country)].filter(Boolean).join(", "), proven("country")],
    ["Founded", shown.founded_year, proven("founded_year")],
    ["Made by", shown.makers.join(", ")],
  ];
  return html`<section class="preview hue-${hueOfText(slug ?? shown.name)}" id="preview" aria-label="Preview of your page" tabindex="0">
<div class="chrome"><b>Preview</b>${
    page
      ? html`<a href="${href(page)}">Open the page</a>`
      : page !== null && html`<button class="link-button" name="act" value="preview" data-plain>Update</button>`
  }</div>
<div class="in"><p class="row">${logo(named, "big")}${state}</p>
<h2><bdi>${shown.name}</bdi></h2>
${shown.tagline && html`<p class="big"><bdi>${shown.tagline}</bdi></p>`}
<div class="poster words" aria-hidden="true">${logo(named)}<p>${shown.tagline || shown.name}</p></div>
${[...new Set([shown.short_description, shown.description])].map((text) => text && html`<p class="prose">${text}</p>`)}
${bullets("Features", shown.features)}${bullets("What sets it apart", shown.usps)}
<dl class="kv">${rows.map(
    ([label, value, isProven]) =>
      value &&
      html`<div><dt>${label}</dt><dd>${value}${isProven && html` <span class="proof">${icons.check}Proof</span>`}</dd></div>`,
  )}</dl>
${shown.tags.length > 0 && html`<ul class="tags">${shown.tags.map((tag) => html`<li class="tag">${tag}</li>`)}</ul>`}
${faqList(shown.faqs)}</div></section>`;
}

const bullets = (title: string, items: string[]): Html | false =>
  items.length > 0 && html`<h3>${title}</h3><ul class="ticks">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
