import { readFileSync } from "node:fs";
import { pageKind } from "../../crawler/page-kind.ts";
import { knownCategories } from "../../domain/drafts/known-categories.ts";
import { groundFacts } from "../../drafting/ground-facts.ts";
import { crawledSite } from "../helpers/crawled-site.ts";
import type { Case } from "./cases.ts";

const categories: { slug: string; name: string; keywords?: string[] }[] = JSON.parse(
  readFileSync(new URL("../../data/seed/categories.json", import.meta.url), "utf8"),
);

/** Whether the check lets a fact of acme.com through, and why not. */
export function tell({ field, value, body, quote = body, person, path }: Case): { passed: boolean; reason: string } {
  const html = body.startsWith("<") ? body : `<p>${body}</p>`;
  const home = { title: "Acme | The calm notebook", head: '<meta property="og:site_name" content="Acme">' };
  const site = crawledSite(
    path
      ? [
          { ...home, body: "<h1>The calm notebook</h1>" },
          { path, kind: pageKind(path) ?? "other", body: html },
        ]
      : [{ ...home, body: html }],
  );
  const page = path ? "p2" : "p1";
  const about = person ? [{ field: "founder_name" as const, value: person, page, quote, index: 1 }] : [];
  const { rejected, grounded, founders } = groundFacts([...about, { field, value, page, quote, index: 1 }], {
    site,
    ...knownCategories(categories),
  });
  const passed = person ? founders.some(({ name, title }) => name === person && title === value) : grounded > 0;
  return { passed, reason: rejected.map(({ reason }) => reason).join(", ") };
}
