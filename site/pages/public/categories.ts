import type { Request, Response } from "express";
import type { z } from "zod";
import { type Html, href, html } from "#core/text/html.ts";
import type { CategoryRow } from "#domain/listings/category.ts";
import { nouns, SUBMIT_LABEL, withNoun } from "#domain/site/nouns.ts";
import { plainMarkdown } from "#domain/text/plain-markdown.ts";
import { say, t, type Words } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import { categoryList } from "#tools/kept.ts";
import { getCategory } from "#tools/listings/get-category.ts";
import { listCategories } from "#tools/listings/list-categories.ts";
import type { CategoryBrief } from "#tools/schemas/category.ts";
import { languageOf } from "../../kit/language.ts";
import { mergedCategory } from "../../kit/merged-category.ts";
import { cardPath } from "../../kit/preview.ts";
import { categoryName, categoryWords, showStored, showStoredMarkdown, storedPlain } from "../../kit/show.ts";

import { type Site, visitor } from "../../kit/site.ts";
import { categoryThings } from "../../machines/schema-org.ts";
import { followCategory } from "../../parts/community/follow-category.ts";
import { emptyState, faqList } from "../../parts/listings/listing-parts.ts";
import { addressOf } from "../../parts/search/asked.ts";
import { browse, FORM } from "../../parts/search/browse.ts";

const MOST_SIMILAR = 6;

type Brief = z.output<typeof CategoryBrief>;

export function categoryPages({ deps, pages, router }: Site): void {
  const { settings } = deps;
  const { BASE_URL } = settings;

  router.get("/categories", async (req, res) => {
    const input = { include_empty: !deps.store.siteLook().hidesEmptyCategories };
    const { output } = await invoke(listCategories, input, { deps, caller: visitor(req), interface: "site" });
    pages.render(res, {
      heading: t`Categories`,
      description: t`All categories on ${settings.SITE_NAME}, with the number of listings.`,
      isPublic: true,
      body: html`<p class="lead">${withNoun(t`Browse products by category. Numbers show live listings.`, t`Browse ${nouns} by category.`)}</p>
<ul class="category-grid">${output.items.map(
        (top) => html`<li><section class="card"><h2>${categoryLink(top)} ${count(top)}</h2>
${
  top.description &&
  html`<p class="muted small">${showStored("category", top.slug, "description", top.description, plainMarkdown)}</p>`
}
${
  top.children.length > 0 &&
  html`<ul>${top.children.map(
    (child) => html`<li>${categoryLink(child)}
${count(child)}</li>`,
  )}</ul>`
}</section></li>`,
      )}</ul>`,
    });
  });

  router.get(
    "/categories/:slug",
    async (req: Request, res: Response) => {
      const { output } = await invoke(
        getCategory,
        { slug: req.params.slug, per_page: 1 },
        { deps, caller: visitor(req), interface: "site" },
      );
      const { parent_category: parent, faqs } = output;
      const children = deps.store.siteLook().hidesEmptyCategories
        ? output.children.filter(({ total_count: total }) => total > 0)
        : output.children;
      const path = `/categories/${output.slug}`;
      const browsed = await browse(req, res, { path, category: output.slug, total: output.total }, { deps });
      if (!browsed) return;
      const { asked, page, query, found, filters, results } = browsed;
      const isWhole = query === `category=${output.slug}`;
      const language = languageOf(res);
      const name = categoryWords(output);
      const about = output.description === "" ? t`${name} on ${settings.SITE_NAME}` : aboutOf(output);
      const slugs = found.items.map(({ slug }) => slug);
      const similar = await similarTo(output.slug, page);
      pages.render(res, {
        title: page > 1 ? t`${name}, page ${page}` : name,
        description: about,
        isPublic: true,
        isThin: !isWhole || asked.sort !== undefined || asked.view !== undefined,
        query: addressOf("", asked, page).slice(1) || undefined,
        things: categoryThings(
          { ...output, ...found, name, description: about },
          { name: settings.SITE_NAME, baseUrl: BASE_URL },
        ),
        feeds: [
          {
            title: t`${name} on ${settings.SITE_NAME}`,
            path: isWhole ? `/feeds${path}.atom` : `/feeds/search.atom?${query}`,
          },
        ],
        preview: cardPath("categories", output.slug, [
          say(name, language),
          say(about, language),
          output.total,
          slugs.slice(0, 4),
        ]),
        of: {
          shows: [
            ...slugs.map((slug) => ({ slug, shown: "page" }) as const),
            ...[output.slug, ...similar.map(({ slug }) => slug)].flatMap(categoryList),
          ],
        },
        body: html`<p class="eyebrow"><a href="/categories">Categories</a>${parent && html` / ${categoryLink(parent)}`}</p>
<h1>${categoryName(output)}</h1>
${output.description && showStoredMarkdown("category", output.slug, "description", output.description)}
${await followCategory(output, res, deps)}
${
  children.length > 0 &&
  html`<ul class="chips">${children.map(
    (child) =>
      html`<li><a class="chip" href="${href(`/categories/${child.slug}`)}">${categoryName(child)} ${count(child)}</a></li>`,
  )}</ul>`
}
${
  output.total > 0
    ? html`<div class="browse"><form method="get" action="${href(path)}" id="${FORM}" aria-label="Filters" data-live="results"
data-parts="filters">${filters}</form>
<div id="results" aria-live="polite">${results}</div></div>`
    : emptyState(t`No listings yet`, html`<a href="/submit">${SUBMIT_LABEL}</a>.`)
}
${similarList(similar)}
${faqList(
  faqs.map(({ question, answer }, at) => ({
    question: showStored("category", output.slug, `question-${at}`, question),
    answer: showStored("category", output.slug, `answer-${at}`, answer),
  })),
)}`,
      });
    },
    mergedCategory({ deps }),
  );

  async function similarTo(slug: string, page: number): Promise<CategoryRow[]> {
    if (page > 1) return [];
    const near = (await deps.store.listings.similarCategories(slug, MOST_SIMILAR)).map((one) => one.slug);
    const rows = await deps.store.reference.categoriesNamed(near);
    return rows.sort((a, b) => near.indexOf(a.slug) - near.indexOf(b.slug));
  }
}

function similarList(similar: readonly CategoryRow[]): Html | false {
  const filled = similar.filter(({ totalCount }) => totalCount > 0);
  return (
    filled.length > 0 &&
    html`<section aria-labelledby="similar"><h2 id="similar">Similar categories</h2>
<ul class="chips">${filled.map(
      ({ slug, name, totalCount }) =>
        html`<li><a class="chip" href="${href(`/categories/${slug}`)}">${categoryName({ slug, name })} ${count({ total_count: totalCount })}</a></li>`,
    )}</ul></section>`
  );
}

const aboutOf = ({ slug, description }: Pick<Brief, "slug" | "description">): Words =>
  storedPlain("category", slug, "description", description);

const categoryLink = (category: Pick<Brief, "slug" | "name">): Html =>
  html`<a href="${href(`/categories/${category.slug}`)}">${categoryName(category)}</a>`;

const count = ({ total_count: total }: Pick<Brief, "total_count">): Html =>
  html`<span class="muted small">${total}</span>`;
