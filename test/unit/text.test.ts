import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../domain/canonical-json.ts";
import { cleanDeep, cleanText, excerpt } from "../../domain/text.ts";

describe("cleanText", () => {
  it.each([
    ["a\u0000b\u0007c", "abc", "control characters"],
    ["line\r\nline\rline\n\tend", "line\nline\nline\n\tend", "line ends, keeping newline and tab"],
    ["user\u202egnp.exe", "usergnp.exe", "bidi overrides"],
    ["ze\u200bro\ufeff", "zero", "zero-width characters"],
    ["e\u0301", "é", "decomposed letters"],
    ["half\ud800", "half\ufffd", "lone surrogates"],
    ["👩‍🚀 ok", "👩🚀 ok", "zero-width joiners too"],
  ])("%j becomes %j: %s", (given, wanted) => expect(cleanText(given)).toBe(wanted));

  it("reaches every string of a value and leaves keys and other values alone", () => {
    expect(cleanDeep({ a: ["x\u0000", { b: "y\u200b" }], n: 1, z: null, t: true })).toEqual({
      a: ["x", { b: "y" }],
      n: 1,
      z: null,
      t: true,
    });
  });
});

describe("excerpt", () => {
  it.each([
    ["short", 10, "short"],
    ["one two three four", 10, "one two…"],
    ["unbreakablewordhere", 8, "unbreak…"],
  ])("%j at %i is %j", (text, max, wanted) => expect(excerpt(text, max)).toBe(wanted));
});

it("canonicalJson does not depend on the order of keys, and leaves undefined out", () => {
  expect(canonicalJson({ b: 1, a: [{ d: 1, c: undefined }] })).toBe('{"a":[{"d":1}],"b":1}');
  expect(canonicalJson({ a: [{ d: 1 }], b: 1 })).toBe(canonicalJson({ b: 1, a: [{ d: 1 }] }));
});
