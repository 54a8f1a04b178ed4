import { decideAlternative } from "#actions/listings/alternatives.ts";
import { listingsFilter } from "#actions/moderation/choose-listings.ts";
import { href, html } from "#core/text/html.ts";
import { readableHost } from "#core/text/readable-host.ts";
import { LISTING_STATUSES } from "#domain/listings/listing.ts";
import { plural, t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { attemptTo } from "../../kit/attempt.ts";
import { logo } from "../../kit/faces.ts";
import { formFault, formText, formTo } from "../../kit/form.ts";
import { languageOf } from "../../kit/language.ts";
import { showWhen } from "../../kit/show.ts";
import { notFound, type Site, seeOther } from "../../kit/site.ts";
import { filterSelect, listQuery, nothing, pageNumber, pager, queryOf, table } from "../../kit/table.ts";
import { ALTERNATIVE_NOTICES, alternativeForm, isAlternativeDecision } from "../../parts/listings/alternative-form.ts";
import { categoryOptions } from "../../parts/listings/category-options.ts";
import { authorOf, clientOf, statusTag, statusWords, whatChanged } from "../../parts/listings/version-parts.ts";
import { askedIn, bulkInputs } from "./bulk-parts.ts";
import { PLANS } from "./listing-parts.ts";

const PER_PAGE = 50;

export function listingAdminPages({ deps, pages, router }: Site): void {
  const { store, now } = deps;

  router.get("/admin/listings", async (req, res) => {
    const asked = askedIn((name) => queryOf(req, name) ?? "");
    const page = pageNumber(req);
    const { output: filter, error } = await attemptTo(() => listingsFilter(asked, store));
    const found = filter ? await store.listings.listAll(filter, { page, perPage: PER_PAGE }) : [];
    const isFiltered = Object.values(asked).some(Boolean);
    const total = filter ? await store.listings.countAll(filter) : 0;
    const query = { ...asked, q: asked.q || undefined };
    const to = (target: number) => `/admin/listings?${listQuery(query, target) ?? ""}`;
    const categories = await categoryOptions(store, languageOf(res), "slug");
    pages.render(res, {
      status: error ? 400 : 200,
      heading: t`Listings`,
      body: html`<p class="lead">${plural(total, "listing")}, newest first. See also <a href="/admin/changes">recent edits</a>.</p>
<form method="get" action="/admin/listings" role="search" class="row filters">
<label class="grow"><span class="unseen">Name, address or website</span><input type="search" name="q" value="${asked.q}"
maxlength="200" placeholder="Search by name, address or website"></label>
${filterSelect(
  "status",
  t`Status`,
  t`Any status`,
  LISTING_STATUSES.map((known) => [known, statusWords(known)]),
  asked.status,
)}
${filterSelect("plan", t`Plan`, t`Any plan`, Object.entries(PLANS), asked.plan)}
${filterSelect("category", t`Category`, t`Any category`, categories, asked.category)}
${
  store.ownFields().some(({ isFilter }) => isFilter) &&
  html`<label><span class="unseen">Conditions</span><input name="where" value="${asked.where}" maxlength="1000"
placeholder="licence:MIT stars&gt;=1000" autocomplete="off" aria-label="Conditions on fields"></label>`
}
<button class="quiet">Search</button>
</form>
${formFault(error?.faults[0]?.detail ?? error?.detail)}
${
  found.length === 0
    ? nothing(isFiltered, {
        path: "/admin/listings",
        none: html`No listings yet. <a href="/submit">Submit the first one</a>, or import yours with <code>debut import</code>.`,
        noMatch: t`No matching listings.`,
      })
    : html`${formTo(res, "/admin/bulk/new", html` id="bulk"`)}${table(
        [t`Listing`, t`Status`, t`Plan`, t`Last edit`],
        found.slice(0, PER_PAGE).map((listing) => [
          html`<span class="person"><input type="checkbox" name="id" value="${listing.id}"
aria-label="Select ${listing.name}">${logo({ ...listing, logo_url: listing.logoUrl }, "little")}<span><bdi><a
href="/admin/listings/${listing.id}">${listing.name}</a></bdi><br><span
class="small muted whole">${readableHost(listing.domain)}</span></span></span>`,
          statusTag(listing.status),
          PLANS[listing.plan],
          showWhen(listing.updatedAt, now()),
        ]),
      )}
${bulkInputs({ asked, total, categories, fields: store.ownFields() })}</form>`
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
}

const CHANGES_PER_PAGE = 30;

export function changeAdminPages({ deps, pages, router }: Site): void {
  const { store, now } = deps;

  router.get("/admin/changes", async (req, res) => {
    const page = pageNumber(req);
    const { items, total } = await store.versions.newest({ page, perPage: CHANGES_PER_PAGE });
    const edits = await Promise.all(
      items.map(async (edit) => ({
        ...edit,
        before: await store.versions.findBefore(edit.listing.id, edit.version.version),
      })),
    );
    pages.render(res, {
      heading: t`Recent edits`,
      body: html`<p class="lead">Newest first. Edits go live immediately. To undo one, open its history.</p>
${
  edits.length === 0
    ? html`<p class="empty">No edits yet.</p>`
    : table(
        [t`Listing`, t`Changed`, t`By`, t`Via`, t`Date`],
        edits.map(({ listing, version, before }) => [
          html`<a href="/admin/listings/${listing.id}/history/${version.version}">${listing.name}<span class="unseen">
version ${version.version}</span></a> ${statusTag(listing.status)}`,
          whatChanged(version, before),
          authorOf(version),
          clientOf(version),
          showWhen(version.at, now()),
        ]),
      )
}
${pager("/admin/changes", {}, { page, total_pages: Math.ceil(total / CHANGES_PER_PAGE) })}`,
    });
  });
}

export function alternativeAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store, now } = deps;

  router.get("/admin/alternatives", async (_req, res) => {
    const suggestions = await store.moderation.suggestions();
    pages.render(res, {
      heading: t`Alternatives`,
      body: html`<p class="lead">${
        suggestions.length > 0 && [t`${plural(suggestions.length, "alternative")} to approve.`, " "]
      }Makers named these products in their drafts. Approved ones are listed first as alternatives.</p>
${
  suggestions.length === 0
    ? html`<p class="empty">No alternatives to approve.</p>`
    : table(
        [t`Listing`, t`Alternative`, { label: t`Decide`, unseen: true, end: true }],
        suggestions.map(({ listing, alternative }) => [
          html`<a href="/admin/listings/${listing.id}">${listing.name}</a>`,
          html`<a href="/admin/listings/${alternative.id}">${alternative.name}</a>`,
          alternativeForm(res, `/admin/alternatives/${listing.id}`, { listing, alternative }),
        ]),
      )
}`,
    });
  });

  act("/admin/alternatives/:id", "listing.alternatives", async (req, res, audited) => {
    const decision = formText(req, "decision");
    if (!isAlternativeDecision(decision)) notFound();
    const choice = {
      listingId: Number(req.params.id),
      alternativeId: Number(formText(req, "alternative")),
      isApproved: decision === "approve",
    };
    const isDone = await audited.store.change((tx) => decideAlternative(tx, choice, now()));
    seeOther(res, "/admin/alternatives", isDone ? ALTERNATIVE_NOTICES[decision] : "gone");
  });
}
