import type { Request, Response } from "express";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import { type Text, t } from "#languages/words.ts";
import type { ImportSource } from "#store/repos/site/import-sources.ts";
import { nextReading, queueReading, takeFromUrl } from "#transfer/sources.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { attemptTo } from "../../kit/attempt.ts";
import { choice, field, formText, formTo } from "../../kit/form.ts";
import { listedHtml, showWhen } from "../../kit/show.ts";
import { notFound, orNotFound, seeOther } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";
import { problemText } from "../../parts/site/import-problems.ts";

const HERE = "/admin/import";
const SOURCES = `${HERE}/sources`;
const EVERY: Record<string, Text> = { 1: t`Every hour`, 6: t`Every 6 hours`, 24: t`Every day`, 168: t`Every week` };
const MOST_VANISHED = 20;

type Show = (req: Request, res: Response, fault?: Text) => Promise<void>;

/** Addresses that are read once or on a schedule, beside uploads. */
export function importSourcePages({ deps, act }: AdminSite, showStart: Show) {
  const { store, now } = deps;

  act(SOURCES, "source.add", async (req, res, audited) => {
    const everyHours = formText(req, "every");
    if (everyHours !== "" && !EVERY[everyHours]) notFound();
    const id = deps.uuid();
    audited.on(id);
    const wish = { url: formText(req, "url"), everyHours: Number(everyHours) || undefined, by: audited.by };
    const { output: importId, error } = await attemptTo(() => takeFromUrl(wish, id, audited));
    if (error) return showStart(req, res, error.detail);
    seeOther(res, `${HERE}/${importId}`);
  });

  const sourceOf = async (req: Request<Record<string, string>>): Promise<ImportSource> =>
    orNotFound(await store.importSources.find(req.params.id ?? ""));

  act(`${SOURCES}/:id/read`, "source.read", async (req, res, audited) => {
    const { id, columns } = await sourceOf(req);
    if (!columns) notFound();
    await audited.store.change((tx) => queueReading(tx, { sourceId: id, isForced: true }, now()));
    await audited.record({ reading: "now" });
    deps.wakeJobs();
    seeOther(res, `${HERE}#sources`);
  });

  act(`${SOURCES}/:id/pause`, "source.pause", async (req, res, audited) => {
    const { id } = await sourceOf(req);
    await audited.store.change((tx) => tx.importSources.change(id, { nextAt: null }));
    seeOther(res, `${HERE}#sources`);
  });

  act(`${SOURCES}/:id/resume`, "source.resume", async (req, res, audited) => {
    const found = await sourceOf(req);
    await audited.store.change((tx) => tx.importSources.change(found.id, { nextAt: nextReading(found, now()) }));
    seeOther(res, `${HERE}#sources`);
  });

  act(`${SOURCES}/:id/delete`, "source.delete", async (req, res, audited) => {
    const { id } = await sourceOf(req);
    await audited.store.change((tx) => tx.importSources.remove(id));
    seeOther(res, `${HERE}#sources`);
  });

  async function lastResult({ id, lastImportId, error, lastAt }: ImportSource): Promise<Part> {
    const last = lastImportId === null ? undefined : await store.imports.find(lastImportId);
    const gone = last?.state === "done" ? await store.importSources.vanished(id, last.id, MOST_VANISHED + 1) : [];
    const links = gone
      .slice(0, MOST_VANISHED)
      .map(({ slug, name }) => html`<a href="${href(`/listings/${slug}`)}"><bdi>${name}</bdi></a>`);
    const names = html`${listedHtml(links)}${gone.length > MOST_VANISHED && "…"}`;
    return html`${lastAt && showWhen(lastAt, now())}${
      error !== null && html`<br><span class="tag bad">Error</span> ${problemText(error)}`
    }${
      last?.state === "done" &&
      html`<br><a href="${href(`${HERE}/${last.id}`)}">${t`${last.counts.added} added, ${last.counts.updated} updated, ${last.counts.refused} with errors`}</a>`
    }${gone.length > 0 && html`<br><span class="small">No longer in the source, still listed: ${names}</span>`}`;
  }

  const nextOf = ({ columns, nextAt, lastImportId }: ImportSource): Part => {
    if (!columns) return html`<a href="${href(`${HERE}/${lastImportId}`)}">Not imported</a>`;
    return nextAt ? showWhen(nextAt, now()) : t`Paused`;
  };

  const button = (res: Response, id: string, verb: string, label: Text, look: string): Html =>
    html`${formTo(res, `${SOURCES}/${id}/${verb}`)}<button class="${look} slim whole">${label}</button></form>`;

  /** The form for a URL, and the URLs that are read on a schedule. */
  return async (req: Request, res: Response): Promise<Html> => {
    const sources = await store.importSources.list();
    const rows = await Promise.all(
      sources.map(async (source) => {
        const { id, url, columns, nextAt, everyHours } = source;
        return [
          html`<bdi>${url}</bdi><br><span class="small muted">${EVERY[everyHours]}</span>`,
          await lastResult(source),
          nextOf(source),
          html`<div class="row tight">${columns && button(res, id, "read", t`Read now`, "quiet")}${
            columns &&
            (nextAt ? button(res, id, "pause", t`Pause`, "quiet") : button(res, id, "resume", t`Resume`, "quiet"))
          }${button(res, id, "delete", t`Delete`, "danger")}</div>`,
        ];
      }),
    );
    return html`${formTo(res, SOURCES, "card")}
${field({
  name: "url",
  label: t`Or read a URL`,
  type: "url",
  value: formText(req, "url"),
  autocomplete: "off",
  maxLength: 2000,
  hint: html`A file, or the ZIP archive of a branch on GitHub, GitLab or Gitea with a folder after #:
<span class="mono whole">…/archive/refs/heads/main.zip#tools</span>. Each YAML or JSON file of the folder is a row.`,
})}
${choice({ name: "every", label: t`Schedule`, value: formText(req, "every"), none: t`Once`, options: Object.entries(EVERY) })}
<p><button>Read URL</button></p></form>
${
  rows.length > 0 &&
  html`<h2 id="sources">Sources</h2>
${table([t`Source`, t`Last reading`, t`Next reading`, { label: t`Actions`, unseen: true }], rows)}
<p class="small muted">New rows are added and changed rows updated, as at the first import. Listings are never deleted.</p>`
}`;
  };
}
