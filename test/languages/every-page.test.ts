import { afterAll, expect, it } from "vitest";
import { type Outside, wordsOutside } from "../../scripts/words/outside.ts";
import { PAGES } from "../browser/pages.ts";
import { createScene } from "../browser/scene.ts";
import { createVisitor } from "../site/world.ts";

const scene = await createScene({ SITE_LANGUAGES: "en-XA,de" });
afterAll(() => scene.close());

const ERRORS = ["/nothing-here", "/launches/weeks/never", "/listings/none", "/categories/none"];
/** The same in every language: addresses, numbers of documents, codes and names of products. */
const SAME =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/.*|https?:\/\/\S+|[\w.+-]+@[\w.-]+\.\w+|\b[\w-]+(?:\.[\w-]+)*\.(?:example|test|com|org)\b|\b(?:ORD|INV|CR)-\d+-\d+\b|\b\d+(?:st|nd|rd|th)\b|dbt_\w+|(?:^| )\/[\w/.-]+|\b[a-z]+(?:[._][a-z]+)+\b/g;
const BRANDS =
  /\b(?:YouTube|TikTok|Threads|Reddit|Product Hunt|Pinterest|Medium|LinkedIn|Instagram|GitHub|Facebook|Debut|Stripe|PayPal|Google|REST|API|MCP|CSV|JSON|IBAN|BIC|VAT|RSS|Atom|Markdown|Webhook|OpenAPI|DATEV|Bluesky|Mastodon|WhatsApp|Cursor|Inspector|VS Code|Claude Code|Claude|ChatGPT|DNS|TXT)\b/g;

type Found = Outside & { path: string };
const found: Found[] = [];
const theirs = new Set<string>();

it.each(["visitor", "ann", "root"] as const)("every page that %s sees answers", async (who) => {
  const reader = who === "visitor" ? createVisitor(scene.url) : await scene.signedIn(who);
  for (const path of [...PAGES[who](scene), ...(who === "visitor" ? ERRORS : [])]) {
    const { text, location, status } = await reader.get(`/en-xa${path}`);
    expect(status, path).toBeLessThan(500);
    // Apps say the language in `ui_locales`, and documents of an order are in that of its buyer.
    if (location || /^\/(?:oauth|styleguide|invoices)\b|\/pro-forma$/.test(path)) continue;
    const page = wordsOutside(text);
    found.push(...page.outside.map((one) => ({ ...one, path })));
    for (const words of page.theirs) for (const line of words.split("\n")) theirs.add(line.trim());
  }
});

it("every page has no words outside of the catalogs", async () => {
  // Names and searches that stand in places without markup.
  for (const words of ["Wei-Ling Hsu", "“tool”", "“xyzzyplughquux”"]) theirs.add(words);
  const longest = [...theirs].filter((words) => words !== "").sort((a, b) => b.length - a.length);
  const left = found.flatMap(({ path, where, words }) => {
    if (theirs.has(words)) return [];
    let rest = words.replace(SAME, "");
    for (const one of longest)
      if (rest.includes(one)) rest = rest.replace(new RegExp(`(?<!\\p{L})${RegExp.escape(one)}(?!\\p{L})`, "gu"), "");
    rest = rest.replace(BRANDS, "");
    return /\p{L}{2}/u.test(rest) ? [`${path} ${where}: ${words.slice(0, 120)}`] : [];
  });
  expect(left).toEqual([]);
});
