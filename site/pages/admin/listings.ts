import { Router } from "express";
import { href, html } from "../../../core/text/html.ts";
import { readableHost } from "../../../core/text/readable-host.ts";
import { LISTING_STATUSES } from "../../../domain/listings/listing.ts";
import { logo } from "../../kit/faces.ts";
import { listQuery, pageNumber, queryOf } from "../../kit/paging.ts";
import type { Site } from "../../kit/site.ts";
import { filterSelect, nothing, table } from "../../kit/table.ts";
import { showWhen } from "../../kit/when.ts";
import { statusTag, statusWords } from "../../parts/listings/version-parts.ts";

const PER_PAGE = 50;

/** All listings in any status, newest first. */
export function listingAdminPages({ deps, pages }: Site): Router {
  const { store, now } = deps;
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
${filterSelect(
  "status",
  "Status",
  "Any status",
  LISTING_STATUSES.map((known) => [known, statusWords(known)]),
  status,
)}
<button class="quiet">Search</button>
</form>
${
  found.length === 0
    ? nothing(q !== "" || status !== undefined, {
        path: "/admin/listings",
        none: html`No listings yet. <a href="/submit">Launch the first one</a>, or import yours with <code>debut import</code>.`,
        noMatch: "No matching listings.",
      })
    : table(
        ["Listing", "Status", "Plan", "Last edit"],
        found
          .slice(0, PER_PAGE)
          .map((listing) => [
            html`<span class="person">${logo({ ...listing, logo_url: listing.logoUrl }, "little")}<span><bdi><a href="/admin/listings/${listing.id}">${listing.name}</a></bdi><br><span class="small muted whole">${readableHost(listing.domain)}</span></span></span>`,
            statusTag(listing.status),
            listing.plan,
            showWhen(listing.updatedAt, now()),
          ]),
      )
}
${
  (page > 1 || found.length > PER_PAGE) &&
  html`<nav class="pager" aria-label="Pages">
${page > 1 ? html`<a class="button quiet slim" href="${href(to(page - 1))}" rel="prev">Newer</a>` : html`<span></span>`}
${found.length > PER_PAGE && html`<a class="button quiet slim" href="${href(to(page + 1))}" rel="next">Older</a>`}
</nav>`
}`,
    });
  });

  return router;
}
