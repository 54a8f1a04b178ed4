import { basename } from "node:path";
import type { Response } from "express";
import { makeBackup } from "#actions/backups/make-backup.ts";
import { CHECKS, type CheckName, type Finding, isCheck, sectionOf } from "#actions/health/finding.ts";
import { examineInstallation } from "#actions/health/installation.ts";
import { readShippedText } from "#core/runtime/shipped.ts";
import { VERSION } from "#core/runtime/version.ts";
import { backupFolder } from "#core/settings/config.ts";
import { type Html, html } from "#core/text/html.ts";
import { bytesText } from "#domain/text/bytes.ts";
import { forwardingOf } from "#http/forwarding.ts";
import { as, type Text, t, type Words } from "#languages/words.ts";
import { listBackups } from "#store/backups/backups.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formFault, formTo } from "../../kit/form.ts";
import { renderGuide } from "../../kit/markdown.ts";
import { showTime } from "../../kit/show.ts";
import { type Site, seeOther } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";

/** Doctor's findings, as far as a running site can tell at once, with impact, cure and guide. */
export function healthAdminPages({ deps, pages, router }: Site): void {
  const { settings, store, now } = deps;

  router.get("/admin/health", async (req, res) => {
    const at = now();
    const forwarding = forwardingOf(req);
    const findings = await examineInstallation({ settings, store, now: at, forwarding });
    const faults = findings.filter(({ ok }) => !ok);
    const [counts, due] = await Promise.all([store.jobs.countByKind(), store.jobs.oldestDue(at)]);
    const kinds = [...new Set(counts.map(({ kind }) => kind))].sort();
    const count = (kind: string, state: string) =>
      counts.find((row) => row.kind === kind && row.state === state)?.count ?? 0;
    const waiting = (kind: string) => {
      const since = due.find((row) => row.kind === kind)?.since;
      return since ? t`${Math.floor((at.getTime() - since.getTime()) / 60_000)} min` : "–";
    };
    pages.render(res, {
      heading: t`Health`,
      body: html`<p class="lead">${
        faults.length === 0 ? t`No problems found.` : t`${faults.length} of ${findings.length} checks found a problem.`
      } Debut ${VERSION} on Node ${process.version}.</p>
${faults.map(showFault)}
${table(
  [as("one of many")`Check`, t`Status`, t`Details`],
  findings
    .filter(({ ok }) => ok)
    .map(({ check, isChecked, detail }) => [
      titleOf(check),
      html`<span class="tag ${isChecked && "good"}">${isChecked ? t`OK` : t`Not checked`}</span>`,
      detail,
    ]),
)}
<p class="small muted">Run <code>debut doctor</code> to also check DNS, the mail server, outbound requests and the public address.</p>
<h2>Jobs</h2>
${
  kinds.length === 0
    ? html`<p class="empty">No jobs yet.</p>`
    : table(
        [
          t`Kind`,
          { label: t`Waiting`, end: true },
          { label: t`Running`, end: true },
          { label: t`Failed`, end: true },
          { label: t`Overdue for`, end: true },
        ],
        kinds.map((kind) => [
          html`<span class="mono small">${kind}</span>`,
          count(kind, "queued"),
          count(kind, "running"),
          count(kind, "failed"),
          waiting(kind),
        ]),
      )
}`,
    });
  });

  router.get("/admin/guide", (_req, res) => {
    pages.render(res, {
      heading: t`Operating guide`,
      above: ["/admin/health", t`Health`],
      width: "reading",
      body: html`<article class="prose">${renderGuide(readShippedText("./docs/operating.md"))}</article>`,
    });
  });
}

/** Of the checks that a running site makes. */
const TITLES: Partial<Record<string, Words>> = {
  proxy: t`Proxy`,
  disk: t`Disk`,
  storage: t`Storage`,
  backups: t`Backups`,
  model: t`Model`,
  database: t`Database`,
  secrets: t`Secrets`,
  clock: t`Clock`,
  search: as("noun")`Search`,
  admin: t`Admin`,
  pages: t`Pages`,
  jobs: t`Jobs`,
  mails: t`Emails`,
  webhooks: t`Webhooks`,
  orders: t`Orders`,
  invoices: t`Invoices`,
  payments: t`Payments`,
  settings: t`Settings`,
  threshold: t`EU threshold`,
} satisfies Partial<Record<CheckName, Words>>;
export const titleOf = (check: string): Text => TITLES[check] ?? check;

const showFault = ({ check, detail, cure }: Finding): Html => html`<article class="card">
<h2><span class="tag bad">Problem</span> ${titleOf(check)}</h2>
<p>${detail}</p>
${isCheck(check) && html`<p><strong>Impact:</strong> ${CHECKS[check]}</p>`}
<p><strong>Fix:</strong> ${cure}</p>
<p><a href="/admin/guide#${sectionOf(check)}">Read the operating guide</a></p>
</article>`;

export function backupAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { settings, now, log } = deps;

  function show(res: Response, fault?: Text): void {
    const files = listBackups(backupFolder(settings));
    pages.render(res, {
      status: fault ? 500 : 200,
      heading: t`Backups`,
      body: html`<p class="lead">Verified copies of the database and uploaded pictures. They contain personal data. Keep another copy elsewhere.</p>
${formFault(fault)}
${formTo(res, "/admin/backups")}<button>Back up now</button></form>
${
  files.length === 0
    ? html`<p class="empty">No backups yet.</p>`
    : table(
        [t`File`, t`Created`, { label: t`Size`, end: true }],
        files.map(({ file, bytes, at }) => [
          html`<span class="mono small">${basename(file)}</span>`,
          html`<span class="small">${showTime(at)}</span>`,
          bytesText(bytes),
        ]),
      )
}
<p class="small muted">Folder: <code>${backupFolder(settings)}</code>.
To restore one, stop the site and run <code>debut restore FILE</code>.${
        settings.STORAGE_URL && html` Uploaded pictures are in the <code>STORAGE_URL</code> bucket, not in backups.`
      }</p>`,
    });
  }

  router.get("/admin/backups", (_req, res) => show(res));

  act("/admin/backups", "backup.make", async (_req, res, audited) => {
    try {
      const name = basename((await makeBackup(settings, now())).file);
      audited.on(name);
      await audited.record({ file: name });
    } catch (error) {
      log.error({ err: error }, "backing up failed");
      return show(res, t`The backup failed. Check the disk space, and see the log.`);
    }
    seeOther(res, "/admin/backups", "backup-made");
  });
}
