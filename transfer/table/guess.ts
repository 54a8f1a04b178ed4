import { ALL_FIELDS } from "#domain/listings/fields.ts";
import { MOST_OWN_FIELDS, OWN_KEY, type OwnField } from "#domain/listings/own-fields.ts";
import { isNumeral } from "#domain/listings/own-values.ts";
import { countryNamed, pricingModelNamed, stageNamed } from "#domain/search/filter-values.ts";
import type { ImportColumn as Column } from "#domain/site/import.ts";
import { writeList } from "#domain/text/list-cell.ts";
import { isReservedKey } from "#tools/schemas/field-definition.ts";
import { LISTS } from "../row-schema.ts";
import { foldHeading, keyNamed, OWN, TARGETS, targetsNamed } from "./headings.ts";
import { fieldFor } from "./kinds.ts";
import { daysOf, decimalOf, readDay } from "./marks.ts";
import type { Cell } from "./objects.ts";

const MOST_VALUES = 20_000;
const SAMPLES = 3;
const SAMPLE = 120;
const MOST_ON_CARDS = 3;

/** Whether most values fit a target, so that a column "Model" of years is no name. */
const FITS: Record<string, (cell: string) => boolean> = {
  url: (cell) => /^(?:\w+:)?\/\/\S+$|^(?:[\w-]+\.)+\w{2,}(?:[/?#]\S*)?$/.test(cell),
  logo_url: (cell) => /^https?:\/\//i.test(cell),
  demo_video_url: (cell) => /youtu/i.test(cell),
  contact_email: (cell) => /^(?:mailto:)?\S+@\S+\.\S+$/.test(cell),
  country: (cell) => countryNamed(cell) !== undefined,
  founded_year: (cell) => /^(?:1[89]|20)\d\d(?:\D|$)/.test(cell),
  pricing_summary: (cell) => !isNumeral(cell),
  pricing_model: (cell) => pricingModelNamed(cell) !== undefined,
  stage: (cell) => stageNamed(cell) !== undefined,
  language: (cell) => /^[a-z]{2,3}(?:-\w+)*$/i.test(cell),
  launched_at: (cell) => readDay(cell, "dmy") !== undefined || readDay(cell, "mdy") !== undefined,
  old_address: (cell) => /^(?:\/|https?:\/\/)\S/.test(cell),
};

type Values = { cells: string[]; filled: number; isList: boolean };

/** Collects what each column holds, row by row. */
export function columnValues() {
  const columns = new Map<string, Values>();
  return {
    add(cells: Record<string, Cell>): void {
      for (const [column, cell] of Object.entries(cells)) {
        const known = columns.get(column) ?? { cells: [], filled: 0, isList: false };
        columns.set(column, known);
        const text = (Array.isArray(cell) ? writeList(cell) : cell).trim();
        if (text === "") continue;
        known.filled++;
        known.isList ||= Array.isArray(cell);
        if (known.cells.length < MOST_VALUES) known.cells.push(text);
      }
    },
    columns,
  };
}

const fits = (target: string, { cells }: Values): boolean => {
  const test = FITS[target] ?? (target.startsWith("socials.") ? FITS.logo_url : undefined);
  return !test || cells.filter(test).length * 2 >= cells.length;
};

/**
 * Which field each column is: of the profile, one of the site's, a new one, or none. `isExact`:
 * programs wrote the values, people did not.
 */
export function guessColumns(
  columns: ReadonlyMap<string, Values>,
  own: readonly OwnField[],
  isExact = false,
): Column[] {
  const taken = new Map<string, string>();
  const headings = [...columns.keys()];
  // An export has a column for each field.
  const isOurs = ALL_FIELDS.every((name) => columns.has(name));
  const isUnused = (heading: string) => ![...taken.values()].includes(heading);
  const ownNamed = (heading: string) => {
    const folded = foldOwn(heading);
    return own.find(({ key }) => key === folded) ?? own.find(({ label }) => foldHeading(label) === folded);
  };
  const wishes: ((heading: string, values: Values) => string | undefined)[] = [
    (heading) => targetsNamed(heading).exact,
    (heading) => {
      const field = ownNamed(heading);
      return field && OWN + field.key;
    },
    (heading, values) => {
      const { alike } = targetsNamed(heading);
      return alike && fits(alike, values) ? alike : undefined;
    },
    (_heading, values) => (values.filled > 0 && fits("url", values) ? "url" : undefined),
  ];
  for (const wish of wishes)
    for (const [heading, values] of columns) {
      const target = wish(heading, values);
      if (target && !taken.has(target) && isUnused(heading)) taken.set(target, heading);
    }

  const targetOf = new Map([...taken].map(([target, heading]) => [heading, target]));
  const keys = new Set(own.map(({ key }) => key));
  let onCards = own.filter(({ shownIn }) => shownIn.includes("card")).length;
  return headings.map((column): Column => {
    const values = columns.get(column) ?? { cells: [], filled: 0, isList: false };
    const to = targetOf.get(column) ?? "";
    const isRepeated = / \(\d+\)$/.test(column) && headings.includes(column.replace(/ \(\d+\)$/, ""));
    const described = {
      column,
      to,
      ...facts(to, values, { isExact: isExact || isOurs, isOurs }),
      ...(isRepeated && { isRepeated }),
    };
    if (to !== "" || values.filled === 0) return described;
    const key = newKey(column, keys);
    if (key === undefined || keys.size >= MOST_OWN_FIELDS) return described;
    keys.add(key);
    const isNew = fieldFor(key, bare(column), { ...values, hasRoom: onCards < MOST_ON_CARDS });
    if (isNew.shownIn.includes("card")) onCards++;
    return { ...described, to: OWN + key, isNew };
  });
}

/** Own exports write "own." before the keys of fields. */
const bare = (heading: string): string => heading.replace(/^own\./, "");
const foldOwn = (heading: string): string => foldHeading(bare(heading));

function newKey(heading: string, keys: ReadonlySet<string>): string | undefined {
  const folded = keyNamed(bare(heading));
  const isFree = (key: string) => OWN_KEY.test(key) && !TARGETS.includes(key) && !isReservedKey(key) && !keys.has(key);
  // A heading without Latin letters still gets a key.
  return [folded.slice(0, 40), `${folded.slice(0, 37)}_2`, `field_${keys.size + 1}`].find(isFree);
}

function facts(
  to: string,
  { cells, filled }: Values,
  { isExact, isOurs }: { isExact: boolean; isOurs: boolean },
): Omit<Column, "column" | "to"> {
  const decimal = cells.every(isNumeral) ? decimalOf(cells, isExact) : undefined;
  const days = daysOf(cells);
  const isCommaList =
    !isOurs &&
    LISTS.includes(to) &&
    to !== "categories" &&
    cells.some((cell) => cell.includes(",")) &&
    !cells.some((cell) => /[;|]/.test(cell));
  return {
    samples: [...new Set(cells)].slice(0, SAMPLES).map((cell) => cell.slice(0, SAMPLE)),
    filled,
    ...(decimal && { decimal }),
    ...(days && { days }),
    ...(isCommaList && { hasCommas: true }),
  };
}
