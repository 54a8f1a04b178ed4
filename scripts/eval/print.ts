import type { CrawledSite } from "../../domain/drafts/site.ts";
import type { Drafted } from "../../drafting/drafter.ts";
import { byField, groupsBy, overall, type Report, sitesRight } from "./report.ts";
import { blanks, emptyTally, precision, recall, type Tally } from "./tally.ts";

type Cell = string | number;

/** A table in Markdown, as the documents want it. */
function printTable(head: string[], rows: Cell[][]): void {
  console.log(`\n| ${head.join(" | ")} |\n|${"---|".repeat(head.length)}`);
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
}

const tallyCells = (tally: Tally): Cell[] => [precision(tally), recall(tally), blanks(tally)];

const SUMMARY = [
  "sites",
  "precision",
  "recall",
  "blanks kept",
  "feature precision",
  "pricing model right",
  "invented",
  "traps",
  "CPU s, most",
];

function summaryCells(reports: Report[]): Cell[] {
  return [
    reports.length,
    ...tallyCells(overall(reports)),
    precision(byField(reports).features ?? emptyTally()),
    sitesRight(reports, "pricing_model"),
    reports.flatMap(({ invented }) => invented).length,
    reports.flatMap(({ trapped }) => trapped).length,
    Math.max(...reports.map(({ cpuSeconds }) => cpuSeconds)).toFixed(2),
  ];
}

/** What one set shows: by field, language, kind and site, and each fault if asked: a held-out set is not to be read. */
export function printSet(name: string, reports: Report[], isVerbose: boolean): void {
  console.log(`\n## ${name}`);
  printTable(
    [
      "field",
      "right",
      "wrong",
      "found",
      "missed",
      "blank",
      "filled",
      "precision",
      "recall",
      "blanks kept",
      "sites right",
    ],
    Object.entries(byField(reports)).map(([field, tally]) => [
      field,
      ...Object.values(tally),
      ...tallyCells(tally),
      sitesRight(reports, field),
    ]),
  );
  for (const key of ["language", "kind"] as const)
    printTable(
      [key, ...SUMMARY],
      groupsBy(reports, key).map(([value, group]) => [value, ...summaryCells(group)]),
    );
  printTable(
    ["site", "pages", "requests", "CPU s"],
    reports.map(({ site, pages, requests, cpuSeconds }) => [site, pages, requests, cpuSeconds.toFixed(2)]),
  );
  if (!isVerbose) return;
  for (const { site, invented, trapped, notes } of reports) {
    for (const text of invented) console.log(`INVENTED ${site}: ${text}`);
    for (const text of trapped) console.log(`TRAP ${site}: ${text}`);
    for (const text of notes) console.log(`${site}: ${text}`);
  }
}

export const printSummary = (sets: { name: string; reports: Report[] }[]): void =>
  printTable(
    ["set", ...SUMMARY],
    sets.map(({ name, reports }) => [name, ...summaryCells(reports)]),
  );

/** A draft as it came out, to read beside its website. */
export function show(site: string, crawled: CrawledSite, drafted: Drafted): void {
  const pages = crawled.pages.map(({ kind, url }) => `${kind}:${new URL(url).pathname}`).join(" ");
  console.log(`\n== ${site} ${crawled.error ? `(${crawled.error.code}) ` : ""}${pages}`);
  for (const [field, { value }] of Object.entries(drafted.fields)) console.log(`  ${field}: ${JSON.stringify(value)}`);
  const founders = drafted.founders.map(({ name, title }) => [name, title]);
  console.log(`  founders: ${JSON.stringify(founders)} socials: ${JSON.stringify(drafted.companySocials)}`);
  console.log(`  faqs: ${drafted.faqs.length} rejected: ${JSON.stringify(drafted.rejected)}`);
}
