import { describe, expect, it } from "vitest";
import { STATUS_REASONS, statusText } from "../../domain/listings/stored-words.ts";
import { headingOf, SUBJECT_TITLES, titleText } from "../../domain/moderation/report.ts";
import { inWeek, type Line } from "../../domain/orders/quote.ts";
import { LINE_WORDS, lineText, ORDER_REASONS, reasonText } from "../../domain/orders/stored-words.ts";
import { IMPORT_WORDS } from "../../domain/site/import-words.ts";
import { dayText } from "../../domain/time/date-words.ts";
import { pseudoLanguage } from "../../languages/catalog.ts";
import { inEnglish, isOurs, say, type Text, t } from "../../languages/words.ts";
import { problemText } from "../../site/parts/site/import-problems.ts";

const MONDAY_ISO = "2026-11-30";
const MONDAY = dayText(MONDAY_ISO);
const pseudo = pseudoLanguage("/en-xa");
const line = { description: "Launch: Kelpline", options: {} } as Line;
const LINE = inWeek(line, MONDAY_ISO).description;

/** Every sentence that is stored, with what it is shown by. */
const STORED: [Text, (english: string) => Text][] = [
  ...Object.values(ORDER_REASONS).map((words): [Text, typeof reasonText] => [words(MONDAY), reasonText]),
  ...Object.values(STATUS_REASONS).map((words): [Text, typeof statusText] => [words("Kelpline"), statusText]),
  ...Object.values(IMPORT_WORDS).map((words): [Text, typeof problemText] => {
    return [(words as (...parts: Text[]) => Text)("Size", "12 or so", t`Enter a number.`), problemText];
  }),
  ...Object.values(SUBJECT_TITLES).map((words): [Text, typeof titleText] => [words("Kelpline"), titleText]),
];

describe("a sentence that is stored in English", () => {
  it.each(STORED.map(([words, again]) => [inEnglish(words), say(words, pseudo), again] as const))(
    "is shown in the reader's language: %s",
    (english, translated, again) => {
      expect(say(again(english), pseudo)).toBe(translated);
      expect(inEnglish(again(english))).toBe(english);
    },
  );

  it.each([
    LINE,
    "Featured week: week of 7 December 2026",
    `${LINE} (given free of charge)`,
    `Part of the price: ${LINE}; Tide Pro (given free of charge)`,
    ...[LINE_WORDS.refund(LINE), LINE_WORDS.correction(LINE), LINE_WORDS.vat(LINE)].map(inEnglish),
  ])("is shown as the line of an order: %s", (english) => {
    expect(isOurs(lineText(english))).toBe(true);
    expect(inEnglish(lineText(english))).toBe(english);
    expect(say(lineText(english), pseudo)).toContain(
      say(dayText(/7 D/.test(english) ? "2026-12-07" : MONDAY_ISO), pseudo),
    );
  });

  it.each([
    'name: "name" is required.',
    "url: Must be an http or https URL.",
    "summary: Must be 200 characters or fewer.",
    "Licence: Choose from: a, b. Size: Enter a number.",
    "git.test answers with status 404.",
    'Size: "12" is not a category. Did you mean "a, b"?',
  ])("is shown as a problem of an import, with names from the file as they are: %s", (english) => {
    const again = say(problemText(english), pseudo);
    expect(inEnglish(problemText(english))).toBe(english);
    expect(again.replace(/name|url|summary|Licence|Size|git\.test|a, b|characters|[⟦⟧\d".:]|404/g, "")).not.toMatch(
      /[aeiou]/,
    );
  });

  it("stays as it is if people wrote it", () => {
    for (const own of ["The week was full, sorry.", "", "See {this}. It is full."])
      expect([reasonText(own), statusText(own), titleText(own)]).toEqual([own, own, own]);
  });

  it("has the plan in the reader's language in the line of an order, and its listing as it is", () => {
    expect(inEnglish(lineText("Launch: Kelpline: Pro"))).toBe("Launch: Kelpline: Pro");
    expect(say(lineText("Launch: Kelpline: Pro"), pseudo)).toMatch(/^⟦L.*⟧: Kelpline: Pro$/);
    expect(say(lineText(LINE), pseudo)).toMatch(/⟦Láúñçh⟧: Kelpline/);
  });

  it("has a heading of its own, but a product keeps its name", () => {
    expect(say(headingOf("review", "a review of Kelpline"), pseudo)).toMatch(/^⟦.*Kelpline.*⟧$/);
    expect(inEnglish(headingOf("review", "a review of Kelpline"))).toBe("A review of Kelpline");
    expect(headingOf("listing", "a review of Kelpline")).toBe("a review of Kelpline");
  });
});
