import type { Response } from "express";
import { findSentences, type OwnSentence, readSentence, sentenceNamed } from "#actions/site/own-sentences.ts";
import { type Html, html } from "#core/text/html.ts";
import { translationId } from "#domain/site/translation.ts";
import { type Language, PSEUDO } from "#languages/language.ts";
import { plural, type Text, t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { choice, field, formSecret, formText, formTo, hidden, queryText } from "../../kit/form.ts";
import { nameOf } from "../../kit/language.ts";
import { orNotFound, seeOther } from "../../kit/site.ts";
import { listQuery, pageNumber, pager } from "../../kit/table.ts";

const PER_PAGE = 20;
const SHORT = 60;

type Search = { q: string; language: Language; page: number };
type Wrong = Pick<OwnSentence, "id" | "context"> & { text: string; fault: Text };

/** Any sentence of the program in other words. */
export function textAdminPages({ deps, pages, router, act }: AdminSite): void {
  const languages = (): Language[] => deps.languages.all.filter(({ tag }) => tag !== PSEUDO);
  const languageNamed = (tag: string): Language => languages().find((one) => one.tag === tag) ?? deps.languages.first;
  const here = ({ q, language, page }: Search): string => {
    const query = listQuery({ q: q || undefined, language: language.tag }, page);
    return `/admin/texts${query ? `?${query}` : ""}`;
  };

  function show(res: Response, search: Search, wrong?: Wrong): void {
    const { q, language, page } = search;
    const found = findSentences(q, language, deps);
    const shown = found.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    pages.render(res, {
      status: wrong ? 400 : 200,
      heading: t`Wording`,
      body: html`<p class="lead">Change any sentence of Debut on your site, in emails and errors. Changes apply immediately.</p>
<form method="get" action="/admin/texts" class="row filters">
${choice({
  name: "language",
  label: t`Language`,
  value: language.tag,
  options: languages().map(({ tag }) => [tag, nameOf(tag)]),
  required: true,
})}
${field({ name: "q", label: t`Text`, value: q, autocomplete: "off", required: false, maxLength: 200 })}
<button class="quiet">Search</button>
</form>
${
  found.length === 0
    ? html`<p class="empty">${q === "" ? t`You have not changed any sentence. Search for one to change it.` : t`No sentence has these words.`}</p>`
    : html`<p class="muted">${q === "" ? plural(found.length, "changed sentence") : plural(found.length, "sentence")}</p>`
}
${shown.map((one, at) => sentenceForm(res, one, { search, at, wrong: isSame(one, wrong) ? wrong : undefined }))}
${pager("/admin/texts", { q: q || undefined, language: language.tag }, { page, total_pages: Math.ceil(found.length / PER_PAGE) })}`,
    });
  }

  router.get("/admin/texts", (req, res) =>
    show(res, {
      q: queryText(req, "q").slice(0, 200).trim(),
      language: languageNamed(queryText(req, "language")),
      page: pageNumber(req),
    }),
  );

  for (const [path, action] of [
    ["/admin/texts", "sentence.save"],
    ["/admin/texts/reset", "sentence.reset"],
  ] as const)
    act(path, action, async (req, res, audited) => {
      const language = languageNamed(formText(req, "language"));
      // Browsers send a line break of a hidden field as two characters.
      const raw = (name: string) => formSecret(req, name).replaceAll("\r\n", "\n");
      const asked = { id: raw("id"), context: raw("context") || undefined };
      const sentence = orNotFound(sentenceNamed(asked, language, deps));
      const search = { q: formText(req, "q"), language, page: Number(formText(req, "page")) || 1 };
      const isReset = action === "sentence.reset";
      const read = isReset ? { text: "" } : readSentence(formText(req, "text"), sentence, language);
      if ("fault" in read) return show(res, search, { ...asked, text: formText(req, "text"), fault: read.fault });
      const of = { kind: "sentence" as const, id: sentence.id, language: language.tag };
      // The wording of the catalog is not kept, so that it follows the catalog.
      const text = read.text === (sentence.ours ?? sentence.id) ? "" : read.text;
      audited.on(translationId(of));
      await audited.store.change((tx) => tx.translations.save(of, { [sentence.context ?? ""]: text }));
      seeOther(res, here(search), isReset ? "wording-reset" : "wording-saved");
    });
}

const isSame = (one: OwnSentence, wrong: Wrong | undefined): boolean =>
  wrong !== undefined && one.id === wrong.id && one.context === wrong.context;

function sentenceForm(
  res: Response,
  { id, context, ours, own }: OwnSentence,
  { search: { q, language, page }, at, wrong }: { search: Search; at: number; wrong: Wrong | undefined },
): Html {
  const now = own ?? ours ?? id;
  const isLong = now.length > SHORT;
  return html`${formTo(res, "/admin/texts", "card")}
${hidden("id", id)}${hidden("context", context ?? "")}${hidden("language", language.tag)}${hidden("q", q)}${hidden("page", page)}
<p lang="en" dir="auto" translate="no">${id}</p>
${context && html`<p class="small muted">Meaning: <span lang="en" translate="no">${context}</span></p>`}
${own !== undefined && ours !== undefined && ours !== id && html`<p class="small muted">Original: <span lang="${language.tag}" dir="auto">${ours}</span></p>`}
<div lang="${language.tag}" dir="auto">${field({
    name: "text",
    id: `text-${at}`,
    label: nameOf(language.tag),
    type: isLong ? "textarea" : "text",
    rows: 3,
    value: wrong?.text ?? now,
    fault: wrong?.fault,
    ...{ autocomplete: "off", required: false, maxLength: 4000 },
  })}</div>
<p class="row"><button class="slim">Save</button>${
    own !== undefined && html`<button class="bare" formaction="/admin/texts/reset">Reset</button>`
  }</p>
</form>`;
}
