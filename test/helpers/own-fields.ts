import { saveField } from "../../actions/site/own-fields.ts";
import type { OwnField } from "../../domain/listings/own-fields.ts";
import type { Store } from "../../store/store.ts";

export const ownField = (key: string, kind: OwnField["kind"], more: Partial<OwnField> = {}): OwnField => ({
  ...{ key, kind, label: key.charAt(0).toUpperCase() + key.slice(1), editors: "owner" },
  shownIn: ["card", "facts", "comparison"],
  ...more,
});

/** One of each kind that lists and pages treat in its own way. */
export const OWN_FIELDS: readonly OwnField[] = [
  ownField("licence", "licence", { isFilter: true, schemaOrg: "license", isRequired: true }),
  ownField("platforms", "choices", {
    isFilter: true,
    group: "Running it",
    options: [
      { value: "win", label: "Windows" },
      { value: "mac", label: "macOS" },
      { value: "web", label: "Web" },
    ],
  }),
  ownField("stars", "number", { isFilter: true, isSort: true, steps: [100, 1000] }),
  ownField("weight", "number", { unit: "kg" }),
  ownField("demo", "link"),
  ownField("archived", "flag", { isFilter: true, editors: "team" }),
  ownField("released", "date", { isSort: true }),
  ownField("notes", "text", { shownIn: ["facts"], isSearched: true }),
];

export const defineFields = (store: Store, ...fields: readonly OwnField[]): Promise<void> =>
  store.change(async (tx) => {
    for (const field of fields) await saveField(tx, field);
  });
