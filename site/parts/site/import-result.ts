import type { Response } from "express";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import type { ImportCounts, Result } from "#domain/site/import.ts";
import { plural, type Text, t } from "#languages/words.ts";
import type { ImportRow } from "#store/repos/site/imports.ts";
import { formTo } from "../../kit/form.ts";
import { meter, table } from "../../kit/table.ts";
import { POLL_SECONDS } from "../drafts/draft-progress.ts";
import { type Problem, problemText } from "./import-problems.ts";

const SHOWN_NAMES = 60;

const RESULTS: Partial<Record<Result | "note", readonly [label: Text, look: string]>> = {
  refused: [t`Error`, "bad"],
  duplicate: [t`Skipped`, ""],
  kept: [t`Kept`, "warm"],
  note: [t`Warning`, "warn"],
};

const figure = (count: number, label: Text): Html => html`<li><strong>${count}</strong>${label}</li>`;

export function importFigures({ counts, made, isDry }: ImportRow): Html {
  const { added, updated, unchanged, duplicate, refused, noted, undone, kept } = counts;
  const [fields, categories] = [Object.keys(made.fields).length, Object.keys(made.categories).length];
  const shown: readonly (readonly [count: number, label: Text, always?: boolean])[] = [
    [added, isDry ? t`new listings` : t`added`, undone === 0],
    [updated, isDry ? t`updates` : t`updated`],
    [unchanged, t`unchanged`],
    [duplicate, t`duplicates`],
    [categories, t`new categories`],
    [fields, t`new fields`],
    [noted, t`with warnings`],
    [refused, t`with errors`, undone === 0],
    [undone, t`undone`],
    [kept, t`kept`],
  ];
  return html`<ul class="figures-grid bare">${shown.map(
    ([count, label, always]) => (count > 0 || always) && figure(count, label),
  )}</ul>`;
}

const names = (title: Text, made: Record<string, string>): Part => {
  const all = Object.values(made);
  return (
    all.length > 0 &&
    html`<h2>${title}</h2><ul class="chips">${all
      .slice(0, SHOWN_NAMES)
      .map((name) => html`<li class="chip"><bdi>${name}</bdi></li>`)}${
      all.length > SHOWN_NAMES && html`<li class="muted">${t`and ${all.length - SHOWN_NAMES} more`}</li>`
    }</ul>`
  );
};

/** Fields and categories that rows make on the way. */
export const madeOnTheWay = ({ made }: ImportRow): Html =>
  html`${names(t`New fields`, made.fields)}${names(t`New categories`, made.categories)}`;

function remedyOf({ result, sentence }: Problem): Text {
  if (result === "refused")
    return /categor/i.test(sentence)
      ? t`Create missing categories, or choose one for these rows.`
      : t`Correct these rows in the file, or import without them.`;
  if (result === "duplicate")
    return /^Line \d/.test(sentence)
      ? t`Nothing. The first row counts.`
      : t`To change them, choose “Update the fields in the row”.`;
  return result === "note" ? t`Nothing, or change what the column becomes.` : t`Nothing.`;
}

/** Everything that is not taken as it is: how often, with an example, and what to do. */
export function problems(found: ImportRow, all: readonly Problem[], leftOut: readonly string[]): Part {
  if (all.length === 0 && leftOut.length === 0) return false;
  return html`<div class="section-head"><h2>Problems</h2>${
    all.length > 0 && html`<a href="${href(`/admin/import/${found.id}/report.csv`)}">Download as CSV</a>`
  }</div>
${
  leftOut.length > 0 &&
  html`<p class="notice">${plural(leftOut.length, "column is", "columns are")} left out: ${leftOut.join(", ")}.</p>`
}
${
  all.length > 0 &&
  table(
    [t`Problem`, { label: t`Rows`, end: true }, t`Example`, t`What to do`],
    all.map((problem) => {
      const { result, sentence, count, line, name } = problem;
      const [label, look] = RESULTS[result] ?? [t`Skipped`, ""];
      return [
        html`<span class="tag ${look}">${label}</span> ${problemText(sentence)}`,
        html`<span class="whole">${count}</span>`,
        html`<span class="small">${t`Row ${line}`}${name && html`, <bdi>${name}</bdi>`}</span>`,
        html`<span class="small">${remedyOf(problem)}</span>`,
      ];
    }),
  )
}`;
}

const busyTitle: Partial<Record<ImportRow["state"], Text>> = {
  checking: t`Checking`,
  running: t`Importing`,
  undoing: t`Undoing`,
};

const doneOf = ({ state, done, counts }: ImportRow): number =>
  state === "undoing" ? counts.undone + counts.kept : done;
const wholeOf = ({ state, total, counts }: Pick<ImportRow, "state" | "total"> & { counts: ImportCounts }): number =>
  state === "undoing" ? counts.undone + counts.kept + counts.added + counts.updated : total;

export function importProgress(found: ImportRow): Html {
  const [done, whole] = [doneOf(found), wholeOf(found)];
  return html`<section class="card" aria-live="polite" data-poll="${POLL_SECONDS}"><h2>${busyTitle[found.state]}</h2>
${meter(done, whole)}
<p>${t`${done} of ${plural(whole, "row")}`}</p>
<p class="muted">You can leave this page. <a href="${href(`/admin/import/${found.id}`)}">Reload</a></p></section>`;
}

export const undoForm = (res: Response, { id }: Pick<ImportRow, "id">): Html =>
  html`${formTo(res, `/admin/import/${id}/undo`)}<button class="danger slim whole">Undo import</button></form>`;
