import { globSync, readFileSync } from "node:fs";
import { parse } from "@formatjs/icu-messageformat-parser";
import { po } from "gettext-parser";
import Pofile from "pofile";
import { describe, expect, it } from "vitest";
import { namesIn, parseMessage } from "../../languages/icu.ts";
import { readPo } from "../../languages/po.ts";

type Read = { id: string; context: string | undefined; text: string };
const sorted = (entries: Read[]): string[] =>
  entries.map(({ id, context, text }) => JSON.stringify([context ?? "", id, text])).sort();

describe.each(globSync("languages/*.{po,pot}"))("%s", (file) => {
  const source = readFileSync(file, "utf8");
  const ours = readPo(source);

  it("is read the same by two other readers of PO files", () => {
    const { translations } = po.parse(source);
    const byGettext = Object.values(translations).flatMap((context) =>
      Object.values(context).map(({ msgid, msgctxt, msgstr }) => ({
        id: msgid,
        context: msgctxt,
        text: msgstr[0] ?? "",
      })),
    );
    const byPofile = Pofile.parse(source).items.map(({ msgid, msgctxt, msgstr }) => ({
      id: msgid,
      context: msgctxt ?? undefined,
      text: msgstr[0] ?? "",
    }));
    expect(sorted(byGettext.filter(({ id }) => id !== ""))).toEqual(sorted(ours));
    expect(sorted(byPofile)).toEqual(sorted(ours));
  });

  it("has messages that FormatJS reads with the same parts and tags", () => {
    for (const { id, text } of ours)
      for (const message of [id, text]) expect(namesOf(parse(message)), message).toEqual(namesByUs(message));
  });
});

const namesByUs = (message: string): string[] => {
  const { parts, tags } = namesIn(parseMessage(message));
  return [...parts, ...tags.map((tag) => `<${tag}>`)].sort();
};
const namesOf = (nodes: ReturnType<typeof parse>): string[] =>
  nodes
    .flatMap((node): string[] => {
      if ("children" in node) return [`<${node.value}>`, ...namesOf(node.children)];
      if ("options" in node) return [node.value, ...Object.values(node.options).flatMap(({ value }) => namesOf(value))];
      return node.type === 1 ? [node.value] : [];
    })
    .sort();
