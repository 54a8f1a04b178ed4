import { describe, expect, it } from "vitest";
import { checkName, NAME_MAX } from "../../actions/accounts/new-account.ts";
import { checkReport } from "../../actions/moderation/send-report.ts";
import { seededRandom } from "../../data/demo/random.ts";
import { checkDraftSeo } from "../../domain/listings/check-fields.ts";
import { REPORT_REASONS, REPORT_TEXT } from "../../domain/moderation/report.ts";
import { checkPictures, LONGEST_ALT } from "../../domain/pictures/pictures.ts";
import { LOOK_LIMITS, readFooterLinks } from "../../domain/site/site-look.ts";
import { canonicalJson } from "../../domain/text/canonical-json.ts";
import { cleanText, excerpt, hasControls, hasEncodedControls } from "../../domain/text/text.ts";

/** Signs of numbers and verses in Arabic, Syriac and Kaithi, which are format characters and seen. */
const VISIBLE_FORMAT = new Set([
  ...[0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6dd, 0x70f, 0x890, 0x891, 0x8e2, 0x110bd, 0x110cd],
]);
const tags = (text: string) => [...text].map((sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join("");
const ENGLAND = `🏴${tags("gbeng")}\u{e007f}`;
/** Every code point that shows nothing, by the tables of Unicode and not by the rule. */
const INVISIBLE = Array.from({ length: 0x110000 }, (_, code) => code).filter(
  (code) =>
    (code < 0xd800 || code > 0xdfff) &&
    !VISIBLE_FORMAT.has(code) &&
    /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}]/u.test(String.fromCodePoint(code)),
);

describe("cleanText", () => {
  it.each([
    ["a\u0000b\u0007c", "abc", "control characters"],
    ["line\r\nline\rline\n\tend", "line\nline\nline\n\tend", "line ends, keeping newline and tab"],
    ["user\u202egnp.exe", "usergnp.exe", "bidi overrides"],
    ["ze\u200bro\ufeff", "zero", "zero-width characters"],
    ["e\u0301", "é", "decomposed letters"],
    ["half\ud800", "half\ufffd", "lone surrogates"],
    [
      "👩\u200d🚀 🏄🏽\u200d♀️ 🏳️\u200d🌈 ok",
      "👩\u200d🚀 🏄🏽\u200d♀️ 🏳️\u200d🌈 ok",
      "a joiner between parts of an emoji stays",
    ],
    ["می\u200cخواهم क्\u200dष", "می\u200cخواهم क्\u200dष", "a joiner or non-joiner between letters stays"],
    ["\u200da \u200cb\u200d 1\u200d2 c\u200d\u200dd🏄\u200d", "a b 12 cd🏄", "any other joiner goes"],
    ["  around \u00a0", "around", "space around it"],
    [" \t\n\u00a0\u3000", "", "blanks alone"],
    ["\u200b \u00ad\u3164\u2800\u200d", "", "what nobody sees alone"],
    ["\ud83d\u0000\ude00", "\ufffd\ufffd", "halves of two characters do not become one"],
    ["one\u2028two\u2029three\vfour", "one two three four", "separators of lines are spaces"],
    ["☺\ufe0e ❤\ufe0f 1\ufe0f\u20e3", "☺\ufe0e ❤\ufe0f 1\ufe0f\u20e3", "a variation selector after an emoji stays"],
    ["a\ufe0f ❤\ufe0f\ufe0e\ufe0f 1\ufe0e \ufe0f", "a ❤\ufe0f 1", "any other variation selector goes"],
    [ENGLAND, ENGLAND, "the tags of a flag stay"],
    [
      `🏴${tags("ignore")}\u{e007f} a${tags("gbeng")}\u{e007f} ${ENGLAND}${tags("x")}`,
      `🏴 a ${ENGLAND}`,
      "other tags go",
    ],
    ["a\u034fb \u200dc 🏄\u200da", "ab c 🏄a", "a joiner stays between two letters or two emoji only"],
    ["\u0600٣ \u06dd", "\u0600٣ \u06dd", "signs of Arabic numbers, which are seen, stay"],
  ])("%j becomes %j: %s", (given, wanted) => expect(cleanText(given)).toBe(wanted));

  it("removes every invisible character", () => {
    expect(INVISIBLE.length).toBeGreaterThan(4000);
    const left = INVISIBLE.filter((code) => cleanText(`a${String.fromCodePoint(code)}1`).replace(" ", "") !== "a1");
    expect(left.map((code) => code.toString(16))).toEqual([]);
  });

  it("is done after one pass", () => {
    const random = seededRandom("cleaned");
    const signs = [
      ...[
        ..."ab1 ße\u0301\u0338=↔\r\n\t漢क\u200b\u200c\u200d\u202e\u0000\u0085\u034f\u3164\ufe0e\ufe0f\u20e3🏄♀👩🏽🏴",
      ],
      ...["\ud83d", "\ude00", ENGLAND, tags("g"), "\u{e007f}"],
    ];
    for (let round = 0; round < 5000; round++) {
      const once = cleanText(Array.from({ length: 8 }, () => random.pick(signs)).join(""));
      expect(cleanText(once)).toBe(once);
    }
  });
});

it.each(["\u0000", "a\u000bb", "\u001f", "\u007f", "\u0085", "\u009f"])(
  "%j has a control character, encoded too",
  (text) => {
    expect([hasControls(text), hasEncodedControls(`/x?q=${encodeURIComponent(text)}`)]).toEqual([true, true]);
  },
);

it("a line end is a control character in codes and names, but not in URLs", () => {
  expect([hasControls("a\nb"), hasEncodedControls("/x?q=a%0Ab%09")]).toEqual([true, false]);
});

it.each(["plain", "é ü 漢", "\u00a0", "🏄", "%"])("%j has no control character", (text) => {
  expect([hasControls(text), hasEncodedControls(`/x?q=${encodeURIComponent(text)}`)]).toEqual([false, false]);
});

describe("excerpt", () => {
  it.each([
    ["short", 10, "short"],
    ["one two three four", 10, "one two…"],
    ["unbreakablewordhere", 8, "unbreak…"],
    ["🏄🏄🏄🏄", 4, "🏄🏄🏄🏄"],
    ["🏄🏄🏄🏄", 3, "🏄🏄…"],
  ])("%j at %i is %j", (text, max, wanted) => expect(excerpt(text, max)).toBe(wanted));
});

const report = (explanation: string) => checkReport({ ...REPORT, explanation }, true);
const REPORT = { reason: Object.keys(REPORT_REASONS)[0]!, name: "", email: "", isHonest: true };

it.each<[string, number, (text: string) => unknown, accepted: unknown]>([
  ["a name", NAME_MAX, checkName, undefined],
  ["a report", REPORT_TEXT.max, (text) => "faults" in report(text), false],
  ["words for a picture", LONGEST_ALT, (alt) => checkPictures([{ url: "https://a.example/b.png", alt }]), []],
  ["a link of the footer", LOOK_LIMITS.label, (label) => "fault" in readFooterLinks(`${label} /about`), false],
  ["a text for search engines", 70, (title) => checkDraftSeo({ title }, { title: null }), []],
])("%s may have as many emoji as letters", (_what, max, check, accepted) => {
  expect([check("x".repeat(max)), check("🏄".repeat(max))]).toEqual([accepted, accepted]);
  expect(check("🏄".repeat(max + 1))).not.toEqual(accepted);
});

it("canonicalJson does not depend on the order of keys, and leaves undefined out", () => {
  expect(canonicalJson({ b: 1, a: [{ d: 1, c: undefined }] })).toBe('{"a":[{"d":1}],"b":1}');
  expect(canonicalJson({ a: [{ d: 1 }], b: 1 })).toBe(canonicalJson({ b: 1, a: [{ d: 1 }] }));
});
