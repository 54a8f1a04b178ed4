import { parentPort } from "node:worker_threads";
import type { PageKind } from "../domain/site.ts";
import { readClaimTags } from "./claim-tags.ts";
import { extractHtml } from "./extract.ts";
import { findBadge, type Wanted } from "./find-badge.ts";

/** What the worker can do, by job name. Add a line here to parse foreign HTML in another way off the main thread. */
const JOBS = {
  "extract-page": ({ html, url, id, kind }: { html: string; url: string; id: string; kind: PageKind }) =>
    extractHtml(html, url, { id, kind }),
  "claim-tags": readClaimTags,
  "find-badge": ({ html, page, wanted }: { html: string; page: string; wanted: Wanted }) =>
    findBadge(html, page, wanted),
};
export type Jobs = typeof JOBS;
export type JobName = keyof Jobs;

export type JobRequest = { job: JobName; input: Parameters<Jobs[JobName]>[0] };
export type JobReply = { ok: true; result: unknown } | { ok: false; message: string };

parentPort?.on("message", ({ job, input }: JobRequest) => {
  let reply: JobReply;
  try {
    reply = { ok: true, result: (JOBS[job] as (input: unknown) => unknown)(input) };
  } catch (error) {
    reply = { ok: false, message: error instanceof Error ? error.message : "unknown error" };
  }
  parentPort?.postMessage(reply);
});
