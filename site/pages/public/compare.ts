import type { Request, RequestHandler, Response } from "express";
import { type Html, href, html } from "#core/text/html.ts";
import { hasVotes } from "#domain/site/site-shape.ts";
import { SLUG } from "#domain/text/slug.ts";
import { as, listed, type Text, t } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import { compareListings } from "#tools/listings/compare-listings.ts";
import { getAlternatives } from "#tools/listings/get-alternatives.ts";
import { searchListings } from "#tools/listings/search-listings.ts";
import { formTool } from "../../kit/form-tool.ts";
import { inLanguage } from "../../kit/language.ts";
import { cardPath, listingCardPath } from "../../kit/preview.ts";
import { categoryWords } from "../../kit/show.ts";
import { reader, type Site, visitor } from "../../kit/site.ts";
import { queryOf } from "../../kit/table.ts";
import { votesFor } from "../../parts/community/toggles.ts";
import { comparedCards, comparisonTable } from "../../parts/listings/comparison.ts";
import { emptyState, listingRows } from "../../parts/listings/listing-parts.ts";
import { looksOf } from "../../parts/listings/looks.ts";
import { teamBar } from "../../parts/listings/owner-bar.ts";
import { mergedInstead } from "./merged.ts";

/** How many names the fields suggest before typing. */
const SUGGESTED = 50;

export function comparePages({ deps, pages, router }: Site): void {
  router.get("/compare", async (req, res) => {
    const [left, right] = [queryOf(req, "a"), queryOf(req, "b")];
    if (!left || !right) return picker(req, res);
    const { output: found } = await invoke(
      compareListings,
      { a: left, b: right },
      { deps, caller: visitor(req), interface: "site" },
    );
    const rows = found.rows.filter(({ key }) => key !== "votes" || hasVotes(deps.store));
    const output = { ...found, rows };
    const { a, b } = output;
    const slugs = [a.slug, b.slug];
    const statements = await deps.store.listings.statements(slugs);
    const own = { fields: deps.store.ownFields(), values: await deps.store.listings.ownValues(slugs) };
    const looks = await looksOf(deps, slugs);
    const votes = await votesFor(req, res, deps, slugs);
    const absent = rows.filter((row) => row.group === "category" && row.a === null && row.b === null);
    pages.render(res, {
      title: t`${a.name} and ${b.name} compared`,
      description: t`${a.name} and ${b.name} side by side, based on their websites.`,
      isPublic: true,
      query: new URLSearchParams({ a: a.slug, b: b.slug }).toString(),
      preview: cardPath("compare", `${a.slug}/${b.slug}`, [a.name, b.name, a.logo_url, b.logo_url]),
      body: html`<p class="eyebrow">Comparison</p>
<h1>${a.name} or ${b.name}?</h1>
<p class="lead">Based on their listings. A missing fact may still be true.</p>
${comparedCards(output, { statements, looks, votes, own })}
${comparisonTable(output, statements, own)}
${absent.length > 0 && html`<p class="small muted">Stated by neither: ${listed(absent.map(({ label }) => label))}.</p>`}
<p><a class="button quiet" href="/compare">Compare other products</a></p>`,
    });
  });

  async function picker(req: Request, res: Response): Promise<void> {
    const sides = {
      left: queryOf(req, "left") ?? queryOf(req, "a"),
      right: queryOf(req, "right") ?? queryOf(req, "b"),
    };
    const [left, right] = await Promise.all([find(req, res, sides.left), find(req, res, sides.right)]);
    if (left && right && left.slug !== right.slug) {
      return res.redirect(303, inLanguage(`/compare?${new URLSearchParams({ a: left.slug, b: right.slug })}`, res));
    }
    const isSame = left !== undefined && left.slug === right?.slug;
    const { output } = await invoke(
      searchListings,
      { sort: "votes", per_page: SUGGESTED },
      { deps, caller: visitor(req), interface: "site" },
    );
    pages.render(res, {
      heading: t`Compare two products`,
      description: t`See two products side by side, based on their listings.`,
      isPublic: sides.left === undefined && sides.right === undefined,
      width: "reading",
      body: html`<p class="lead">See two products side by side, based on their listings.</p>
<form method="get" action="/compare" class="card"${formTool("compare_two")}>
<div class="versus">
${nameField("left", t`First product`, sides.left, faultOf(sides.left, left))}
<span class="muted" aria-hidden="true">${as("between two products")`and`}</span>
${nameField("right", t`Second product`, sides.right, isSame ? t`Choose a different product.` : faultOf(sides.right, right))}
</div>
<datalist id="products">${output.items.map(({ name }) => html`<option value="${name}"></option>`)}</datalist>
<p><button>Compare</button></p></form>`,
    });
  }

  async function find(req: Request, res: Response, typed: string | undefined) {
    if (!typed) return undefined;
    if (SLUG.test(typed)) {
      const named = await deps.store.listings.findLive(typed);
      if (named) return named;
    }
    const { output } = await invoke(
      searchListings,
      { q: typed.slice(0, 200), per_page: 1 },
      { deps, caller: reader(req, res), interface: "site" },
    );
    return output.items[0];
  }

  const alternatives: RequestHandler<{ slug: string }> = async (req, res) => {
    const { output } = await invoke(
      getAlternatives,
      { slug: req.params.slug },
      { deps, caller: visitor(req), interface: "site" },
    );
    const { listing, items } = output;
    const [approved, others] = [items.filter((item) => item.approved), items.filter((item) => !item.approved)];
    const next = items[0];
    const looks = await looksOf(
      deps,
      items.map(({ slug }) => slug),
    );
    pages.render(res, {
      title: t`Alternatives to ${listing.name}`,
      description: t`Products like ${listing.name}, to compare.`,
      isPublic: true,
      preview: listingCardPath(listing),
      body: html`<p class="eyebrow"><a href="${href(`/listings/${listing.slug}`)}">${listing.name}</a></p>
${await teamBar(listing.slug, res, deps)}<h1>Alternatives to ${listing.name}</h1>
${approved.length > 0 && html`<h2>Suggested by ${listing.name}</h2>${listingRows(approved, { looks })}`}
${
  others.length > 0 &&
  html`<h2>${listing.category ? t`More in ${categoryWords(listing.category)}` : t`More alternatives`}</h2>
${listingRows(others, { looks })}`
}
${
  next
    ? html`<p><a class="button quiet" href="${href(
        `/compare?${new URLSearchParams({ a: listing.slug, b: next.slug })}`,
      )}">Compare ${listing.name} with ${next.name}</a></p>`
    : emptyState(t`No alternatives yet`, html`<a href="/search">Browse all products</a>.`)
}`,
    });
  };
  router.get("/listings/:slug/alternatives", alternatives, mergedInstead({ deps }));
}

const faultOf = (typed: string | undefined, found: unknown): Text | undefined =>
  typed !== undefined && !found ? t`No product has this name. Check the spelling.` : undefined;

const nameField = (name: string, label: Text, value: string | undefined, fault: Text | undefined): Html =>
  html`<div class="field"><label for="${name}">${label}</label><input type="search" id="${name}" name="${name}"
value="${value}" list="products" maxlength="120" required autocomplete="off" data-suggest="products"${
    fault && html` aria-invalid="true" aria-describedby="${name}-fault"`
  }>${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}</div>`;
