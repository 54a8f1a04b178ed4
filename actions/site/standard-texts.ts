import { readShippedText } from "../../core/runtime/shipped.ts";
import * as retention from "../../domain/accounts/retention.ts";
import { SITE_PAGE_SLUGS, type SitePageSlug } from "../../domain/site/site-pages.ts";
import { byName } from "../../domain/text/keys.ts";
import { once } from "../../domain/text/once.ts";
import type { SiteFacts } from "./site-facts.ts";

const templates = once(() => byName(SITE_PAGE_SLUGS, (slug) => readShippedText(`./data/texts/${slug}.md`)));
const SECTION = /^\{\{([#^])(\w+)\}\}\n([\s\S]*?)^\{\{\/\2\}\}\n/gm;

/**
 * The standard text of a page from its template in data/texts: `{{name}}` is a fact, the lines from
 * `{{#name}}` to `{{/name}}` appear only if it holds, and those from `{{^name}}` only if not.
 */
export function standardText(slug: SitePageSlug, { operator, imprint, pages, recipients, ...facts }: SiteFacts) {
  const values: Record<string, unknown> = {
    ...retention,
    ...facts,
    operator: operator ?? `the people who run ${facts.site}`,
    isNamed: imprint.length > 0,
    imprint: imprint.map((line) => `${line.trim()}  `).join("\n"),
    imprintPage: pages.imprint,
    contactPage: pages.contact,
    recipients: recipients.map((line) => `- ${line}`).join("\n"),
  };
  const factNamed = (name: string): unknown => {
    if (!(name in values)) throw new Error(`data/texts/${slug}.md names an unknown fact: ${name}.`);
    return values[name];
  };
  return templates()
    [slug].replace(SECTION, (_, kind: string, name: string, lines: string) =>
      Boolean(factNamed(name)) === (kind === "#") ? lines : "",
    )
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(factNamed(name)))
    .trim();
}
