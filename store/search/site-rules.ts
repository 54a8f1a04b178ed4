import type Database from "better-sqlite3";
import type { SearchRule } from "#domain/search/search-rules.ts";
import { foldName } from "#domain/search/search-text.ts";
import { untilCommit } from "../sqlite/version.ts";

/** What the site says searches mean, read again after each commit. */
export function siteRules(client: Database.Database) {
  const rows = client.prepare<[], SearchRule>(
    "select phrase, means, path from search_rules order by length(phrase) desc",
  );
  const known = untilCommit(client, () => rows.all().map((rule) => ({ ...rule, folded: foldName(rule.phrase) })));
  return {
    /** A search in other words; undefined if no rule is about it. */
    meant(q: string): string | undefined {
      const rules = known().filter(({ means }) => means !== null);
      if (rules.length === 0) return undefined;
      const typed = ` ${foldName(q)} `;
      const said = rules.reduce((text, { folded, means }) => text.replace(` ${folded} `, () => ` ${means} `), typed);
      return said === typed ? undefined : said.trim();
    },
    /** Where a search leads. */
    pathOf(q: string): string | undefined {
      const typed = foldName(q);
      return known().find(({ path, folded }) => path !== null && folded === typed)?.path ?? undefined;
    },
  };
}
