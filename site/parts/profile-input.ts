import type { Html } from "../../core/html.ts";
import { type FieldName, fieldOf, isListField, MOST_ENTRIES } from "../../domain/fields.ts";
import type { SectionField } from "../../domain/section-fields.ts";
import { type Faults, field } from "../kit/form.ts";

/** The label, hint, type and limits of a profile field's input. A list has one entry per line. */
export function profileInput(name: FieldName) {
  const { label, hint, kind, rows, listingMax } = fieldOf(name);
  const type = rows ? "textarea" : kind === "email" ? "email" : kind === "video" || kind === "picture" ? "url" : "text";
  return {
    label,
    hint,
    type,
    rows,
    maxLength: isListField(name) ? MOST_ENTRIES * (listingMax + 1) : listingMax,
    autocomplete: "off",
    required: false,
  } as const;
}

/** The input of a part of a section. Rows of a list are not required: an emptied one is removed. */
export const sectionInput = (
  name: string,
  { label, hint, kind, rows, max }: SectionField,
  value: string | undefined,
  faults: Faults,
  required = false,
): Html =>
  field({
    name,
    label,
    hint,
    type: rows ? "textarea" : kind === "date" || kind === "url" ? kind : "text",
    rows,
    value: value ?? "",
    fault: faults[name],
    autocomplete: "off",
    required,
    maxLength: max,
  });
