import type { Request, Response } from "express";
import { startBulk, undoBulk } from "#actions/moderation/bulk.ts";
import { listingsFilter, listingsNamed, MOST_LINES } from "#actions/moderation/choose-listings.ts";
import { type Html, html } from "#core/text/html.ts";
import { type BulkAction, type BulkResult, bulkWords, MOST_AT_ONCE } from "#domain/listings/bulk.ts";
import { actorOf } from "#domain/site/audit.ts";
import { as, plural, type Text, t, type Words } from "#languages/words.ts";
import type { BulkChange, BulkRow } from "#store/repos/listings/bulk.ts";
import { decodeText } from "#transfer/table/decode.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { attemptTo } from "../../kit/attempt.ts";
import { formFault, formList, formText, formTo, hidden } from "../../kit/form.ts";
import { languageOf } from "../../kit/language.ts";
import { formFile } from "../../kit/multipart.ts";
import { showTime, showWhen } from "../../kit/show.ts";
import { orNotFound, seeOther } from "../../kit/site.ts";
import { meter, pageNumber, pager, table } from "../../kit/table.ts";
import { POLL_SECONDS } from "../../parts/drafts/draft-progress.ts";
import { categoryOptions } from "../../parts/listings/category-options.ts";
import { actionIn, askedIn, bulkInputs } from "./bulk-parts.ts";

const PER_PAGE = 30;
/** More, and what is hard to see in a list, is asked again. */
const MOST_UNASKED = 50;
const MOST_SHOWN = 200;

const STATES: Record<BulkChange["state"], Words> = {
  running: t`running`,
  done: t`done`,
  undoing: t`being undone`,
  undone: t`undone`,
};
const RESULTS: Record<BulkResult, Words> = {
  waiting: t`Waiting`,
  changed: as("a result")`Changed`,
  same: t`Unchanged`,
  refused: t`Refused`,
  undone: t`Undone`,
  edited: t`Edited since`,
};

export function bulkAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store, now } = deps;
  const known = async (res: Response) => ({
    categories: await categoryOptions(store, languageOf(res), "slug"),
    fields: store.ownFields(),
  });
  const byOf = ({ accountId, by }: BulkChange): Text => actorOf({ accountId, by });

  router.get("/admin/bulk", async (req, res) => show(req, res));

  async function show(req: Request, res: Response, fault?: Text): Promise<void> {
    const page = pageNumber(req);
    const { items, total } = await store.bulk.list({ page, perPage: PER_PAGE });
    pages.render(res, {
      status: fault ? 400 : 200,
      heading: t`Bulk changes`,
      body: html`<p class="lead">Select listings in <a href="/admin/listings">the list</a>, or enter them here.</p>
${formFault(fault)}
<form method="post" action="/admin/bulk/new" enctype="multipart/form-data">${hidden("csrf", res.locals.session?.csrf)}${hidden("which", "list")}
<div class="field"><label for="list">Websites, slugs or ids, one per line</label>
<textarea id="list" name="list" rows="5" autocomplete="off" spellcheck="false">\n${fault && formText(req, "list")}</textarea></div>
<div class="field"><label for="file">Or a CSV file</label>
<p class="hint">We use the first column that names a listing. Up to ${plural(MOST_LINES, "line")}.</p>
<input id="file" name="file" type="file" accept=".csv,.tsv,.txt,text/csv,text/plain"></div>
${bulkInputs(await known(res))}</form>
<h2>Past changes</h2>
${
  items.length === 0
    ? html`<p class="empty">No bulk changes yet.</p>`
    : table(
        [t`Change`, t`Listings`, t`By`, t`State`, t`Date`],
        items.map((bulk) => [
          html`<a href="/admin/bulk/${bulk.id}">${bulkWords(bulk.action)}</a>`,
          bulk.total,
          byOf(bulk),
          STATES[bulk.state],
          showWhen(bulk.at, now()),
        ]),
      )
}
${pager("/admin/bulk", {}, { page, total_pages: Math.ceil(total / PER_PAGE) })}`,
    });
  }

  const find = async (id: string | undefined) =>
    orNotFound(/^[1-9]\d{0,14}$/.test(id ?? "") && (await store.bulk.find(Number(id))));

  router.get("/admin/bulk/:id", async (req, res) => {
    const bulk = await find(req.params.id);
    const { id } = bulk;
    const counts = await store.bulk.counts(id);
    const problems = await store.bulk.rows(id, ["refused", "edited"], MOST_SHOWN);
    const isRunning = bulk.state === "running" || bulk.state === "undoing";
    const left = (bulk.state === "running" ? counts.waiting : counts.changed) ?? 0;
    pages.render(res, {
      heading: bulkWords(bulk.action),
      above: ["/admin/bulk", t`Bulk changes`],
      refreshSeconds: isRunning ? POLL_SECONDS : undefined,
      body: html`<dl class="facts"><dt>State</dt><dd>${STATES[bulk.state]}</dd>
<dt>Listings</dt><dd>${bulk.total}</dd>
${Object.entries(counts).map(([result, count]) => html`<dt>${RESULTS[result as BulkResult]}</dt><dd>${count}</dd>`)}
<dt>By</dt><dd>${byOf(bulk)}</dd><dt>Date</dt><dd>${showTime(bulk.at)}</dd></dl>
${isRunning && html`<p role="status" data-poll="${POLL_SECONDS}">${meter(bulk.total - left, bulk.total)} ${t`${bulk.total - left} of ${plural(bulk.total, "listing")}`}</p>`}
${
  bulk.state === "done" &&
  (counts.changed ?? 0) > 0 &&
  html`${formTo(res, `/admin/bulk/${id}/undo`)}<p class="row"><button class="quiet">Undo</button>
<span class="small muted">Listings edited since then are not changed.</span></p></form>`
}
${problems.length > 0 && problemTable(problems)}`,
    });
  });

  const problemTable = (rows: readonly BulkRow[]): Html =>
    html`<h2>Not changed</h2>${table(
      [t`Listing`, t`Result`, t`Reason`],
      rows.map(({ listingId, name, result, reason }) => [
        html`<a href="/admin/listings/${listingId}">${name}</a>`,
        RESULTS[result],
        reason ?? "",
      ]),
    )}`;

  /** The listings that a form chose, and lines that name none. */
  async function chosenIn(req: Request): Promise<{ ids: number[]; unknown: string[] }> {
    const which = formText(req, "which");
    if (which === "found") {
      const filter = await listingsFilter(
        askedIn((name) => formText(req, `f.${name}`)),
        store,
      );
      return { ids: await store.listings.idsOfAll(filter, MOST_AT_ONCE + 1), unknown: [] };
    }
    const file = formFile(req, "file");
    if (which === "list") return listingsNamed(file ? decodeText(file.bytes).text : formText(req, "list"), deps);
    const ids = formList(req, "id").flatMap((text) => text.split(","));
    return { ids: ids.filter((id) => /^[1-9]\d{0,14}$/.test(id)).map(Number), unknown: [] };
  }

  act("/admin/bulk/new", "bulk.change", async (req, res, audited) => {
    const { output: chosen, error } = await attemptTo(() => chosenIn(req));
    if (error) return show(req, res, error.detail);
    const { ids, unknown } = chosen;
    if (ids.length === 0) return show(req, res, t`Select at least one listing.`);
    if (ids.length > MOST_AT_ONCE) return show(req, res, t`Select at most ${plural(MOST_AT_ONCE, "listing")}.`);
    const action = actionIn((name) => formText(req, name), await known(res));
    if ("fault" in action) return askAgain(res, ids, action.fault);
    const isGrave = action.do === "delete" || action.do === "suspend" || action.do === "reject";
    const isSure = formText(req, "sure") === "yes" || (ids.length <= MOST_UNASKED && !isGrave && unknown.length === 0);
    if (!isSure) return ask(req, res, { action, ids, unknown });
    const change = { action, ids, by: audited.by };
    const id = await audited.store.change((tx) => startBulk(tx, change, { ...deps, began: audited.on }));
    deps.wakeJobs();
    seeOther(res, `/admin/bulk/${id}`, "bulk-started");
  });

  const selected = (res: Response, ids: readonly number[]): Html =>
    html`${formTo(res, "/admin/bulk/new")}${hidden("which", "ids")}${hidden("id", ids.join(","))}`;

  /** Keeps the selection of a form that lacks something. */
  async function askAgain(res: Response, ids: readonly number[], fault: Text): Promise<void> {
    pages.render(res, {
      status: 400,
      heading: t`Bulk changes`,
      above: ["/admin/listings", t`Listings`],
      body: html`${formFault(fault)}<p class="lead">${plural(ids.length, "listing is", "listings are")} selected.</p>
${selected(res, ids)}${bulkInputs(await known(res))}</form>`,
    });
  }

  type Asked = { action: BulkAction; ids: readonly number[]; unknown: readonly string[] };
  function ask(req: Request, res: Response, { action, ids, unknown }: Asked): void {
    const values = Object.entries<unknown>(req.body).filter(([name]) => name === "do" || name.startsWith("set."));
    pages.render(res, {
      heading: bulkWords(action),
      above: ["/admin/bulk", t`Bulk changes`],
      body: html`<p class="lead">This changes ${plural(ids.length, "listing")}. You can undo it.</p>
${
  unknown.length > 0 &&
  html`<div class="notice bad"><p>${plural(unknown.length, "line")} without a listing:</p>
<ul>${unknown.slice(0, MOST_SHOWN).map((line) => html`<li>${line}</li>`)}</ul></div>`
}
${selected(res, ids)}${hidden("sure", "yes")}
${values.map(([name, value]) => hidden(name, String(value)))}
<p class="row"><button>Change ${plural(ids.length, "listing")}</button> <a class="button quiet" href="/admin/listings">Cancel</a></p></form>`,
    });
  }

  act("/admin/bulk/:id/undo", "bulk.undo", async (req, res, audited) => {
    const { id } = await find(req.params.id);
    const isBegun = await audited.store.change((tx) => undoBulk(tx, id, deps));
    deps.wakeJobs();
    seeOther(res, `/admin/bulk/${id}`, isBegun ? "bulk-undone" : "gone");
  });
}
