import { afterAll, expect, it } from "vitest";
import { ERROR_CODES } from "../../core/errors/errors.ts";
import { PEOPLE } from "../../data/demo/people.ts";
import { FONTS, familiesOf } from "../../domain/site/fonts.ts";
import { pseudoLanguage } from "../../languages/catalog.ts";
import { mailSamples } from "../../mail/samples.ts";
import { type Outside, wordsOutside } from "../../scripts/words/outside.ts";
import { PAGES } from "../browser/pages.ts";
import { createScene } from "../browser/scene.ts";
import { DESIGN } from "../helpers/design.ts";
import { createVisitor } from "../site/world.ts";

const scene = await createScene({ SITE_LANGUAGES: "en-XA,de" });
afterAll(() => scene.close());

const ERRORS = ["/nothing-here", "/launches/weeks/never", "/listings/none", "/categories/none"];
/** The same in every language: addresses, numbers of documents, codes and names of products. */
const SAME =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/.*|https?:\/\/\S+|[\w.+-]+@[\w.-]+\.\w+|\b[\w-]+(?:\.[\w-]+)*\.(?:example|test|com|org)\b|\b(?:ORD|INV|CR)-\d+-\d+\b|\b\d+(?:st|nd|rd|th)\b|dbt_\w+|#[0-9a-f]{6}|\b[A-Z]+(?:_[A-Z0-9]+)+\b|(?:^| )\/[\w/.-]+|\b[a-z]+(?:[._][a-z]+)+\b/g;
const BRANDS =
  /\b(?:YouTube|TikTok|Threads|Reddit|Product Hunt|Pinterest|Medium|LinkedIn|Instagram|GitHub|Facebook|Debut|Stripe|PayPal|Google|REST|API|MCP|CSV|JSON|IBAN|BIC|VAT|RSS|Atom|Markdown|Webhook|OpenAPI|DATEV|Bluesky|Mastodon|WhatsApp|Cursor|Inspector|VS Code|Claude Code|Claude|ChatGPT|DNS|TXT|USD|Discord|Slack|Mattermost|Telegram)\b/g;

const FONT_NAMES = Object.values(FONTS)
  .flatMap(familiesOf)
  .map(({ name }) => name.replace(/^IBM Plex /, ""));

/** Lists of languages name each in itself, and by its tag without a catalog. */
const LANGUAGES = ["ar", "en", "es", "fr", "ja", "pt-BR", "zh-Hans"].flatMap((tag) => {
  const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag)!;
  return [tag, name.charAt(0).toUpperCase() + name.slice(1)];
});

type Found = Outside & { path: string };
const found: Found[] = [];
const theirs = new Set<string>();

it.each(["visitor", "ann", "root"] as const)("every page that %s sees answers", async (who) => {
  const reader = who === "visitor" ? createVisitor(scene.url) : await scene.signedIn(who);
  for (const path of [...PAGES[who](scene), ...(who === "visitor" ? ERRORS : [])]) {
    // Apps say the language in `ui_locales`.
    const address = path.startsWith("/oauth/") ? `${path}&ui_locales=en-XA` : `/en-xa${path}`;
    let answer = await reader.get(address);
    while (/\/(?:interaction|oauth\/authorize)\//.test(answer.location ?? ""))
      answer = await reader.get(new URL(answer.location!, scene.url).href.replace(scene.url, ""));
    const { text, location, status } = answer;
    expect(status, path).toBeLessThan(500);
    // Documents of an order are in the language of its buyer.
    if (location || /^\/(?:styleguide|invoices)\b|\/pro-forma$/.test(path)) continue;
    const page = wordsOutside(text);
    found.push(...page.outside.map((one) => ({ ...one, path })));
    for (const words of page.theirs) for (const line of words.split("\n")) theirs.add(line.trim());
  }
});

/** Those of `found` that are neither ours nor other people's. */
function leftOf(found: readonly Found[]): string[] {
  const longest = [...theirs].filter((words) => words !== "").sort((a, b) => b.length - a.length);
  return found.flatMap(({ path, where, words }) => {
    if (theirs.has(words)) return [];
    let rest = words.replace(SAME, "");
    for (const one of longest)
      if (rest.includes(one)) rest = rest.replace(new RegExp(`(?<!\\p{L})${RegExp.escape(one)}(?!\\p{L})`, "gu"), "");
    rest = rest.replace(BRANDS, "");
    return /\p{L}{2}/u.test(rest) ? [`${path} ${where}: ${words.slice(0, 120)}`] : [];
  });
}

it("every page has no words outside of the catalogs", async () => {
  // Names and searches that stand in places without markup. The demo's people change with the day.
  for (const { first, last } of Object.values(PEOPLE))
    for (const one of first) for (const other of last) theirs.add(`${one} ${other}`);
  for (const words of [
    "“tool”",
    "“xyzzyplughquux”",
    "launches",
    "DE123456789",
    "IBM Plex Sans, Mono",
    "BTCPay Server",
    ...FONT_NAMES,
    ...LANGUAGES,
  ])
    theirs.add(words);
  expect(leftOf(found)).toEqual([]);
});

it("every page about an error has no words outside of the catalogs", async () => {
  const reader = createVisitor(scene.url);
  const pages: Found[] = [];
  for (const code of ERROR_CODES) {
    const path = `/problems/${code.replaceAll("_", "-")}`;
    const { text, status } = await reader.get(`/en-xa${path}`);
    expect(status, path).toBe(200);
    pages.push(...wordsOutside(text).outside.map((one) => ({ ...one, path })));
  }
  expect(leftOf(pages)).toEqual([]);
});

/** Names and texts of people in the samples of emails. */
const INVENTED = [
  "Kelpline",
  "Kelpline Ltd",
  "1 Quay Street",
  "Galway",
  "Debut GmbH",
  "Plan every harvest by the tide",
  "Torvald Ness",
  "Does it know spring tides, too?",
  "Thank you. The map works offline since June.",
  "Every line now shows when it can be reached on foot.",
  "Enter kilos on the boat; the buyer sees them at once.",
  "Buy my tide tables instead.",
  "Low water on the map",
  "Harvest by weight",
  "“tides”, Free",
  "404: Unknown Webhook",
];

it("every email has no words outside of the catalogs", () => {
  const { settings, now } = scene.deps;
  const language = pseudoLanguage("/en-xa");
  const mails = mailSamples(settings, now()).flatMap(({ kind, message }) => {
    const { subject, html, text } = message.in(language, DESIGN);
    const lines = [subject, ...text.split("\n")].flatMap((line) => wordsOutside(line).outside);
    return [...wordsOutside(html).outside, ...lines].map((one) => ({ ...one, path: kind }));
  });
  for (const words of INVENTED) theirs.add(words);
  expect(leftOf(mails)).toEqual([]);
});
