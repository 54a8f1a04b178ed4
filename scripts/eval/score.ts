import type { DraftFieldName } from "../../domain/listings/fields.ts";
import type { Drafted } from "../../drafting/drafter.ts";
import { partsOf } from "../../drafting/extractive.ts";
import { has, isEqual, isFeature, isNear, profileOf, states, tellsOf } from "./match.ts";
import { emptyTally, type Tally } from "./tally.ts";
import type { Statement, Truth } from "./truth.ts";

type Same = (drafted: string, accepted: string) => boolean;

/** Fields of one value: their key in truth.json, and when a value is an accepted one. */
const SCALARS = {
  name: { key: "name", same: isEqual },
  tagline: { key: "tagline", same: isNear },
  short_description: { key: "description", same: states },
  pricing_model: { key: "pricing_model", same: isEqual },
  contact_email: { key: "contact_email", same: isEqual },
  founded_year: { key: "founded_year", same: isEqual },
  country: { key: "country", same: isEqual },
  city: { key: "city", same: isEqual },
} as const satisfies Partial<Record<DraftFieldName, { key: keyof Truth; same: Same }>>;

/** What a draft got right and wrong, field by field, with a note for each fault. */
export function score(truth: Truth, drafted: Drafted): { fields: Record<string, Tally>; notes: string[] } {
  const fields: Record<string, Tally> = {};
  const notes: string[] = [];
  const tallyOf = (field: string): Tally => (fields[field] ??= emptyTally());
  const note = (field: string, text: string) => notes.push(`${field}: ${text}`);
  const listOf = (field: DraftFieldName) => [drafted.fields[field]?.value ?? []].flat();
  const isAllowed = (field: string, value: string, same: Same = isEqual) =>
    truth.allowed?.[field]?.some((accepted) => same(value, accepted)) ?? false;

  for (const [field, { key, same }] of Object.entries(SCALARS)) {
    if (!(key in truth)) continue;
    const accepted = (truth[key] ?? []).map(String);
    const [value] = listOf(field as keyof typeof SCALARS);
    if (value !== undefined && isAllowed(field, value, same)) continue;
    const isRight = value !== undefined && accepted.some((text) => same(value, text));
    const tally = tallyOf(field);
    if (value !== undefined) tally[isRight ? "right" : "wrong"] += 1;
    if (accepted.length) tally[isRight ? "found" : "missed"] += 1;
    else tally[value === undefined ? "blank" : "filled"] += 1;
    if (value !== undefined && !isRight) note(field, `wrong "${value}", expected ${accepted[0] ?? "nothing"}`);
    else if (value === undefined && accepted.length) note(field, `missed ${accepted[0]}`);
  }

  /** Values of which each is right or wrong, and true ones of which each is found or missed. */
  function scoreSet(
    field: string,
    values: string[],
    facts: { says: string; isIn: (value: string) => boolean }[],
    isTrue = (value: string) => facts.some(({ isIn }) => isIn(value)),
  ): void {
    const tally = tallyOf(field);
    const said = values.filter((value) => isTrue(value) || !isAllowed(field, value));
    for (const value of said) {
      tally[isTrue(value) ? "right" : "wrong"] += 1;
      if (!isTrue(value)) note(field, `wrong "${value}"`);
    }
    for (const { says, isIn } of facts) {
      const isFound = said.some(isIn);
      tally[isFound ? "found" : "missed"] += 1;
      if (!isFound) note(field, `missed "${says}"`);
    }
    if (!facts.length) tally[said.some((value) => !isTrue(value)) ? "filled" : "blank"] += 1;
  }

  const equalTo = (text: string) => ({ says: text, isIn: (value: string) => isEqual(value, text) });
  if (truth.founders !== undefined)
    scoreSet(
      "founders",
      drafted.founders.map(({ name }) => name),
      (truth.founders ?? []).map(({ name }) => equalTo(name)),
    );
  if (truth.socials !== undefined)
    scoreSet(
      "socials",
      Object.entries(drafted.companySocials).map(([platform, address]) => `${platform} ${profileOf(address)}`),
      Object.entries(truth.socials ?? {}).map(([platform, addresses]) => {
        const profiles = [addresses].flat().map((address) => `${platform} ${profileOf(address)}`);
        return { says: profiles[0]!, isIn: (value) => profiles.includes(value) };
      }),
    );
  if (truth.keywords !== undefined) scoreSet("keywords", listOf("keywords"), (truth.keywords ?? []).map(equalTo));
  if (truth.categories !== undefined) {
    // One of them is enough.
    const accepted = truth.categories ?? [];
    const isIn = (value: string) => accepted.some((category) => isEqual(value, category));
    scoreSet("categories", listOf("categories"), accepted.length ? [{ says: accepted[0]!, isIn }] : []);
  }
  if (truth.pricing_summary !== undefined) {
    const { needed, allowed } = truth.pricing_summary;
    const says = (part: string, statement: Statement) =>
      statement.every((group) => group.split("|").some((words) => has(part, words)));
    scoreSet(
      "pricing_summary",
      listOf("pricing_summary").flatMap((value) => partsOf("pricing_summary", value)),
      needed.map((statement) => ({ says: statement.join(" "), isIn: (part) => says(part, statement) })),
      (part) => [...needed, ...allowed].some((statement) => says(part, statement)),
    );
  }
  if (truth.features !== undefined) {
    const wanted = truth.features ?? [];
    const all = [...wanted, ...(truth.more_features ?? [])];
    scoreSet(
      "features",
      listOf("features"),
      wanted.map((feature) => ({ says: feature, isIn: (line) => tellsOf(line, feature) })),
      (line) => isFeature(line, all),
    );
    // Without a list of all features, only their absence can be judged.
    if (truth.more_features === undefined && wanted.length) Object.assign(tallyOf("features"), { right: 0, wrong: 0 });
  }
  return { fields, notes };
}
