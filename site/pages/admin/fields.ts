import type { Request, Response } from "express";
import { changeField, dropField, saveField } from "#actions/site/own-fields.ts";
import { faultsOf as faultsIn } from "#core/errors/faults.ts";
import { type Html, html } from "#core/text/html.ts";
import { ALTERNATIVE_TO, alternativeTo } from "#domain/listings/alternative-to.ts";
import {
  isOwnKind,
  MOST_OWN_FIELDS,
  OWN_KINDS,
  OWN_PLACES,
  type OwnField,
  type OwnOption,
  type OwnPlace,
  SCHEMA_PROPERTIES,
} from "#domain/listings/own-fields.ts";
import { readNumber } from "#domain/listings/own-values.ts";
import { keysOf } from "#domain/text/keys.ts";
import { as, joined, plural, type Text, t, type Words } from "#languages/words.ts";
import { FieldDefinition } from "#tools/schemas/field-definition.ts";
import { keyNamed } from "#transfer/table/headings.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import {
  choice,
  csrfField,
  entriesOf,
  type Faults,
  field,
  formList,
  formText,
  formTo,
  hasFaults,
} from "../../kit/form.ts";
import { languageOf } from "../../kit/language.ts";
import { notFound, orNotFound, seeOther } from "../../kit/site.ts";

const NEW: OwnField = { key: "", label: "", kind: "line", shownIn: ["facts", "comparison"], editors: "owner" };
/** Folded until one has a value. */
const RARE = ["steps", "hint", "group", "drafted", "categories", "schemaOrg"] as const;
const PLACES: Record<OwnPlace, Words> = { card: t`On cards`, facts: t`In the facts`, comparison: t`In comparisons` };

/** "win = Windows", or a label that is its own value. */
const optionOf = (line: string): OwnOption => {
  const [, value, label] = /^([^=]+?)\s*=\s*(.+)$/.exec(line) ?? [];
  return value && label ? { value, label } : { value: line, label: line };
};
const typedOption = ({ value, label }: OwnOption): string => (value === label ? value : `${value} = ${label}`);

/** The fields that this directory has beyond those of every profile. */
export function fieldAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  router.get("/admin/fields", (_req, res) => {
    const fields = store.ownFields();
    pages.render(res, {
      heading: t`Fields`,
      body: html`<p class="lead">Custom facts about listings, like licence, size or price.
A new field is available at once in forms, filters, comparisons, imports and to assistants.</p>
<p class="row between"><span class="muted">${fields.length} of ${MOST_OWN_FIELDS}</span><a class="button slim"
href="/admin/fields/new">New field</a></p>
${
  !fields.some(({ key }) => key === ALTERNATIVE_TO.key) &&
  html`<p class="small">Ready-made: <a href="/admin/fields/new?of=${ALTERNATIVE_TO.key}">Alternative to</a>, with a page for each product that listings replace.</p>`
}
<ol class="rows">${fields.map((one, index) => row(one, index, fields.length, res))}</ol>`,
    });
  });

  function row(one: OwnField, index: number, count: number, res: Response): Html {
    const used = [
      ...one.shownIn.map((place) => PLACES[place]),
      one.isFilter && t`Filter`,
      one.isSort && t`Sort`,
      one.isIndexing && t`Being indexed`,
      one.isSearched && as("a field")`Searched`,
      one.isRequired && as("a field")`Required`,
      one.editors === "team" && t`Site team only`,
    ].filter((word) => word !== false && word !== undefined);
    const move = (to: number, label: Text, arrow: string) =>
      html`<button class="bare" name="to" value="${to}" aria-label="${label}"${(to < 0 || to >= count) && html` disabled`}>${arrow}</button>`;
    return html`<li><div class="body"><p><a href="/admin/fields/${one.key}"><bdi>${one.label}</bdi></a>
<span class="muted">${OWN_KINDS[one.kind]}</span></p><p class="tags">${used.map((word) => html`<span class="tag">${word}</span>`)}</p></div>
<form method="post" action="/admin/fields/${one.key}/move" class="row">${csrfField(res)}
${move(index - 1, t`Move ${one.label} up`, "↑")}${move(index + 1, t`Move ${one.label} down`, "↓")}</form></li>`;
  }

  async function show(res: Response, one: OwnField, isNew: boolean, faults: Faults = {}): Promise<void> {
    const { categories = [] } = one;
    const check = (name: string, label: Text, isOn: boolean | undefined, value = "yes") =>
      html`<label class="check"><input type="checkbox" name="${name}" value="${value}"${isOn && html` checked`}><span>${label}</span></label>`;
    pages.render(res, {
      status: hasFaults(faults) ? 400 : 200,
      heading: isNew ? t`New field` : one.label,
      above: ["/admin/fields", t`Fields`],
      width: "reading",
      body: html`${formTo(res, `/admin/fields/${isNew ? "new" : one.key}`, "card")}
${field({ name: "label", label: t`Name`, value: one.label, fault: faults.label, autocomplete: "off", maxLength: 60 })}
${
  isNew
    ? field({
        name: "key",
        label: t`Key`,
        value: one.key,
        fault: faults.key,
        autocomplete: "off",
        maxLength: 40,
        required: false,
        hint: t`For the API and files, like licence. Cannot be changed later. Leave empty to derive it from the name.`,
      })
    : html`<p class="muted">Key: <code>${one.key}</code></p>`
}
${choice({ name: "kind", label: t`Type`, value: one.kind, fault: faults.kind, required: true, options: keysOf(OWN_KINDS).map((kind) => [kind, OWN_KINDS[kind]]) })}
${field({ name: "unit", label: t`Unit`, value: one.unit, fault: faults.unit, autocomplete: "off", required: false, maxLength: 20, hint: t`For numbers, like kg or €.` })}
${field({
  name: "options",
  label: t`Values`,
  type: "textarea",
  rows: 4,
  value: (one.options ?? []).map(typedOption).join("\n"),
  fault: faults.options,
  autocomplete: "off",
  required: false,
  maxLength: 10_000,
  hint: t`For choices, one per line. Write win = Windows to show a different label. Leave empty to allow any short text.`,
})}
<fieldset class="field"><legend>Show</legend>${OWN_PLACES.map((place) => check("shown", PLACES[place], one.shownIn.includes(place), place))}
${check("filter", t`In filters`, one.isFilter)}${check("sort", t`For sorting`, one.isSort)}${check("searched", as("a field")`Searched`, one.isSearched)}</fieldset>
<fieldset class="field"><legend>Filled in</legend>${check("required", t`Required on submission`, one.isRequired)}
${check("team", t`By the site team only`, one.editors === "team")}</fieldset>
<details class="field"${RARE.some((name) => one[name] !== undefined || faults[name]) && html` open`}><summary>More options</summary>
${field({
  name: "steps",
  label: t`Filter steps`,
  value: (one.steps ?? []).join("; "),
  fault: faults.steps,
  autocomplete: "off",
  required: false,
  hint: t`For numbers, like 100; 1000; 10000. Visitors choose “100 or more”.`,
})}
${field({ name: "hint", label: t`Hint for makers`, value: one.hint, fault: faults.hint, autocomplete: "off", required: false, maxLength: 200 })}
${field({ name: "group", label: t`Group`, value: one.group, fault: faults.group, autocomplete: "off", required: false, maxLength: 60, hint: t`Fields of a group share a heading.` })}
${field({
  name: "guide",
  label: t`Look for it on the website`,
  value: one.drafted?.guide,
  fault: faults.drafted,
  autocomplete: "off",
  required: false,
  maxLength: 300,
  hint: t`What to look for, like “licence of the source code”. Leave empty if people fill it in.`,
})}
${check("quote", t`Keep only values with a quote`, one.drafted?.quote ?? true)}
${field({
  name: "categories",
  label: t`Only in categories`,
  value: categories.join(", "),
  fault: faults.categories,
  autocomplete: "off",
  required: false,
  maxLength: 2000,
  hasEntries: true,
  hint: t`Category slugs, including their subcategories. Leave empty for all listings.`,
})}
${choice({
  name: "schemaOrg",
  label: t`Schema.org property`,
  value: one.schemaOrg,
  fault: faults.schemaOrg,
  none: t`Additional property`,
  hint: t`How search engines read the value.`,
  options: Object.keys(SCHEMA_PROPERTIES).map((property) => [property, property]),
})}</details>
<p class="row between"><button>Save field</button>${!isNew && html`<a class="button danger" href="/admin/fields/${one.key}/delete">Delete field</a>`}</p></form>`,
    });
  }

  const find = async (key: string | undefined) => (await store.fieldDefinitions.list()).find((one) => one.key === key);
  router.get("/admin/fields/new", (req, res) =>
    show(res, req.query.of === ALTERNATIVE_TO.key ? alternativeTo(languageOf(res)) : NEW, true),
  );
  router.get("/admin/fields/:key", async (req, res) => show(res, orNotFound(await find(req.params.key)), false));
  router.get("/admin/fields/:key/delete", async (req, res) => {
    const { key, label } = orNotFound(await find(req.params.key));
    const count = await store.listings.countWithOwn(key);
    pages.render(res, {
      heading: t`Delete ${label}?`,
      above: [`/admin/fields/${key}`, label],
      width: "reading",
      body: html`${formTo(res, `/admin/fields/${key}/delete`)}<p>${
        count === 0
          ? t`No listing has a value for it.`
          : t`${plural(count, "listing has", "listings have")} a value for it. The values stay in their history, and return if you define a field with the same key.`
      }</p><p class="row"><button class="danger">Delete field</button><a class="button quiet" href="/admin/fields/${key}">Keep it</a></p></form>`,
    });
  });

  function readForm(req: Request, key: string): OwnField {
    const is = (name: string) => formText(req, name) === "yes";
    const text = <Name extends string>(name: Name) => {
      const typed = formText(req, name);
      return typed === "" ? {} : ({ [name]: typed } as { [Key in Name]: string });
    };
    const kind = formText(req, "kind");
    const options = entriesOf(formText(req, "options"), /\n/).map(optionOf);
    const steps = entriesOf(formText(req, "steps"), /[;\n]/).map((step) => readNumber(step) ?? Number.NaN);
    const categories = entriesOf(formText(req, "categories"), /[,\n]/);
    const guide = formText(req, "guide");
    const places = formList(req, "shown");
    return {
      key,
      label: formText(req, "label"),
      kind: isOwnKind(kind) ? kind : "line",
      ...text("unit"),
      ...text("hint"),
      ...text("group"),
      ...text("schemaOrg"),
      ...(options.length > 0 && { options }),
      ...(steps.length > 0 && { steps: steps.sort((a, b) => a - b) }),
      ...(categories.length > 0 && { categories }),
      shownIn: OWN_PLACES.filter((place) => places.includes(place)),
      ...(is("filter") && { isFilter: true }),
      ...(is("sort") && { isSort: true }),
      ...(is("searched") && { isSearched: true }),
      ...(is("required") && { isRequired: true }),
      ...(guide !== "" && { drafted: { guide, quote: is("quote") } }),
      editors: is("team") ? "team" : "owner",
    };
  }

  async function faultsOf(one: OwnField, before: OwnField | undefined, isNew: boolean): Promise<Faults> {
    const slugs = new Set((await store.reference.categoryNames()).map(({ slug }) => slug));
    const unknown = (one.categories ?? []).filter((slug) => !slugs.has(slug));
    const parsed = FieldDefinition.safeParse(one, { reportInput: true });
    const faults = parsed.success ? [] : faultsIn(parsed.error, FieldDefinition);
    const { key, kind, ...strict } = Object.fromEntries(
      faults.map(({ pointer = "", detail }) => [pointer.split("/")[1] ?? "", detail]),
    );
    return {
      ...strict,
      label: one.label === "" ? t`Enter a name.` : strict.label,
      key: !isNew
        ? undefined
        : before
          ? t`This key is taken.`
          : store.ownFields().length >= MOST_OWN_FIELDS
            ? t`A directory has at most ${MOST_OWN_FIELDS} fields.`
            : key,
      kind:
        !isNew && before && before.kind !== one.kind && (await store.listings.countWithOwn(one.key)) > 0
          ? t`Listings already have values of the current type. Create a new field instead.`
          : kind,
      steps: one.steps?.some(Number.isNaN) ? t`Enter numbers separated by semicolons.` : undefined,
      categories: unknown.length > 0 ? t`These categories do not exist: ${joined(unknown, ", ")}.` : undefined,
    };
  }

  act("/admin/fields/:key/move", "field.move", async (req, res, audited) => {
    const one = orNotFound(await find(req.params.key));
    await audited.store.change((tx) => saveField(tx, one, Number(formText(req, "to"))));
    seeOther(res, "/admin/fields", "field-moved");
  });

  act("/admin/fields/:key/delete", "field.delete", async (req, res, audited) => {
    const { key } = orNotFound(await find(req.params.key));
    await audited.store.change((tx) => dropField(tx, key, deps));
    deps.wakeJobs();
    seeOther(res, "/admin/fields", "field-deleted");
  });

  act("/admin/fields/:key", "field.save", async (req, res, audited) => {
    const isNew = req.params.key === "new";
    const typedKey =
      formText(req, "key") || keyNamed(formText(req, "label")).slice(0, 40) || `field_${store.ownFields().length + 1}`;
    const one = readForm(req, isNew ? typedKey : (req.params.key ?? ""));
    const before = await find(one.key);
    if (!isNew && !before) notFound();
    const faults = await faultsOf(one, before, isNew);
    if (hasFaults(faults)) return show(res, one, isNew, faults);
    audited.on(one.key);
    await audited.store.change((tx) => changeField(tx, one, deps));
    deps.wakeJobs();
    seeOther(res, "/admin/fields", "field-saved");
  });
}
