import type { Request, Response } from "express";
import { type Html, href, html } from "#core/text/html.ts";
import { type ImportOptions, isBusy } from "#domain/site/import.ts";
import { CSV_START, csvLine } from "#domain/text/csv.ts";
import { plural, type Text, t } from "#languages/words.ts";
import type { ImportRow, ListedLine } from "#store/repos/site/imports.ts";
import { checkImport, IMPORTS_KEPT_DAYS, queueImport, takeFile } from "#transfer/imports.ts";
import { leftOut } from "#transfer/source.ts";
import { beginImport } from "#transfer/sources.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { attemptTo } from "../../kit/attempt.ts";
import { field, formFault, formText, formTo } from "../../kit/form.ts";
import { formFile } from "../../kit/multipart.ts";
import { sendFile } from "../../kit/send-file.ts";
import { showWhen } from "../../kit/show.ts";
import { notFound, orNotFound, seeOther } from "../../kit/site.ts";
import { pageNumber, pager, table } from "../../kit/table.ts";
import { POLL_SECONDS } from "../../parts/drafts/draft-progress.ts";
import { columnsForm, fileFacts } from "../../parts/site/import-columns.ts";
import { problemsOf, problemText } from "../../parts/site/import-problems.ts";
import { importFigures, importProgress, madeOnTheWay, problems, undoForm } from "../../parts/site/import-result.ts";
import { importSourcePages } from "./import-sources.ts";

const HERE = "/admin/import";
const STEPS = [t`File`, t`Columns`, t`Check`, t`Import`];
const DAY_MS = 24 * 3600_000;
const PER_PAGE = 20;
const PER_READ = 1000;
/** Beyond that, the table of problems counts no more; the report has all. */
const MOST_COUNTED = 20_000;

const STATES: Record<ImportRow["state"], Text> = {
  new: t`Not imported`,
  checking: t`Checking`,
  checked: t`Not imported`,
  running: t`Importing`,
  done: t`Imported`,
  undoing: t`Undoing`,
  undone: t`Undone`,
  failed: t`Failed`,
};

const steps = (at: number): Html =>
  html`<ol class="steps-done" aria-label="Steps">${STEPS.map(
    (step, index) =>
      html`<li${index === at && html` aria-current="step"`}${index < at && html` class="done"`}>${step}</li>`,
  )}</ol>`;

/** Moving in: a file, its columns, what would happen, and the import, which can be undone. */
export function importAdminPages(site: AdminSite): void {
  const { deps, pages, router, act } = site;
  const { store, now } = deps;
  const sources = importSourcePages(site, showStart);

  const canUndo = ({ state, finishedAt }: ImportRow): boolean =>
    state === "done" && finishedAt !== null && now().getTime() - finishedAt.getTime() < IMPORTS_KEPT_DAYS * DAY_MS;

  async function showStart(req: Request, res: Response, fault?: Text): Promise<void> {
    const page = pageNumber(req);
    const { items, total } = await store.imports.list({ page, perPage: PER_PAGE });
    pages.render(res, {
      status: fault ? 400 : 200,
      heading: t`Import`,
      body: html`${steps(0)}
${formFault(fault)}
${formTo(res, HERE, html` enctype="multipart/form-data" class="card"`)}
<div class="field"><label for="file">File</label>
<p class="hint" id="file-hint">CSV, TSV, JSON, JSON lines, YAML or a Markdown list. Up to 50 MB.</p>
<input class="drop" id="file" name="file" type="file" aria-describedby="file-hint"
accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.yaml,.yml,.md,text/*,application/json"></div>
${field({ name: "text", label: t`Or paste it`, type: "textarea", value: formText(req, "text"), autocomplete: "off", required: false, maxLength: 5_000_000, rows: 4 })}
<p><button>Read file</button></p></form>
${await sources(req, res)}
${
  items.length > 0 &&
  html`<h2 id="earlier">Earlier imports</h2>
${table(
  [t`File`, { label: t`Added`, end: true }, { label: t`Updated`, end: true }, t`Date`, t`State`],
  items.map((found) => [
    html`<a href="${href(`${HERE}/${found.id}`)}"><bdi>${found.name || t`Pasted text`}</bdi></a>`,
    found.isDry ? "" : found.counts.added,
    found.isDry ? "" : found.counts.updated,
    showWhen(found.at, now()),
    canUndo(found) ? undoForm(res, found) : STATES[found.state],
  ]),
)}
${pager(HERE, {}, { page, total_pages: Math.ceil(total / PER_PAGE) })}
<p class="small muted">You can undo an import for ${plural(IMPORTS_KEPT_DAYS, "day")}. Listings edited since then are kept.</p>`
}`,
    });
  }

  router.get(HERE, (req, res) => showStart(req, res));

  act(HERE, "import.read", async (req, res, audited) => {
    const file = formFile(req, "file");
    const text = formText(req, "text");
    const bytes = file?.bytes ?? new TextEncoder().encode(text);
    const id = deps.uuid();
    audited.on(id);
    const given = { bytes, name: file?.name ?? "", by: audited.by };
    const { error } = await attemptTo(() => takeFile(given, { ...audited, uuid: () => id }));
    if (error) return showStart(req, res, error.detail);
    seeOther(res, `${HERE}/${id}`);
  });

  const importOf = async (req: Request<Record<string, string>>): Promise<ImportRow> =>
    orNotFound(await store.imports.find(req.params.id ?? ""));

  router.get(`${HERE}/:id`, async (req, res) => {
    const found = await importOf(req);
    const isColumns = found.state === "new" || (found.isDry && req.query.step === "columns" && !isBusy(found.state));
    const at = isColumns ? 1 : found.isDry ? 2 : 3;
    pages.render(res, {
      heading: found.name || t`Pasted text`,
      above: [HERE, t`Import`],
      refreshSeconds: isBusy(found.state) ? POLL_SECONDS : undefined,
      body: html`${steps(at)}
${isColumns ? html`${fileFacts(found)}${await columns(res, found)}` : await outcome(res, found)}`,
    });
  });

  const columns = async (res: Response, found: ImportRow): Promise<Html> =>
    columnsForm(res, found, { own: store.ownFields(), categories: await store.reference.categoryNames() });

  async function outcome(res: Response, found: ImportRow): Promise<Html> {
    const { id, state, error, counts } = found;
    if (isBusy(state)) return importProgress(found);
    const takes = counts.added + counts.updated;
    const isChecked = state === "checked";
    return html`${state === "failed" && html`<div class="notice bad" role="alert">${error !== null && problemText(error)}</div>`}
${importFigures(found)}
${problems(found, problemsOf(await problemLines(id)), isChecked ? leftOut(found.columns, found.options) : [])}
${isChecked && madeOnTheWay(found)}
${
  isChecked
    ? html`${formTo(res, `${HERE}/${id}/run`, "row")}${
        takes > 0 ? html`<button>Import ${plural(takes, "row")}</button>` : html`<p>No row can be imported.</p>`
      }<a class="button quiet" href="${href(`${HERE}/${id}?step=columns`)}">Back</a>
${takes > 0 && html`<span class="small muted">You can undo it for ${plural(IMPORTS_KEPT_DAYS, "day")}.</span>`}</form>`
    : html`<div class="row"><a class="button" href="/admin/listings">View listings</a>${canUndo(found) && undoForm(res, found)}</div>`
}`;
  }

  act(`${HERE}/:id/check`, "import.check", async (req, res, audited) => {
    const found = await importOf(req);
    const change = { ...columnsOf(req, found), options: optionsOf(req) };
    await audited.store.change((tx) => checkImport(tx, found.id, change, now()));
    deps.wakeJobs();
    seeOther(res, `${HERE}/${found.id}`);
  });

  act(`${HERE}/:id/run`, "import.run", async (req, res, audited) => {
    const found = await importOf(req);
    await audited.store.change((tx) => beginImport(tx, found, now()));
    deps.wakeJobs();
    seeOther(res, `${HERE}/${found.id}`);
  });

  act(`${HERE}/:id/undo`, "import.undo", async (req, res, audited) => {
    const found = await importOf(req);
    if (!canUndo(found)) notFound();
    await audited.store.change((tx) => queueImport(tx, found.id, "undo", now()));
    deps.wakeJobs();
    seeOther(res, `${HERE}/${found.id}`);
  });

  router.get(`${HERE}/:id/report.csv`, async (req, res) => {
    const found = await importOf(req);
    const name = `import-${found.id}.csv`;
    await sendFile({ name, type: "text/csv; charset=utf-8", chunks: report(found.id) }, res, deps);
  });

  async function* problemPages(id: string): AsyncGenerator<ListedLine[]> {
    for (let page = 1, isOver = false; !isOver; page++) {
      const { items } = await store.imports.lines(id, { isProblem: true }, { page, perPage: PER_READ });
      yield items;
      isOver = items.length < PER_READ;
    }
  }

  async function problemLines(id: string): Promise<ListedLine[]> {
    const lines: ListedLine[] = [];
    for await (const items of problemPages(id)) if (lines.push(...items) >= MOST_COUNTED) break;
    return lines;
  }

  async function* report(id: string): AsyncGenerator<string> {
    yield CSV_START + csvLine(["line", "result", "name", "listing", "reason", "notes"]);
    for await (const items of problemPages(id))
      for (const { line, result, name, slug, reason, notes } of items)
        yield csvLine([line, result, name, slug, reason, notes.join(" ")]);
  }
}

const columnsOf = (req: Request, { columns }: ImportRow) => ({
  to: columns.map((_, index) => formText(req, `to.${index}`)),
  decimal: columns.map((_, index) => formText(req, `decimal.${index}`) || undefined),
});

function optionsOf(req: Request): ImportOptions {
  const isOn = (name: string): boolean => formText(req, name) === "yes";
  return {
    create: { fields: isOn("fields"), categories: isOn("categories") },
    ...{ update: isOn("update"), owned: isOn("owned"), pictures: isOn("pictures") },
    launched: formText(req, "launched") === "given" ? "given" : "none",
    status: isOn("review") ? "pending_review" : "live",
    category: formText(req, "category") || null,
  };
}
