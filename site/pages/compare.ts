import { Router } from "express";
import { AppError } from "../../errors.ts";
import { compareListings } from "../../tools/directory/compare-listings.ts";
import { getAlternatives } from "../../tools/directory/get-alternatives.ts";
import { invoke } from "../../tools/invoke.ts";
import { type Html, href, html } from "../html.ts";
import { listingRows, sentence } from "../listing-parts.ts";
import { queryOf } from "../paging.ts";
import { type Site, visitor } from "../site.ts";

/** Two listings side by side, and what could be taken instead of one. */
export function comparePages({ deps, pages }: Site): Router {
  const router = Router();

  router.get("/compare", async (req, res) => {
    const [left, right] = [queryOf(req, "a"), queryOf(req, "b")];
    if (!left || !right) throw new AppError("not_found", "A comparison needs two listings.");
    const { output } = await invoke(
      compareListings,
      { a: left, b: right },
      { deps, caller: visitor(req), door: "site" },
    );
    const { a, b, rows } = output;
    const shown = rows.filter((row) => row.a !== null || row.b !== null);
    const absent = rows.filter((row) => row.group === "category" && row.a === null && row.b === null);
    pages.render(res, {
      title: `${a.name} and ${b.name} compared`,
      description: `${a.name} and ${b.name} side by side, by what their own websites state.`,
      isPublic: true,
      query: new URLSearchParams({ a: a.slug, b: b.slug }).toString(),
      preview: `/previews/listings/${a.slug}.png`,
      body: html`<h1>${a.name} and ${b.name}</h1>
<p class="lead">By what their own listings state. An empty cell means that a listing does not say.</p>
<div class="table"><table>
<thead><tr><th scope="col"><span class="unseen">Fact</span></th><th scope="col">${listingLink(a)}</th><th scope="col">${listingLink(b)}</th></tr></thead>
<tbody>${shown.map((row) => html`<tr><th scope="row">${row.label}</th><td>${cell(row.key, row.a)}</td><td>${cell(row.key, row.b)}</td></tr>`)}</tbody>
</table></div>
${absent.length > 0 && html`<p class="small muted">Stated by neither: ${absent.map(({ label }) => label).join(", ")}.</p>`}`,
    });
  });

  router.get("/listings/:slug/alternatives", async (req, res) => {
    const { output } = await invoke(
      getAlternatives,
      { slug: req.params.slug },
      { deps, caller: visitor(req), door: "site" },
    );
    const { listing, items } = output;
    const [approved, others] = [items.filter((item) => item.approved), items.filter((item) => !item.approved)];
    const next = items[0];
    pages.render(res, {
      title: `Alternatives to ${listing.name}`,
      description: `Products that could be taken instead of ${listing.name}.`,
      isPublic: true,
      preview: `/previews/listings/${listing.slug}.png`,
      body: html`<p class="eyebrow"><a href="${href(`/listings/${listing.slug}`)}">${listing.name}</a></p>
<h1>Alternatives to ${listing.name}</h1>
${approved.length > 0 && html`<h2>Named by ${listing.name}</h2>${listingRows(approved)}`}
${others.length > 0 && html`<h2>${listing.category ? `Others in ${listing.category.name}` : "Others"}</h2>${listingRows(others)}`}
${
  next
    ? html`<p><a class="button secondary" href="${href(`/compare?${new URLSearchParams({ a: listing.slug, b: next.slug })}`)}">Compare ${listing.name} with ${next.name}</a></p>`
    : html`<p>There are none yet.</p>`
}`,
    });
  });

  return router;
}

const listingLink = ({ slug, name }: { slug: string; name: string }): Html =>
  html`<a href="${href(`/listings/${slug}`)}">${name}</a>`;

/** Words of our own, such as one_time, are shown as words; what a listing says stays as it is. */
const cell = (key: string, value: string | number | null): string | number | null =>
  typeof value === "string" && (key === "stage" || key === "pricing_model") ? sentence(value) : value;
