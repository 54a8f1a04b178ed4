import type { Request } from "express";
import {
  inRuns,
  isListField,
  isYearField,
  OWNER_FIELDS,
  type OwnerFieldName,
  shownIn,
} from "../../../domain/listings/fields.ts";
import { MOST, PLATFORMS } from "../../../domain/listings/section-fields.ts";
import { byName } from "../../../domain/text/keys.ts";
import { formText } from "../../kit/form.ts";
import type { Previewed } from "../drafts/editor-preview.ts";
import type { FormParts } from "../drafts/form-marks.ts";
import { readList } from "../drafts/profile-input.ts";
import type { Owned } from "./dashboard.ts";

export const SHOWN = inRuns(OWNER_FIELDS, [
  ...(["tagline", "headline", "description", "features", "pricing_model", "seo_title"] as const),
]);

export type Values = {
  fields: Record<OwnerFieldName, string | string[]>;
  socials: Record<string, string>;
  faqs: { question: string; answer: string }[];
};

export const valuesOf = (listing: Owned): Values => ({
  fields: byName(SHOWN, (name) => {
    const shown = shownIn(listing, name) ?? (isListField(name) ? [] : "");
    return Array.isArray(shown) ? shown.map(String) : String(shown);
  }),
  socials: listing.socials,
  faqs: listing.faqs.map(({ question, answer }) => ({ question, answer })),
});

export function readForm(req: Request, { socials }: Values): Values {
  const platforms = [...new Set([...PLATFORMS, ...Object.keys(socials)])];
  const faqs = Array.from({ length: MOST.faqs }, (_, index) => ({
    question: formText(req, `faqs.${index}.question`),
    answer: formText(req, `faqs.${index}.answer`),
  }));
  return {
    fields: byName(SHOWN, (name) => {
      const text = formText(req, `fields.${name}`);
      return isListField(name) ? readList(name, text) : text;
    }),
    socials: Object.fromEntries(
      platforms.map((name) => [name, formText(req, `socials.${name}`)] as const).filter(([, url]) => url !== ""),
    ),
    faqs: faqs.filter(({ question, answer }) => question || answer),
  };
}

export const partsOf = ({ fields, ...sections }: Values): FormParts => [
  ...SHOWN.map((name) => [`fields.${name}`, fields[name]] as const),
  ...Object.entries(sections),
];

const wireOf = (name: OwnerFieldName, value: string | string[]): unknown =>
  !isYearField(name) ? value : value === "" ? null : Number(value);

export function inputOf(values: Values, parts: ReadonlySet<string>): Record<string, unknown> {
  const names = SHOWN.filter((name) => parts.has(`fields.${name}`));
  return {
    ...(names.length > 0 && {
      fields: Object.fromEntries(names.map((name) => [name, wireOf(name, values.fields[name])])),
    }),
    ...(parts.has("socials") && { socials: values.socials }),
    ...(parts.has("faqs") && { faqs: values.faqs }),
  };
}

export const merged = (now: Values, typed: Values, changed: ReadonlySet<string>): Values => ({
  fields: byName(SHOWN, (name) => (changed.has(`fields.${name}`) ? typed : now).fields[name]),
  socials: changed.has("socials") ? typed.socials : now.socials,
  faqs: changed.has("faqs") ? typed.faqs : now.faqs,
});

export const previewOf = ({ name, stage, category, founders, tags }: Owned, { fields, faqs }: Values): Previewed => ({
  fields: { ...fields, name, stage: stage ?? "", categories: category?.name ?? "", tags },
  makers: founders.map((founder) => founder.name),
  faqs,
});
