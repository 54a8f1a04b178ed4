import type { DraftFieldName } from "../domain/draft.ts";
import { type DraftValues, type DraftView, isList } from "./draft-form.ts";
import { choice, type Faults, field } from "./form.ts";
import { type Html, href, html, type Part } from "./html.ts";

/** What the lists of the form offer. */
export type Offers = { categories: string[]; countries: (readonly [code: string, name: string])[] };

type Look = {
  label: string;
  hint?: string;
  kind?: "email" | "url" | "text";
  rows?: number;
  max?: number;
  suggestions?: string;
  /** Stands beside another where there is room. */
  isShort?: true;
};

const LOOKS: Record<DraftFieldName, Look> = {
  name: { label: "Name", max: 120 },
  tagline: { label: "Tagline", hint: "What it does, in one line.", max: 200 },
  short_description: { label: "Short description", hint: "One or two sentences.", kind: "text", rows: 2, max: 300 },
  description: { label: "Description", kind: "text", rows: 8, max: 20_000 },
  categories: { label: "Category" },
  features: { label: "Features", hint: "One a line, up to 20.", kind: "text", rows: 5, max: 4_100 },
  usps: { label: "What sets it apart", hint: "One a line, up to 20.", kind: "text", rows: 3, max: 4_100 },
  pricing_summary: { label: "Prices in one sentence", max: 300 },
  pricing_model: {
    isShort: true,
    label: "Pricing model",
    hint: "Like freemium, subscription or one_time.",
    max: 40,
    suggestions: "pricing-models",
  },
  stage: {
    isShort: true,
    label: "Stage",
    hint: "Like idea, mvp, launched or growing.",
    max: 40,
    suggestions: "stages",
  },
  country: { isShort: true, label: "Country" },
  city: { isShort: true, label: "City", max: 120 },
  founded_year: { isShort: true, label: "Founded in", hint: "A year.", max: 4 },
  contact_email: { isShort: true, label: "Contact address", kind: "email", max: 254 },
  logo_url: { label: "Logo", hint: "An https link to a picture.", kind: "url", max: 500 },
  demo_video_url: { label: "Demo video", hint: "An https link to YouTube.", kind: "url", max: 500 },
  keywords: { label: "Keywords", hint: "One a line. Search looks here.", kind: "text", rows: 4, max: 4_100 },
  tags: { label: "Tags", hint: "One a line.", kind: "text", rows: 3, max: 4_100 },
};

/** In the order in which a person goes through them. */
export const FACTS = Object.keys(LOOKS) as DraftFieldName[];
export const labelOf = (name: string): string => LOOKS[name as DraftFieldName]?.label ?? name;
/** Where the input of a field is on the page. */
export const anchorOf = (name: string): string => (name === "categories" ? "fields.categories.0" : `fields.${name}`);

type DraftField = DraftView["fields"][string];

const STATES: Record<DraftField["state"], readonly [tone: string, words: string]> = {
  ai: ["good", "From your site"],
  not_found: ["warm", "Not found on your site"],
  edited: ["", "Edited"],
  manual: ["", "Written by you"],
  override: ["", "Locked"],
  deleted: ["", "Removed"],
};

/** One field of a draft: its state, its input, where its words come from, and what can be done with it. */
export function fact(
  name: DraftFieldName,
  draft: DraftView,
  values: DraftValues,
  faults: Faults,
  offers: Offers,
): Html {
  const [tone, words] = STATES[draft.fields[name]?.state ?? "not_found"];
  const note = html` <span class="tag ${tone}">${words}</span>`;
  return html`<div class="fact ${LOOKS[name].isShort && "short"}">${input(name, values.fields[name], note, faults, offers)}${origin(name, draft)}</div>`;
}

function input(name: DraftFieldName, value: string | string[], note: Html, faults: Faults, offers: Offers): Part {
  const { label, hint, kind, rows, max, suggestions } = LOOKS[name];
  const place = `fields.${name}`;
  if (name === "categories") return categories([value].flat(), note, faults, offers);
  if (name === "country")
    return choice({ name: place, label, note, value: String(value), fault: faults[place], options: offers.countries });
  return field({
    name: place,
    label,
    note,
    hint,
    value: isList(name) ? [value].flat().join("\n") : String(value),
    // An item of a list is named by its number.
    fault: faults[place] ?? Object.entries(faults).find(([at]) => at.startsWith(`${place}.`))?.[1],
    autocomplete: "off",
    required: false,
    type: kind === "text" ? "textarea" : (kind ?? "text"),
    maxLength: max,
    rows,
    suggestions,
  });
}

/** The first counts; a bought place shows up to three more. */
const categories = (values: string[], note: Html, faults: Faults, offers: Offers): Part =>
  [...values, ""].slice(0, 20).map((value, index) =>
    choice({
      name: `fields.categories.${index}`,
      label: index === 0 ? "Category" : `Another category (${index + 1})`,
      note: index === 0 && note,
      hint: index === 1 && "More than one shows only once it is bought.",
      value,
      fault: faults[`fields.categories.${index}`] ?? (index === 0 ? faults["fields.categories"] : undefined),
      options: offers.categories.map((category) => [category, category]),
    }),
  );

/** Quotes from the website, and the buttons. Each button saves what was typed, too. */
function origin(name: DraftFieldName, draft: DraftView): Html | false {
  const known = draft.fields[name];
  const evidence = known?.evidence ?? [];
  const hasOurs = known !== undefined && known.ai_value !== null;
  const button = (act: string, words: string) =>
    html`<button class="link-button" name="act" value="${act}.${name}">${words}<span class="unseen"> ${labelOf(name)}</span></button>`;
  const buttons = [
    known?.locked
      ? // Unlocking takes a field back to our words for a moment, which a listing may not be without.
        (hasOurs || draft.listing_id === null) && button("unlock", "Unlock")
      : button("lock", "Lock"),
    hasOurs && known.state !== "ai" && button("restore", "Back to our words"),
    !known?.locked && draft.crawl.pages.length > 0 && button("regenerate", "Write again"),
  ].filter(Boolean);
  return html`<div class="origin">
${
  evidence.length > 0 &&
  html`<details><summary>${evidence.length === 1 ? "A quote" : `${evidence.length} quotes`} from your site<span class="unseen"> for ${labelOf(name)}</span></summary>
${evidence.map(({ quote, url }) => html`<blockquote><p>${quote}</p><a class="small" href="${href(url)}" rel="noopener">${url}</a></blockquote>`)}</details>`
}
<p class="acts">${buttons}</p>
</div>`;
}
