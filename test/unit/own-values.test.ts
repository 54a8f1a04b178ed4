import { expect, it } from "vitest";
import { changeOwn } from "../../actions/listings/change-own.ts";
import { appliesTo, missingOwn, type OwnField, type OwnValues } from "../../domain/listings/own-fields.ts";
import { readWhere, writeWhere } from "../../domain/listings/own-filter.ts";
import { readDate, readNumber, shownOwn, spellLicence, typedOwn } from "../../domain/listings/own-values.ts";
import { inEnglish } from "../../languages/words.ts";
import { type OwnTexts, ownInput } from "../../site/parts/drafts/own-inputs.ts";
import { plainNumber } from "../../transfer/table/marks.ts";

it.each([
  ["1,234.5", 1234.5],
  ["1.234,50", 1234.5],
  ["1 234,5", 1234.5],
  ["1'234'567", 1234567],
  ["1.234.567", 1234567],
  ["1,234", 1234],
  ["12,5", 12.5],
  ["1e+24", 1e24],
  ["-1.5e-7", -1.5e-7],
  ["1e999", undefined],
  ["1.234", 1.234],
  ["0.00025", 0.00025],
  ["-3", -3],
  ["−3", -3],
  ["3 stars", undefined],
  ["", undefined],
  ["-", undefined],
])("the number %s is read as %s", (text, number) => expect(readNumber(text)).toBe(number));

it("a single dot means thousands where the whole column says so", () => expect(plainNumber("1.234", ",")).toBe("1234"));

it.each([
  ["2026-11-29", "2026-11-29"],
  ["2026-11-29T10:00:00Z", "2026-11-29"],
  ["1.2.2026", "2026-02-01"],
  ["29.11.2026 10:00", "2026-11-29"],
  ["11/29/2026", undefined],
])("the date %s is read as %s", (text, day) => expect(readDate(text)).toBe(day));

it.each([
  ["GPLv3", "GPL-3.0"],
  ["MIT License", "MIT"],
  ["apache 2", "Apache-2.0"],
  ["AGPL-3.0-only", "AGPL-3.0-only"],
  ["Shareware", "Shareware"],
])("the licence %s is spelt %s", (typed, id) => expect(spellLicence(typed)).toBe(id));

const field = (key: string, kind: OwnField["kind"], more: Partial<OwnField> = {}): OwnField => ({
  key,
  kind,
  label: key,
  shownIn: [],
  isFilter: true,
  editors: "owner",
  ...more,
});
const OPTIONS = [
  { value: "win", label: "Windows" },
  { value: "mac", label: "macOS" },
];
const FIELDS = [
  field("stars", "number", { unit: "★" }),
  field("demo", "flag"),
  field("site", "link"),
  field("runs_on", "choices", { options: OPTIONS, isRequired: true, categories: ["software"] }),
  field("since", "date"),
  field("licence", "licence"),
];

const changeTyped = (fields: OwnField[], before: OwnValues | undefined, texts: OwnTexts) =>
  changeOwn(fields, before, ownInput(fields, texts));

it("cells of a table become values, and values cells that mean the same", () => {
  const texts = {
    stars: "1,234",
    demo: "Ja",
    site: "example.com/x",
    runs_on: "macOS; WIN",
    since: "1.2.2026",
    licence: "MIT OR GPLv3",
  };
  const read = changeTyped(FIELDS, { stars: 1, since: "2020-01-01" }, texts);
  const values = {
    stars: 1234,
    demo: true,
    site: "https://example.com/x",
    runs_on: ["mac", "win"],
    since: "2026-02-01",
    licence: ["MIT", "GPL-3.0"],
  };
  expect(read).toEqual({ values });
  const cells = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typedOwn(value)]));
  expect(changeTyped(FIELDS, undefined, cells)).toEqual({ values });
  expect(shownOwn(FIELDS[0]!, 1234.5).map(inEnglish)).toEqual(["1,234.5 ★"]);
  expect(shownOwn(FIELDS[0]!, 0.00025).map(inEnglish)).toEqual(["0.00025 ★"]);
  expect(shownOwn(FIELDS[3]!, ["mac"]).map(inEnglish)).toEqual(["macOS"]);
  expect(shownOwn(FIELDS[1]!, false).map(inEnglish)).toEqual(["No"]);
});

it("null and an empty cell remove a value, and an absent key keeps it", () => {
  expect(changeOwn(FIELDS, { stars: 1, demo: true, licence: ["MIT"] }, { stars: null, licence: [] })).toEqual({
    values: { demo: true },
  });
  expect(changeTyped(FIELDS, { stars: 1, demo: true }, { stars: " " })).toEqual({ values: { demo: true } });
});

it("every fault is named with its field", () => {
  const changed = changeOwn(
    FIELDS,
    {},
    { stars: "many", site: "javascript:alert(1)", colour: "red", runs_on: ["amiga"] },
  );
  const faults = "faults" in changed ? changed.faults.map(({ key, code }) => `${key}: ${code}`).sort() : [];
  expect(faults).toEqual(["colour: unknown_field", "runs_on: invalid", "site: invalid", "stars: invalid"]);
});

it("a field is required only of listings that have it", () => {
  const missingIn = (slugs: string[], values: OwnValues) =>
    missingOwn(
      FIELDS.filter((one) => appliesTo(one, slugs)),
      values,
    );
  expect(missingIn(["software"], {}).map(({ key }) => key)).toEqual(["runs_on"]);
  expect(missingIn(["crafts"], {})).toEqual([]);
  expect(missingIn(["software"], { runs_on: ["win"] })).toEqual([]);
});

it("conditions are read, and written as they can be read again", () => {
  const text = 'licence:MIT|"GPL 3" stars>=1000 demo:yes since<=2026-02-01';
  const read = readWhere(text, FIELDS);
  expect(read).toEqual({
    filter: {
      licence: { any: ["MIT", "GPL-3.0"] },
      stars: { from: 1000 },
      demo: { any: ["1"] },
      since: { to: Date.parse("2026-02-01") / 1000 },
    },
  });
  const { filter } = read as { filter: Parameters<typeof writeWhere>[0] };
  const written = "stars>=1000 demo:yes since<=2026-02-01 licence:GPL-3.0|MIT";
  expect(writeWhere(filter, FIELDS)).toBe(written);
  const again = readWhere(written, FIELDS) as { filter: typeof filter };
  expect(writeWhere(again.filter, FIELDS)).toBe(written);
});

it.each([
  [
    "licens:MIT",
    'There is no filter "licens". Did you mean "licence"? Filters are stars, demo, site, runs_on, since, licence.',
  ],
  ["MIT", /^"MIT" is not a condition\. Write key:value/],
  ["stars>=many", 'stars is compared with a number, not "many".'],
  ["stars:many", 'stars is a number, not "many".'],
  ["demo:maybe", 'demo is yes or no, not "maybe".'],
  ['licence:""', /^"licence:""" is not a condition/],
])("the condition %s gets an error that says what can be asked", (text, fault) => {
  const read = readWhere(text, FIELDS);
  expect("fault" in read && read.fault).toEqual(typeof fault === "string" ? fault : expect.stringMatching(fault));
});

it.each(['15" screen', '"', "a|b", 'say "hi" | all', "Nextcloud", "日本語 版", "صورة"])(
  "an address filters by %s and nothing else",
  (value) => {
    const written = writeWhere({ runs_on: { any: [value, "Go"] } }, FIELDS);
    expect(readWhere(written, FIELDS)).toEqual({ filter: { runs_on: { any: expect.arrayContaining([value, "Go"]) } } });
  },
);
