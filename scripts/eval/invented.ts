import type { CrawledSite, SitePage } from "../../domain/drafts/site.ts";
import type { Drafted } from "../../drafting/drafter.ts";
import { has, profileOf } from "./match.ts";
import type { Truth } from "./truth.ts";

/** Drafted values that their website does not state: their quotes are not on the page they name. */
export function inventedBy(crawled: CrawledSite, drafted: Drafted): string[] {
  const texts = new Map<string, string>();
  for (const page of crawled.pages) texts.set(page.url, `${texts.get(page.url) ?? ""}\n${textOf(page)}`);
  const quoted = [
    ...Object.entries(drafted.fields).map(([field, { value, evidence }]) => ({
      field,
      text: [value].flat().join("\n"),
      evidence,
    })),
    ...drafted.founders.map(({ name, evidence }) => ({ field: "founders", text: name, evidence })),
    ...drafted.faqs.map(({ question, evidence }) => ({ field: "faqs", text: question, evidence })),
  ];
  const unquoted = quoted.flatMap(({ field, text, evidence }) =>
    evidence.length
      ? evidence
          .filter(({ quote, url }) => !texts.get(url)?.includes(loose(quote)))
          .map(({ quote, url }) => `${field}: "${quote.slice(0, 80)}" is not on ${url}`)
      : [`${field}: "${text.slice(0, 80)}" has no quote`],
  );
  const unlinked = Object.values(drafted.companySocials)
    .filter((address) => {
      const profile = profileOf(address);
      const names = [profile, profile.replace(/^x\.com/, "twitter.com")].map(loose);
      return ![...texts.values()].some((text) => names.some((name) => text.includes(name)));
    })
    .map((address) => `socials: ${address} is not on the site`);
  return [...unquoted, ...unlinked];
}

/** The traps of a truth file that a draft walked into. */
export function trappedIn(truth: Truth, drafted: Drafted): string[] {
  const values = [
    ...Object.entries(drafted.fields).map(([field, { value }]) => ({ field, text: [value].flat().join("\n") })),
    ...drafted.founders.map(({ name, title }) => ({ field: "founders", text: `${name} ${title ?? ""}` })),
    ...drafted.faqs.map(({ question, answer }) => ({ field: "faqs", text: `${question} ${answer}` })),
    ...Object.values(drafted.companySocials).map((address) => ({ field: "socials", text: address })),
  ];
  return (truth.traps ?? [])
    .filter((trap) => typeof trap !== "string")
    .filter((trap) =>
      values.some(
        ({ field, text }) =>
          (trap.field === "*" || trap.field === field) && has(text, trap.text, { whole: field !== "socials" }),
      ),
    )
    .map(({ field, text, why }) => `${field}: trap "${text}"${why ? ` (${why})` : ""}`);
}

const loose = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\u00ad\u200b-\u200d\ufeff]+/g, " ")
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, "-")
    .trim();

/** All that a page states: text, title, meta, structured data and addresses. */
function textOf(page: SitePage): string {
  const strings: string[] = [
    page.blocks.map((block) => block.text).join(" "),
    page.title ?? "",
    ...Object.values(page.meta),
  ];
  const walk = (value: unknown): void => {
    if (typeof value === "string") strings.push(value);
    else if (typeof value === "number") strings.push(String(value));
    else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) walk(inner);
  };
  walk(page.jsonLd);
  for (const { href } of [...page.links, ...page.images]) {
    strings.push(href);
    if (URL.canParse(href) && /%[0-9a-f]{2}/i.test(href))
      strings.push(href.replace(/%([0-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))));
  }
  return strings.map(loose).join("\n");
}
