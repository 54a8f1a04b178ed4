import { type Html, href, html, type Part } from "../../core/html.ts";
import { type DraftFieldName, isListField, labelOf } from "../../domain/fields.ts";
import { choice, type Faults, field } from "../kit/form.ts";
import type { DraftValues, DraftView } from "./draft-form.ts";
import { profileInput } from "./profile-input.ts";

/** The choices of the form's lists. */
export type Offers = { categories: string[]; countries: (readonly [code: string, name: string])[] };

/** In the order of the form. */
export const FACTS: readonly DraftFieldName[] = [
  "name",
  "tagline",
  "short_description",
  "description",
  "categories",
  "features",
  "usps",
  "pricing_summary",
  "pricing_model",
  "stage",
  "country",
  "city",
  "founded_year",
  "contact_email",
  "logo_url",
  "demo_video_url",
  "keywords",
  "tags",
];
/** Side by side if there is room. */
const SHORT: readonly DraftFieldName[] = ["pricing_model", "stage", "country", "city", "founded_year", "contact_email"];
/** Ids of the page's lists of suggestions. */
const SUGGESTIONS: Partial<Record<DraftFieldName, string>> = { pricing_model: "pricing-models", stage: "stages" };
/** Id of a field's input on the page. */
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

/** One field of a draft: its state, input, quotes and buttons. */
export function fact(
  name: DraftFieldName,
  draft: DraftView,
  values: DraftValues,
  faults: Faults,
  offers: Offers,
): Html {
  const [tone, words] = STATES[draft.fields[name]?.state ?? "not_found"];
  const note = html` <span class="tag ${tone}">${words}</span>`;
  return html`<div class="fact ${SHORT.includes(name) && "short"}">${input(name, values.fields[name], note, faults, offers)}${origin(name, draft)}</div>`;
}

function input(name: DraftFieldName, value: string | string[], note: Html, faults: Faults, offers: Offers): Part {
  const look = profileInput(name);
  const place = `fields.${name}`;
  if (name === "categories") return categories([value].flat(), note, faults, offers);
  if (name === "country")
    return choice({
      name: place,
      label: look.label,
      note,
      value: String(value),
      fault: faults[place],
      options: offers.countries,
    });
  return field({
    ...look,
    name: place,
    note,
    value: isListField(name) ? [value].flat().join("\n") : String(value),
    // An item of a list is named by its number.
    fault: faults[place] ?? Object.entries(faults).find(([at]) => at.startsWith(`${place}.`))?.[1],
    suggestions: SUGGESTIONS[name],
  });
}

/** The first counts; a paid launch shows up to three. */
const categories = (values: string[], note: Html, faults: Faults, offers: Offers): Part =>
  [...values, ""].slice(0, 20).map((value, index) =>
    choice({
      name: `fields.categories.${index}`,
      label: index === 0 ? "Category" : `Another category (${index + 1})`,
      note: index === 0 && note,
      hint: index === 1 && "Further categories are shown after you buy them.",
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
    known?.locked ? button("unlock", "Unlock") : button("lock", "Lock"),
    hasOurs && known.state !== "ai" && button("restore", "Restore our text"),
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
