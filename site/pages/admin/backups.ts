import { basename } from "node:path";
import type { Response } from "express";
import { Router } from "express";
import { makeBackup } from "../../../actions/backups/make-backup.ts";
import { backupFolder } from "../../../core/settings/config.ts";
import { html } from "../../../core/text/html.ts";
import { listBackups } from "../../../store/backups/backups.ts";
import { adminActions } from "../../kit/admin-action.ts";
import { csrfField, formFault } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { showTime } from "../../kit/show.ts";
import { type Site, seeOther } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";

const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** 1536000 is "1.5 MB". */
export function showBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const amount = bytes / 1000 ** power;
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[power]}`;
}

/** The backups in their folder, and a button that makes one. */
export function backupAdminPages({ deps, pages }: Site): Router {
  const { settings, now, log } = deps;
  const router = Router();
  const act = adminActions(deps);

  function show(res: Response, fault?: string): void {
    const files = listBackups(backupFolder(settings));
    pages.render(res, {
      status: fault ? 500 : 200,
      title: "Backups",
      body: html`<h1>Backups</h1>
<p class="lead">Verified copies of the whole database and the uploaded pictures, made while the site runs.
They contain personal data. Keep another copy elsewhere.</p>
${formFault(fault)}
<form method="post" action="/admin/backups">${csrfField(res)}<button>Back up now</button></form>
${
  files.length === 0
    ? html`<p class="empty">No backups yet.</p>`
    : table(
        ["File", "Made", { label: "Size", end: true }],
        files.map(({ file, bytes, at }) => [
          html`<span class="mono small">${basename(file)}</span>`,
          html`<span class="small">${showTime(at)}</span>`,
          showBytes(bytes),
        ]),
      )
}
<p class="small muted">Folder: <code>${backupFolder(settings)}</code>.
Stop the site before you restore one with <code>debut restore FILE</code>.${
        settings.STORAGE_URL &&
        html` Uploaded pictures are in the bucket of <code>STORAGE_URL</code> and not in backups.`
      }</p>`,
    });
  }

  router.get("/admin/backups", (_req, res) => show(res));

  router.post(
    "/admin/backups",
    act("backup.make", async (_req, res, audited) => {
      try {
        const name = basename((await makeBackup(settings, now())).file);
        audited.on(name);
        await audited.record({ file: name });
      } catch (error) {
        log.error({ err: error }, "backing up failed");
        return show(res, "The backup failed. See the log for the reason. Often the disk is full.");
      }
      seeOther(res, withNotice("/admin/backups", "backup-made"));
    }),
  );

  return router;
}
