import type { Response } from "express";
import { categoryPlan, readCategoryTable, saveCategories } from "#actions/listings/import-categories.ts";
import { ALL_CATEGORIES } from "#actions/site/audit-facts.ts";
import { type Html, html } from "#core/text/html.ts";
import { applyPreset, PRESETS, type Preset } from "#data/presets.ts";
import { CATEGORY_LIMITS, type CategoryPlan, type PlannedCategory } from "#domain/listings/category-table.ts";
import { isKeyOf, keysOf } from "#domain/text/keys.ts";
import { as, comma, plural, type Text, t } from "#languages/words.ts";
import { decodeText } from "#transfer/table/decode.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { attemptTo } from "../../kit/attempt.ts";
import { field, formText, formTo } from "../../kit/form.ts";
import { formFile } from "../../kit/multipart.ts";
import { categoryName } from "../../kit/show.ts";
import { notFound, seeOther } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";
import { PRESET_NAMES } from "../../parts/site/presets.ts";

const HERE = "/admin/categories/new/import";
const MOST_CHARACTERS = 200_000;
const SHOWN = 200;

const EXAMPLE = "name;parent;description\nPhotos;;Galleries and albums\nVideo > Streaming;;Films and series";

const RESULTS: Record<PlannedCategory["result"], Text> = {
  new: t`New`,
  changed: as("a result")`Changed`,
  same: t`No change`,
};

type Form = { text: string; plan?: CategoryPlan; fault?: Text | undefined };

/** Many categories at once: from a table or a list, or from a preset. */
export function categoryImportPages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  function show(res: Response, { text, plan, fault }: Form): void {
    const count = plan?.rows.filter(({ result }) => result !== "same").length ?? 0;
    const isReady = count > 0 && !fault;
    pages.render(res, {
      status: fault ? 400 : 200,
      heading: t`Import categories`,
      above: ["/admin/categories", t`Categories`],
      body: html`<p class="lead">Paste a table or a list, or upload a file. You see the result before anything is saved.</p>
${plan && summary(plan)}
${formTo(res, HERE, html` enctype="multipart/form-data"`)}
${field({
  name: "text",
  label: t`Categories`,
  type: "textarea",
  value: text,
  hint: t`Headings are slug, name, parent and description. Without headings, each line is a name. Write “Video > Streaming” for a subcategory.`,
  fault,
  autocomplete: "off",
  required: false,
  maxLength: MOST_CHARACTERS,
  rows: 10,
})}
<div class="field"><label for="file">Or a file</label><input id="file" name="file" type="file"
accept=".csv,.tsv,.txt,text/csv,text/plain"></div>
<p class="row">${
        isReady && html`<button name="do" value="save">Import ${plural(count, "category", "categories")}</button>`
      }<button${isReady && html` class="quiet"`}>Check</button></p></form>
<details><summary>Example</summary><pre tabindex="0">${EXAMPLE}</pre></details>`,
    });
  }

  router.get(HERE, (_req, res) => show(res, { text: "" }));

  act(HERE, "category.import", async (req, res, audited) => {
    const file = formFile(req, "file");
    const { output: text, error } = await attemptTo(async () =>
      file ? decodeText(file.bytes).text : formText(req, "text"),
    );
    if (error) return show(res, { text: "", fault: error.detail });
    const lines = readCategoryTable(text);
    if (text.length > MOST_CHARACTERS || (lines !== "unreadable" && lines.length > CATEGORY_LIMITS.rows))
      return show(res, {
        text: text.slice(0, MOST_CHARACTERS),
        fault: t`Import at most ${CATEGORY_LIMITS.rows} categories at once.`,
      });
    if (lines === "unreadable")
      return show(res, { text, fault: t`A quotation mark is not closed. Close or remove it.` });
    if (lines.length === 0) return show(res, { text, fault: t`Paste at least one name, or choose a file.` });
    if (formText(req, "do") !== "save" || file) return show(res, { text, plan: await categoryPlan(lines, store) });
    audited.on(ALL_CATEGORIES);
    await audited.store.change((tx) => saveCategories(tx, lines));
    seeOther(res, "/admin/categories", "categories-saved");
  });

  router.get("/admin/categories/new/preset", (_req, res) =>
    pages.render(res, {
      heading: t`Category presets`,
      above: ["/admin/categories", t`Categories`],
      body: html`<p class="lead">Start with categories for your kind of directory. Unchanged built-in categories without listings are removed.</p>
<ul class="category-grid">${keysOf(PRESETS).map(
        (preset) => html`<li><section class="card"><h2>${PRESET_NAMES[preset]}</h2>
<p class="muted small">${namesOf(preset)}</p>
${formTo(res, "/admin/categories/new/preset")}<button class="quiet" name="preset" value="${preset}">Use<span
class="unseen">: ${PRESET_NAMES[preset]}</span></button></form></section></li>`,
      )}</ul>`,
    }),
  );

  act("/admin/categories/new/preset", "category.preset", async (req, res, audited) => {
    const preset = formText(req, "preset");
    if (!isKeyOf(PRESETS, preset)) notFound();
    audited.on(ALL_CATEGORIES);
    await audited.store.change((tx) => applyPreset(tx, preset));
    seeOther(res, "/admin/categories", "categories-saved");
  });
}

function namesOf(preset: Preset): Html {
  const all: readonly { slug: string; name: string; parent: string | null }[] = PRESETS[preset];
  const shown = all.filter(({ parent }) => parent === null).map(categoryName);
  return all.length === 0
    ? html`Add your own.`
    : html`${plural(all.length, "category", "categories")}: ${shown.map((name, index) => [index > 0 && comma, name])}`;
}

function summary({ rows, faults }: CategoryPlan): Html {
  const counted = (wanted: PlannedCategory["result"]) => rows.filter(({ result }) => result === wanted).length;
  const listed = rows.toSorted((a, b) => a.line - b.line).slice(0, SHOWN);
  return html`<p role="status"><b>${counted("new")}</b> new, <b>${counted("changed")}</b> changed, <b>${counted("same")}</b> without changes, <b>${faults.length}</b> skipped.</p>
${
  faults.length > 0 &&
  html`<h2>Skipped lines</h2>${table(
    [as("of a file")`Line`, t`Name`, t`Problem`],
    faults.slice(0, SHOWN).map(({ line, name, fault }) => [line, html`<bdi>${name}</bdi>`, fault]),
  )}`
}
${
  listed.length > 0 &&
  html`<h2>Result</h2>${table(
    [t`Name`, t`Slug`, t`Parent category`, t`Result`],
    listed.map(({ name, slug, parentSlug, result }) => [
      html`<bdi>${name}</bdi>`,
      html`<span class="mono small">${slug}</span>`,
      html`<span class="mono small">${parentSlug}</span>`,
      RESULTS[result],
    ]),
  )}`
}
${rows.length > SHOWN && html`<p class="small muted">Only the first ${SHOWN} are shown.</p>`}`;
}
