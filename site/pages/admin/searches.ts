import type { Request, Response } from "express";
import { saveSearchRule } from "#actions/search/save-rule.ts";
import { type Html, href, html } from "#core/text/html.ts";
import type { ListingInList } from "#domain/listings/listing.ts";
import { RULE_LIMITS, rulePath, rulePhrase } from "#domain/search/search-rules.ts";
import { searchWords } from "#domain/search/search-text.ts";
import { REST } from "#domain/site/visit-figures.ts";
import { lengthOf } from "#domain/text/text.ts";
import { as, comma, decimal, t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { choice, type Faults, field, formText, formTo, hasFaults, hidden, queryText } from "../../kit/form.ts";
import { languageOf } from "../../kit/language.ts";
import { seeOther } from "../../kit/site.ts";
import { nothing, table } from "../../kit/table.ts";
import { categoryOptions } from "../../parts/listings/category-options.ts";
import { periodSwitch, visitPeriod } from "../../parts/site/visit-period.ts";

const PATH = "/admin/searches";
const PERIODS = [30, 90];
const [MOST, MOST_NEAR, MOST_WORDS] = [25, 3, 4];

type Typed = Record<"phrase" | "means" | "category" | "path", string>;

/** What people searched for and did not find, and what the team says it means. */
export function searchAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store, now, settings } = deps;

  /** What a search finds by now, or else one of its words. */
  async function nearest(text: string): Promise<ListingInList[]> {
    const words = searchWords(text).sort((a, b) => b.length - a.length);
    for (const q of [text, ...words.slice(0, MOST_WORDS)]) {
      const found = await store.listings.search(
        { q, status: "live", sort: "relevance" },
        { page: 1, perPage: MOST_NEAR },
      );
      if (found.items.length > 0) return found.items;
    }
    return [];
  }
  const nearLinks = async (text: string): Promise<Html> => {
    const found = await nearest(text);
    return found.length === 0
      ? html`<span class="muted">None</span>`
      : html`${found.map(({ slug, name }, at) => html`${at > 0 && comma}<a href="${href(`/listings/${slug}`)}"><bdi>${name}</bdi></a>`)}`;
  };
  const addPath = (phrase: string): string => `${PATH}/new?${new URLSearchParams({ q: phrase })}`;

  router.get(PATH, async (req, res) => {
    const { count, from, to } = visitPeriod(req, PERIODS, now());
    const missed = (await store.siteVisits.top("miss", { from, to }, MOST + 1)).filter(({ name }) => name !== REST);
    const rules = await store.searchRules.list();
    const known = new Set(rules.map(({ phrase }) => phrase));
    const rows = [];
    for (const { name, views } of missed.slice(0, MOST))
      rows.push([
        html`<a href="${href(`/search?${new URLSearchParams({ q: name })}`)}"><bdi>${name}</bdi></a>`,
        decimal(views),
        await nearLinks(name),
        known.has(name)
          ? html`<span class="tag good">Added</span>`
          : html`<a class="button quiet slim" href="${href(addPath(name))}">Add rule</a>`,
      ]);
    pages.render(res, {
      heading: t`Searches`,
      body: html`<div class="section-head"><h2>Without results</h2>${periodSwitch(PATH, PERIODS, count)}</div>
${
  rows.length > 0
    ? table(
        [
          as("noun")`Search`,
          { label: t`Searches`, end: true },
          t`Nearest products`,
          { label: t`Actions`, unseen: true },
        ],
        rows,
      )
    : nothing(false, { path: PATH, none: t`Every search found something.`, noMatch: t`No searches yet.` })
}
<div class="section-head"><h2>Rules</h2><a class="button slim" href="${href(`${PATH}/new`)}">Add rule</a></div>
${
  rules.length > 0
    ? table(
        [as("noun")`Search`, t`Means`, { label: t`Actions`, unseen: true }],
        rules.map(({ phrase, means, path }) => [
          html`<bdi>${phrase}</bdi>`,
          path === null ? html`<bdi>${means}</bdi>` : html`<a href="${href(path)}">${path}</a>`,
          html`${formTo(res, `${PATH}/delete`)}${hidden("phrase", phrase)}<button class="quiet slim">Delete</button></form>`,
        ]),
      )
    : html`<p class="empty">No rules yet.</p>`
}
<p class="small muted">Search phrases of categories are on the page of each <a href="/admin/categories">category</a>.</p>`,
    });
  });

  async function show(res: Response, typed: Typed, faults: Faults = {}): Promise<void> {
    pages.render(res, {
      status: hasFaults(faults) ? 400 : 200,
      heading: t`Add rule`,
      above: [PATH, t`Searches`],
      width: "reading",
      body: html`${typed.phrase && html`<p>Nearest products: ${await nearLinks(typed.phrase)}</p>`}
${formTo(res, `${PATH}/new`)}
${field({
  name: "phrase",
  label: as("noun")`Search`,
  value: typed.phrase,
  fault: faults.phrase,
  autocomplete: "off",
  maxLength: RULE_LIMITS.words,
})}
<p class="muted">Fill in exactly one of these.</p>
${field({
  name: "means",
  label: t`Means the words`,
  value: typed.means,
  hint: t`Words that listings use. They are searched if no listing has those above.`,
  fault: faults.means,
  autocomplete: "off",
  required: false,
  maxLength: RULE_LIMITS.words,
})}
${choice({
  name: "category",
  label: t`Is a phrase of the category`,
  value: typed.category,
  options: await categoryOptions(store, languageOf(res), "slug"),
})}
${field({
  name: "path",
  label: t`Leads to the page`,
  value: typed.path,
  hint: t`An address on this site, like /listings/acme.`,
  fault: faults.path,
  autocomplete: "off",
  required: false,
  maxLength: RULE_LIMITS.path,
})}
<p><button>Save</button></p></form>`,
    });
  }

  router.get(`${PATH}/new`, (req, res) =>
    show(res, { phrase: rulePhrase(queryText(req, "q")), means: "", category: "", path: "" }),
  );

  const read = (req: Request): Typed => ({
    phrase: rulePhrase(formText(req, "phrase")),
    means: formText(req, "means"),
    category: formText(req, "category"),
    path: formText(req, "path"),
  });

  act(`${PATH}/new`, "search.save", async (req, res, audited) => {
    const typed = read(req);
    const { phrase, means, category } = typed;
    const path = typed.path === "" ? null : rulePath(typed.path, settings.BASE_URL);
    const isKnown = category === "" || (await store.reference.findCategory(category)) !== undefined;
    const isOne = [means, category, typed.path].filter(Boolean).length === 1;
    const isFull = (await store.searchRules.list()).length >= RULE_LIMITS.rules;
    const faults = {
      phrase:
        searchWords(phrase).length === 0 || lengthOf(phrase) > RULE_LIMITS.words
          ? t`Enter words of at most ${RULE_LIMITS.words} characters.`
          : isFull
            ? t`You have reached the limit of rules. Delete one you no longer need.`
            : undefined,
      means:
        !isOne || !isKnown
          ? t`Fill in exactly one of these.`
          : lengthOf(means) > RULE_LIMITS.words
            ? t`Use at most ${RULE_LIMITS.words} characters.`
            : undefined,
      path: path === undefined ? t`Enter an address on this site that is not a search.` : undefined,
    };
    if (hasFaults(faults) || path === undefined) return show(res, typed, faults);
    audited.on(phrase);
    await audited.store.change((tx) => saveSearchRule(tx, { ...typed, path }, now()));
    seeOther(res, PATH, "search-rule-saved");
  });

  act(`${PATH}/delete`, "search.delete", async (req, res, audited) => {
    const phrase = formText(req, "phrase");
    audited.on(phrase);
    await audited.store.change((tx) => tx.searchRules.remove(phrase));
    seeOther(res, PATH, "search-rule-deleted");
  });
}
