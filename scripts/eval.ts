/**
 * `npm run eval -- --sites FOLDER… [--model] [--json] [--verbose]`: drafts websites and scores the drafts by
 * truth.json. Exit code 1 if a draft states what it must not, 2 without a folder to read.
 */
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readSettings } from "../core/settings/config.ts";
import { modelSetup } from "../core/settings/model-settings.ts";
import type { Drafter } from "../drafting/drafter.ts";
import { createDraftingThread, draftInThread } from "../drafting/drafting-thread.ts";
import { connectModel } from "../drafting/model/connect-model.ts";
import { createModelDrafter } from "../drafting/model/model-drafter.ts";
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
const draft = options.model ? await draftWithModel() : undefined;
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
async function draftWithModel(): Promise<Drafter> {
  const setup = modelSetup(readSettings(process.env));
  if (!setup) {
    console.error("Set MODEL_KEY, or MODEL_URL and MODEL_NAME: npm run eval -- --model drafts with that model.");
    process.exit(2);
  }
  const world = { fetch, now: () => new Date(), sleep: (ms: number) => delay(ms) };
  const log = (message: string, details: Record<string, unknown>) => console.error(message, JSON.stringify(details));
  const [model, byRules] = [await connectModel(setup, world), draftInThread(thread, log)];
  const { name, maxChars, prices } = setup;
  return createModelDrafter({ name, maxChars, prices, model, byRules, thread, log });
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
