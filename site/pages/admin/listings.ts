import { Router } from "express";
import { href, html } from "../../../core/html.ts";
import { LISTING_STATUSES } from "../../../domain/listing.ts";
import { listQuery, pageNumber, queryOf } from "../../kit/paging.ts";
import { showTime } from "../../kit/show.ts";
import type { Site } from "../../kit/site.ts";
import { statusTag, statusWords } from "../../parts/version-parts.ts";

const PER_PAGE = 50;

/** All listings in any status, newest first. */
export function listingAdminPages({ deps, pages }: Site): Router {
  const { store } = deps;
  const router = Router();

  router.get("/admin/listings", async (req, res) => {
    const q = (queryOf(req, "q") ?? "").slice(0, 200);
    const status = LISTING_STATUSES.find((known) => known === req.query.status);
    const page = pageNumber(req);
    const found = await store.listings.listAll({ q, status }, { page, perPage: PER_PAGE });
    const filters = { q: q || undefined, status };
    const to = (target: number) => `/admin/listings?${listQuery(filters, target) ?? ""}`;
    pages.render(res, {
      title: "Listings",
      body: html`<h1>Listings</h1>
<p class="lead">In any status, newest first. See also <a href="/admin/changes">the latest edits</a>.</p>
<form method="get" action="/admin/listings" role="search" class="row filters">
<label class="grow"><span class="unseen">Name, address or website</span><input type="search" name="q" value="${q}" maxlength="200" placeholder="Search by name, address or website"></label>
<label><span class="unseen">Status</span><select name="status"><option value="">Any status</option>${LISTING_STATUSES.map(
        (known) => html`<option value="${known}"${known === status && html` selected`}>${statusWords(known)}</option>`,
      )}</select></label>
<button class="quiet">Search</button>
</form>
${
  found.length === 0
    ? html`<p class="empty">No matching listings.</p>`
    : html`<div class="table folds"><table>
<thead><tr><th scope="col">Listing</th><th scope="col">Website</th><th scope="col">Status</th><th scope="col">Plan</th><th scope="col">Last edit</th></tr></thead>
<tbody>${found.slice(0, PER_PAGE).map(
        (listing) => html`<tr>
<td><a href="/admin/listings/${listing.id}">${listing.name}</a></td>
<td data-label="Website">${listing.domain}</td>
<td data-label="Status">${statusTag(listing.status)}</td>
<td data-label="Plan">${listing.plan}</td>
<td data-label="Last edit" class="small">${showTime(listing.updatedAt)}</td>
</tr>`,
      )}</tbody>
</table></div>`
}
${
  (page > 1 || found.length > PER_PAGE) &&
  html`<nav class="row between" aria-label="Pages">
${page > 1 ? html`<a href="${href(to(page - 1))}" rel="prev">Newer</a>` : html`<span></span>`}
${found.length > PER_PAGE && html`<a href="${href(to(page + 1))}" rel="next">Older</a>`}
</nav>`
}`,
    });
  });

  return router;
}
