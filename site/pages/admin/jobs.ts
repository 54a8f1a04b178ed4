import type { Response } from "express";
import { type Html, href, html } from "#core/text/html.ts";
import { retryJobs } from "#jobs/retry.ts";
import { type Text, t } from "#languages/words.ts";
import type { Job } from "#store/repos/runtime/jobs.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formText, formTo } from "../../kit/form.ts";
import { showTime, showWhen } from "../../kit/show.ts";
import { notFound, orNotFound, seeOther } from "../../kit/site.ts";
import { pageNumber, pager, table } from "../../kit/table.ts";

const PER_PAGE = 50;

const STATES = [
  { state: "queued", label: t`Waiting`, tag: t`waiting`, none: t`No waiting jobs.`, when: t`Due` },
  { state: "running", label: t`Running`, tag: t`running`, none: t`No running jobs.`, when: t`Was due` },
  { state: "failed", label: t`Failed`, tag: t`failed`, none: t`No failed jobs.`, when: t`Ended` },
  { state: "done", label: t`Done`, tag: t`done`, none: t`No finished jobs.`, when: t`Ended` },
] as const satisfies readonly { state: Job["state"]; [words: string]: Text }[];

const pathOf = (id: string): string => `/admin/jobs/${encodeURIComponent(id)}`;

export function jobAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store, now } = deps;

  router.get("/admin/jobs", async (req, res) => {
    const { state, none, when } = STATES.find((one) => one.state === req.query.state) ?? STATES[0];
    const page = pageNumber(req);
    const counts = await store.jobs.countByState();
    const { items, total } = await store.jobs.list({ state }, { page, perPage: PER_PAGE });
    const hasError = state === "failed" || state === "queued";
    pages.render(res, {
      heading: t`Jobs`,
      body: html`<nav class="tabs" aria-label="States">${STATES.map(
        ({ state: known, label }) =>
          html`<a href="/admin/jobs?state=${known}"${
            known === state && html` aria-current="page"`
          }>${label} <span class="tag ${known === "failed" && (counts.failed ?? 0) > 0 && "bad"}">${counts[known] ?? 0}</span></a>`,
      )}</nav>
${
  items.length === 0
    ? html`<p class="empty">${none}</p>`
    : table(
        [t`Job`, when, t`Attempts`, ...(hasError ? [t`Last error`] : [])],
        items.map((job) => [
          html`<a href="${href(pathOf(job.id))}">${job.kind}</a><br><span class="mono tiny muted">${job.id}</span>`,
          showWhen(job.finishedAt ?? job.runAt, now()),
          job.attempts,
          ...(hasError
            ? [job.lastError && html`<span class="small" lang="en">${job.lastError.slice(0, 160)}</span>`]
            : []),
        ]),
      )
}
${pager("/admin/jobs", { state }, { page, total_pages: Math.ceil(total / PER_PAGE) })}`,
    });
  });

  router.get("/admin/jobs/:id", async (req, res) => {
    const job = orNotFound(await store.jobs.find(req.params.id));
    pages.render(res, {
      heading: job.kind,
      above: [`/admin/jobs?state=${job.state}`, t`Jobs`],
      width: "reading",
      body: html`<dl class="facts">
<dt>Status</dt><dd>${stateTag(job)}</dd>
<dt>Number</dt><dd class="mono small">${job.id}</dd>
<dt>Added</dt><dd>${showTime(job.createdAt)}</dd>
<dt>Due</dt><dd>${showTime(job.runAt)}</dd>
${job.finishedAt && html`<dt>Ended</dt><dd>${showTime(job.finishedAt)}</dd>`}
<dt>Attempts</dt><dd>${job.attempts}</dd>
</dl>
${job.lastError && html`<h2>Last error</h2><pre tabindex="0">${job.lastError}</pre>`}
<h2>Payload</h2>
<pre tabindex="0">${JSON.stringify(job.payload, null, 2)}</pre>
${actions(res, job)}`,
    });
  });

  act("/admin/jobs/:id", "job.change", async (req, res, audited) => {
    const id = req.params.id ?? "";
    const what = formText(req, "do");
    const job = await store.jobs.find(id);
    if (!job || !["retry", "delete"].includes(what)) notFound();
    const changed =
      what === "retry"
        ? (await audited.store.change((tx) => retryJobs(tx, now(), id))) > 0
        : await audited.store.change((tx) => tx.jobs.remove(id));
    if (what === "retry") deps.wakeJobs();
    const notice = what === "retry" ? "job-retried" : "job-deleted";
    seeOther(res, what === "retry" ? pathOf(id) : `/admin/jobs?state=${job.state}`, changed ? notice : "gone");
  });
}

const TONES: Record<Job["state"], string> = { queued: "warm", running: "warm", failed: "bad", done: "good" };
const stateTag = ({ state }: Job): Html =>
  html`<span class="tag ${TONES[state]}">${STATES.find((one) => one.state === state)?.tag}</span>`;

const actions = (res: Response, { id, state }: Job): Html | false =>
  state !== "running" &&
  html`${formTo(res, pathOf(id), "row")}
${state !== "done" && html`<button name="do" value="retry">${state === "failed" ? t`Retry` : t`Run now`}</button>`}
<button name="do" value="delete" class="danger">Delete</button></form>`;
