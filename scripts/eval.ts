/**
 * `npm run eval -- --sites FOLDER… [--model] [--json] [--verbose]`: drafts the websites of each folder and
 * scores them by truth.json; by rules, or with the model that ANTHROPIC_API_KEY reaches. Exit code 1 if a draft states what it must not, 2 without a folder to read.
 */
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readSettings } from "../core/settings/config.ts";
import { createAnthropicDrafter } from "../drafting/anthropic.ts";
import type { Drafter } from "../drafting/drafter.ts";
import { createDraftingThread } from "../drafting/drafting-thread.ts";
import { draftSite, endDrafting } from "./eval/draft-site.ts";
import { inventedBy, trappedIn } from "./eval/invented.ts";
import { printSet, printSummary, show } from "./eval/print.ts";
import type { Report } from "./eval/report.ts";
import { score } from "./eval/score.ts";
import { readTruth, sitesIn } from "./eval/truth.ts";

const { values: options } = parseArgs({
  options: {
    sites: { type: "string", multiple: true, default: [] },
    model: { type: "boolean", default: false },
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

const thread = createDraftingThread();
const draft = options.model ? draftWithModel() : undefined;
const sets: { name: string; reports: Report[] }[] = [];
for (const { name, folder } of folders) {
  const reports: Report[] = [];
  for (const site of sitesIn(folder)) reports.push(await evaluate(site, join(folder, site)));
  sets.push({ name, reports });
}
await endDrafting();
await thread.close();

if (options.json) console.log(JSON.stringify(sets, null, 2));
else {
  for (const { name, reports } of sets) printSet(name, reports, options.verbose);
  printSummary(sets);
}
const isFalse = ({ invented, trapped }: Report) => invented.length + trapped.length > 0;
process.exitCode = sets.some(({ reports }) => reports.some(isFalse)) ? 1 : 0;

/** Its failures and the facts that it loses are written to the standard error output. */
function draftWithModel(): Drafter {
  const { ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, ANTHROPIC_MODEL } = readSettings(process.env);
  if (!ANTHROPIC_API_KEY) {
    console.error("Set ANTHROPIC_API_KEY: npm run eval -- --model drafts with the model that it reaches.");
    process.exit(2);
  }
  return createAnthropicDrafter({
    apiKey: ANTHROPIC_API_KEY,
    model: ANTHROPIC_MODEL,
    thread,
    log: (message, details) => console.error(message, JSON.stringify(details)),
    ...(ANTHROPIC_BASE_URL ? { baseUrl: ANTHROPIC_BASE_URL } : {}),
  });
}

async function evaluate(site: string, folder: string): Promise<Report> {
  const truth = readTruth(folder);
  const { crawled, drafted, cpuSeconds } = await draftSite(folder, truth.url, draft);
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
