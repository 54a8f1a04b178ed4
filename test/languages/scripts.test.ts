import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { createLanguage } from "../../languages/catalog.ts";
import { ENGLISH } from "../../languages/language.ts";
import { script } from "../../site/kit/scripts.ts";

const german = createLanguage("de", {
  prefix: "/de",
  catalogs: [
    'msgid "{count, plural, one {# vote} other {# votes}}"\nmsgstr "{count, plural, one {# Stimme} other {# Stimmen}}"\n',
  ],
});

/** What a page gives to a script, as the script reads it. */
const sentencesOf = (file: string, language = ENGLISH): Record<string, unknown> => {
  const [, words] = /data-words="([^"]*)"/.exec(script(file as never).in(language)) ?? [];
  return words === undefined ? {} : JSON.parse(words.replaceAll("&quot;", '"').replaceAll("&#39;", "'"));
};

const FILES = globSync("site/public/*.js").map((path) => ({ file: basename(path), code: readFileSync(path, "utf8") }));
const given = FILES.flatMap(({ file }) => Object.entries(sentencesOf(file)));

describe("what scripts say", () => {
  it("comes with the page: each name that a script says is given, and none besides", () => {
    const said = FILES.flatMap(({ code }) => [...code.matchAll(/said\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)]).flatMap(
      ([, parts = ""]) => [...(parts.split("{")[0] ?? "").matchAll(/"([\w]+)"/g)].map(([, name]) => name),
    );
    // Named by an attribute, an error, a button or a shape.
    const other = "vote follower InvalidStateError NotAllowedError up down remove denied default wide square".split(
      " ",
    );
    expect(new Set([...said, ...other])).toEqual(new Set(given.map(([name]) => name)));
  });

  it("has one name for a sentence, whatever scripts a page has", () => {
    for (const [name, sentence] of given)
      for (const [other, its] of given) if (other === name) expect(its, name).toEqual(sentence);
  });

  it("is not in the scripts themselves", () => {
    const sentences = FILES.flatMap(({ file, code }) =>
      [...code.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "").matchAll(/["`][A-Z][a-z]+(?: [a-z$].*?|…)["`]/g)].map(
        ([sentence]) => `${file}: ${sentence}`,
      ),
    );
    expect(sentences).toEqual([]);
  });

  it("is in the language of the page, with the forms of its numbers", () => {
    expect(sentencesOf("script.js", german).vote).toEqual({ one: "Stimme", other: "Stimmen" });
  });
});
