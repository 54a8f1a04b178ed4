/**
 * `npm run eval -- --sites FOLDER… [--json] [--verbose]`: drafts the websites of each folder and scores
 * them by truth.json. Exit code 1 if a draft states what it must not, 2 without a folder to read.
 */
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { draftSite, endDrafting } from "./eval/draft-site.ts";
import { inventedBy, trappedIn } from "./eval/invented.ts";
import { printSet, printSummary, show } from "./eval/print.ts";
import type { Report } from "./eval/report.ts";
import { score } from "./eval/score.ts";
import { readTruth, sitesIn } from "./eval/truth.ts";

const { values: options } = parseArgs({
  options: {
    sites: { type: "string", multiple: true, default: [] },
    json: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});
const folders = options.sites.map((name) => ({ name: basename(resolve(name)), folder: resolve(name) }));
const unread = folders.find(({ folder }) => !existsSync(folder) || !sitesIn(folder).length);
if (!folders.length || unread) {
  console.error(
    unread
      ? `"${unread.folder}" holds no site with a truth.json.`
      : "Name a folder of sites: npm run eval -- --sites <folder>",
  );
  process.exit(2);
}

const sets: { name: string; reports: Report[] }[] = [];
for (const { name, folder } of folders) {
  const reports: Report[] = [];
  for (const site of sitesIn(folder)) reports.push(await evaluate(site, join(folder, site)));
  sets.push({ name, reports });
}
await endDrafting();

if (options.json) console.log(JSON.stringify(sets, null, 2));
else {
  for (const { name, reports } of sets) printSet(name, reports, options.verbose);
  printSummary(sets);
}
const isFalse = ({ invented, trapped }: Report) => invented.length + trapped.length > 0;
process.exitCode = sets.some(({ reports }) => reports.some(isFalse)) ? 1 : 0;

async function evaluate(site: string, folder: string): Promise<Report> {
  const truth = readTruth(folder);
  const { crawled, drafted, cpuSeconds } = await draftSite(folder, truth.url);
  if (options.verbose && !options.json) show(site, crawled, drafted);
  return {
    site,
    language: truth.language,
    kind: truth.kind ?? "unknown",
    ...score(truth, drafted),
    invented: inventedBy(crawled, drafted),
    trapped: trappedIn(truth, drafted),
    cpuSeconds,
    requests: crawled.requests,
    pages: crawled.pages.length,
  };
}
