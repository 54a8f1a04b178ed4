import type { Request, Response } from "express";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import { cleanText } from "#domain/text/text.ts";
import { type Text, t } from "#languages/words.ts";

/** One field of a sent form as clean text; "" when it is absent or sent twice. */
export function formText(req: Request, name: string): string {
  const value: unknown = req.body?.[name];
  return typeof value === "string" ? cleanText(value) : "";
}

/** The different entries of a text, like the lines of a textarea. */
export const entriesOf = (text: string, between: RegExp): string[] => [
  ...new Set(
    text
      .split(between)
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
];

export function formSecret(req: Request, name: string): string {
  const value: unknown = req.body?.[name];
  return typeof value === "string" ? value : "";
}

export function formList(req: Request, name: string): string[] {
  const value: unknown = req.body?.[name];
  return [value]
    .flat()
    .filter((item) => typeof item === "string")
    .map(cleanText);
}

/** A query parameter; "" if it is absent or given twice. */
export function queryText(req: Request, name: string): string {
  const value = req.query[name];
  return typeof value === "string" ? value : "";
}

export const hidden = (name: string, value: Part): Html => html`<input type="hidden" name="${name}" value="${value}">`;

export const csrfField = (res: Response): Html => hidden("csrf", res.locals.session?.csrf);

/** Opens a form that is sent to `path`. `more` is its class or its other attributes. */
export const formTo = (res: Response, path: string, more: string | Html = ""): Html =>
  html`<form method="post" action="${href(path)}"${
    typeof more === "string" ? more && html` class="${more}"` : more
  }>${csrfField(res)}`;

export type Faults = Record<string, Text | undefined>;
export const hasFaults = (faults: Faults): boolean => Object.values(faults).some(Boolean);

type Field = {
  name: string;
  id?: string;
  label: Text;
  type?: "text" | "email" | "password" | "url" | "date" | "textarea";
  value?: string | undefined;
  hint?: Part;
  fault?: Text | undefined;
  autocomplete: string;
  required?: boolean;
  maxLength?: number | undefined;
  minLength?: number;
  /** The limit of a text that is counted and never cut: what is too long is said. */
  count?: number | undefined;
  /** Entries with commas between; a script makes chips of them. */
  hasEntries?: boolean | undefined;
  rows?: number | undefined;
  note?: Part;
  suggestions?: string | undefined;
};

export function field({
  name,
  id = name,
  label,
  type = "text",
  value,
  hint,
  fault,
  autocomplete,
  required = true,
  maxLength = 254,
  minLength,
  count,
  hasEntries = false,
  rows = 4,
  note,
  suggestions,
}: Field): Html {
  const attributes = [
    html` autocomplete="${autocomplete}"`,
    count === undefined ? html` maxlength="${maxLength}"` : html` data-count="${count}"`,
    hasEntries && html` data-entries`,
    minLength !== undefined && html` minlength="${minLength}"`,
    required && html` required`,
    suggestions && html` list="${suggestions}"`,
    describedBy(id, hint, fault),
    type === "email" && html` autocapitalize="none" spellcheck="false"`,
  ];
  return html`<div class="field">
<label for="${id}">${label}</label>${note}
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${
  type === "textarea"
    ? // The first newline of a textarea is not part of its text.
      html`<textarea id="${id}" name="${name}" rows="${rows}"${attributes}>\n${value}</textarea>`
    : html`<input id="${id}" name="${name}" type="${type}" value="${value}"${attributes}>`
}
${fault && html`<p class="fault" id="${id}-fault">${fault}</p>`}
</div>`;
}

const describedBy = (id: string, hint: Part, fault: Text | undefined): Part => {
  const ids = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ");
  return [ids && html` aria-describedby="${ids}"`, fault && html` aria-invalid="true"`];
};

export type Option = readonly [value: string, label: Text, group?: Text | undefined];
type Choice = Pick<Field, "name" | "id" | "label" | "value" | "hint" | "fault" | "note"> & {
  options: readonly Option[];
  none?: Text;
  required?: boolean;
};

/** Longer lists get a field that filters them, by a script. */
const MOST_UNSIFTED = 20;

/** A label and a select, empty at first. A value that is not in the list stays selectable. */
export function choice({
  name,
  id = name,
  label,
  value = "",
  hint,
  fault,
  note,
  options,
  none = t`None`,
  required = false,
}: Choice): Html {
  const known: readonly Option[] =
    options.some(([option]) => option === value) || value === "" ? options : [[value, value], ...options];
  return html`<div class="field">
<label for="${id}">${label}</label>${note}
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
<select id="${id}" name="${name}"${required && html` required`}${describedBy(id, hint, fault)}${
    options.length > MOST_UNSIFTED && html` data-sift="${t`Filter`}"`
  }>
<option value="">${none}</option>
${optionsOf(known, value)}
</select>
${fault && html`<p class="fault" id="${id}-fault">${fault}</p>`}
</div>`;
}

/** Neighbors of the same group stand below its name. */
export function optionsOf(options: readonly Option[], value: string | readonly string[] = ""): Html[] {
  const chosen = [value].flat();
  const groups = [...Map.groupBy(options, ([, , group]) => group)];
  return groups.map(([group, members]) => {
    // A code that is its own label is the same in every language.
    const made = members.map(
      ([option, text]) =>
        html`<option value="${option}"${chosen.includes(option) && html` selected`}${option === text && html` translate="no"`}>${text}</option>`,
    );
    return group === undefined ? html`${made}` : html`<optgroup label="${group}">${made}</optgroup>`;
  });
}

export const radio = (name: string, value: string, isOn: boolean, label: Part): Html =>
  html`<label class="check"><input type="radio" name="${name}" value="${value}"${isOn && html` checked`}><span>${label}</span></label>`;

export const formFault = (text: Text | undefined): Html | undefined =>
  text ? html`<div class="notice bad" role="alert">${text}</div>` : undefined;
