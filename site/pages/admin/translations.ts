import type { Response } from "express";
import {
  faultOf,
  missingIn,
  ourText,
  type Translatable,
  totalMissing,
  translatablesOf,
  translatedInto,
} from "#actions/site/translations.ts";
import { href, html } from "#core/text/html.ts";
import { isTranslatedKind, TRANSLATED, type TranslatedKind, translationId } from "#domain/site/translation.ts";
import type { Language } from "#languages/language.ts";
import { plural, t, type Words } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { type Faults, field, formText, formTo, hasFaults } from "../../kit/form.ts";
import { nameOf } from "../../kit/language.ts";
import { notFound, orNotFound, seeOther } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";

const KINDS: Record<TranslatedKind, Words> = {
  category: t`Categories`,
  plan: t`Plans`,
  question: t`Interview`,
  site: t`Site`,
  page: t`Pages`,
  post: t`Blog`,
};

const missing = (count: number): Words => plural(count, "text missing", "texts missing");
const state = (count: number) =>
  count === 0 ? html`<span class="tag good">complete</span>` : html`<span class="tag warm">${missing(count)}</span>`;

const pathOf = ({ tag }: Language, kind: TranslatedKind, id?: string): string =>
  `/admin/translations/${tag}/${kind}${id === undefined ? "" : `/${encodeURIComponent(id)}`}`;

/** What the team wrote in one language, in the others of the site. */
export function translationAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store, languages } = deps;
  const languageNamed = (tag = ""): Language => orNotFound(translatedInto(languages).find((one) => one.tag === tag));
  const kindNamed = (kind = ""): TranslatedKind => (isTranslatedKind(kind) ? kind : notFound());

  router.get("/admin/translations", async (_req, res) => {
    const into = translatedInto(languages);
    const counts = await Promise.all(into.map((language) => totalMissing(language, deps)));
    pages.render(res, {
      heading: t`Translations`,
      body: html`<p class="lead">Your own texts in the other languages of the site. Until a text is translated, pages show the original.
Debut translates its default categories, plans, questions and pages; legal pages are yours to translate.</p>
${
  into.length === 0
    ? html`<p class="empty">This site has one language. Set SITE_LANGUAGES to add others.</p>`
    : table(
        [t`Texts`, ...into.map(({ tag }) => nameOf(tag))],
        TRANSLATED.map((kind) => [
          KINDS[kind],
          ...into.map(
            ({ tag }, at) => html`<a href="/admin/translations/${tag}/${kind}">${state(counts[at]?.[kind] ?? 0)}</a>`,
          ),
        ]),
      )
}`,
    });
  });

  router.get("/admin/translations/:language/:kind", async (req, res) => {
    const [language, kind] = [languageNamed(req.params.language), kindNamed(req.params.kind)];
    const all = await translatablesOf(kind, deps);
    const counts = await missingIn(language, kind, deps);
    pages.render(res, {
      heading: t`${KINDS[kind]}: ${nameOf(language.tag)}`,
      above: ["/admin/translations", t`Translations`],
      body:
        all.length === 0
          ? html`<p class="empty">There is nothing to translate.</p>`
          : table(
              [t`Original`, t`Translation`],
              all.map(({ id, name }) => [
                html`<a href="${href(pathOf(language, kind, id))}"><bdi>${name}</bdi></a>`,
                state(counts.get(id) ?? 0),
              ]),
            ),
    });
  });

  type Editor = {
    language: Language;
    kind: TranslatedKind;
    of: Translatable;
    typed?: Record<string, string>;
    faults?: Faults;
  };
  async function show(res: Response, { language, kind, of, typed, faults = {} }: Editor): Promise<void> {
    const { id, name, fields } = of;
    const own = await store.translations.of({ kind, id, language: language.tag });
    const ours = await Promise.all(fields.map((one) => ourText(language, { kind, id, ...one }, deps)));
    const tag = (one: Translatable["fields"][number]) => language.stored?.tagOf(kind, one.text) ?? languages.first.tag;
    pages.render(res, {
      status: hasFaults(faults) ? 400 : 200,
      heading: name,
      above: [pathOf(language, kind), t`${KINDS[kind]}: ${nameOf(language.tag)}`],
      body: html`${formTo(res, pathOf(language, kind, id))}
${fields.map(
  (one, at) => html`<div class="beside"><div><p class="eyebrow">${one.label}: ${nameOf(tag(one))}</p>
<div class="post" lang="${tag(one)}" dir="auto">${one.text}</div></div>
<div lang="${language.tag}" dir="auto">${field({
    name: one.field,
    label: t`${one.label}: ${nameOf(language.tag)}`,
    value: typed?.[one.field] ?? own[one.field] ?? ours[at] ?? "",
    type: one.rows > 1 ? "textarea" : "text",
    rows: one.rows,
    hint: own[one.field] === undefined && ours[at] !== undefined && t`This translation comes with Debut.`,
    fault: faults[one.field],
    ...{ autocomplete: "off", required: false, maxLength: one.most },
  })}</div></div>`,
)}
<p class="row sticky-actions"><button class="sun" name="do" value="save">Save</button>
<button class="quiet" name="do" value="next">Save and go to the next missing one</button></p>
</form>`,
    });
  }

  async function find(params: Record<string, string | undefined>) {
    const [language, kind] = [languageNamed(params.language), kindNamed(params.kind)];
    const of = orNotFound((await translatablesOf(kind, deps)).find(({ id }) => id === params.id));
    return { language, kind, of };
  }

  router.get("/admin/translations/:language/:kind/:id", async (req, res) => show(res, await find(req.params)));

  act("/admin/translations/:language/:kind/:id", "translation.save", async (req, res, audited) => {
    const { language, kind, of } = await find(req.params);
    const { id, fields } = of;
    const typed = Object.fromEntries(fields.map((one) => [one.field, formText(req, one.field)]));
    const faults = Object.fromEntries(fields.map((one) => [one.field, faultOf(one, typed[one.field] ?? "")]));
    if (hasFaults(faults)) return show(res, { language, kind, of, typed, faults });
    // What equals ours is not kept, so that it follows ours.
    const ours = await Promise.all(fields.map((one) => ourText(language, { kind, id, ...one }, deps)));
    const changed = fields.map((one, at) => [one.field, typed[one.field] === ours[at] ? "" : (typed[one.field] ?? "")]);
    const to = { kind, id, language: language.tag };
    audited.on(translationId(to));
    await audited.store.change((tx) => tx.translations.save(to, Object.fromEntries(changed)));
    const lists = formText(req, "do") === "next" ? await missingIn(language, kind, deps) : undefined;
    const [next] = [...(lists ?? [])].find(([other, count]) => other !== id && count > 0) ?? [];
    const isDone = lists !== undefined && next === undefined;
    seeOther(res, pathOf(language, kind, isDone ? undefined : (next ?? id)), "translation-saved");
  });
}
