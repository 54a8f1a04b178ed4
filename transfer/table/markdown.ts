const ITEM = /^\s*[-*+] +\[([^\]]+)\]\(<?([^)\s>]+)>?[^)]*\)\s*(?:[-–—:]+\s*)?(.*)$/;
const HEADING = /^(#{1,6}) +(.+?)\s*#*$/;
/** What awesome lists write after a description, like `MIT` `Docker`. */
const CODES = /(?:\s*`[^`]+`)+\s*$/;
const WITHOUT_LINKS = /!?\[([^\]]*)\]\([^)]*\)/g;

export const plainText = (markdown: string): string =>
  markdown
    .replace(WITHOUT_LINKS, "$1")
    .replace(/(\*\*|__|`)(.+?)\1/g, "$2")
    .replace(/\s+/g, " ")
    .trim();

/** Entries of a Markdown list of links: the heading above is the category. */
export function* markdownRecords(text: string): Generator<Record<string, string | string[]>> {
  let category = "";
  for (const line of text.split(/\r?\n/)) {
    const heading = HEADING.exec(line)?.[2];
    if (heading) category = plainText(heading);
    const [, name, url = "", rest = ""] = ITEM.exec(line) ?? [];
    if (!name || !/^https?:/i.test(url)) continue;
    const codes = [...(CODES.exec(rest)?.[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
    const description = plainText(rest.replace(CODES, "").replace(/\s*\(\s*(?:\[[^\]]*\]\([^)]*\)[,\s]*)+\)\s*$/, ""));
    yield {
      name: plainText(name),
      url,
      ...(description && { description }),
      ...(category && { category }),
      ...(codes[0] && { licence: codes[0] }),
      ...(codes[1] && { platforms: codes.slice(1).flatMap((code) => code.split("/")) }),
    };
  }
}
