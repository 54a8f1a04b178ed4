import { type Html, html, type Part } from "#core/text/html.ts";
import { LONGEST, type OwnField, type OwnValue } from "#domain/listings/own-fields.ts";
import { readOwn, typedOwn } from "#domain/listings/own-values.ts";
import { t } from "#languages/words.ts";
import { choice, type Faults, field } from "../../kit/form.ts";
import { theirs } from "../../kit/theirs.ts";

/** What forms have of fields of the site: texts by key, "" if empty. */
export type OwnTexts = Record<string, string>;

export const ownTexts = (values: readonly { key: string; value: OwnValue | null }[]): OwnTexts =>
  Object.fromEntries(values.map(({ key, value }) => [key, typedOwn(value ?? undefined)]));

/** What was sent for a field. Boxes, each with a name of its own, are one text, as in a cell of a table. */
export const ownText = (body: Record<string, unknown>, key: string): string =>
  Object.entries(body)
    .flatMap(([name, sent]) =>
      name === `attributes.${key}` || name.startsWith(`attributes.${key}.`) ? [sent].flat() : [],
    )
    .filter((one): one is string => typeof one === "string" && one.trim() !== "")
    .map((one) => one.trim())
    .join("; ");

/** Values as operations take them; an empty text removes. */
export const ownInput = (fields: readonly OwnField[], texts: OwnTexts): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((one) => {
      const text = texts[one.key];
      return text === undefined ? [] : [[one.key, readOwn(one, text) ?? null]];
    }),
  );

const TYPES = { date: "date", link: "url" } as const;

/** The input of a field of the site. */
export function ownField(one: OwnField, value: string, { faults, note }: { faults: Faults; note?: Part }): Part {
  const { key, kind, hint, unit, options = [] } = one;
  const name = `attributes.${key}`;
  const fault = faults[name] ?? Object.entries(faults).find(([at]) => at.startsWith(`${name}.`))?.[1];
  const label = unit === undefined ? one.label : t`${one.label} (${unit})`;
  const common = { name, label, fault, ...(note !== undefined && { note }) };
  if (kind === "flag") return choice({ ...common, value, options: [["yes", t`Yes`] as const, ["no", t`No`] as const] });
  if (kind === "choice" && options.length > 0)
    return choice({ ...common, value, options: options.map((option) => [option.value, option.label] as const) });
  if (kind === "choices" && options.length > 0) return boxes(one, value, { fault, note });
  const isList = kind === "choices" || kind === "licence";
  return field({
    ...common,
    hint: hint === undefined ? (isList ? t`Separate several values with semicolons.` : undefined) : theirs(hint),
    type: kind === "text" ? "textarea" : kind === "date" || kind === "link" ? TYPES[kind] : "text",
    rows: kind === "text" ? 5 : undefined,
    value,
    maxLength: kind === "line" || kind === "text" || kind === "link" ? LONGEST[kind] : 2000,
    autocomplete: "off",
    required: false,
  });
}

type Boxes = { fault: Faults[string]; note: Part };
/** The empty input comes first, so that none chosen is sent, too. */
function boxes({ key, label, hint, options = [] }: OwnField, value: string, { fault, note }: Boxes): Html {
  const chosen = value.split("; ");
  const name = `attributes.${key}`;
  return html`<fieldset class="field" id="${name}"><legend>${label} ${note}</legend><input type="hidden" name="${name}" value="">
${options.map(
  (option) =>
    html`<label class="check"><input type="checkbox" name="${name}.${option.value}" value="${option.value}"${chosen.includes(option.value) && html` checked`}><span>${option.label}</span></label>`,
)}${hint && html`<p class="hint">${theirs(hint)}</p>`}${fault && html`<p class="fault">${fault}</p>`}</fieldset>`;
}
