import type { Request, Response } from "express";
import { putVersionBack } from "#actions/listings/put-version-back.ts";
import { tellOwners } from "#actions/moderation/edit-as-team.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { readableHost } from "#core/text/readable-host.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { changesBetween } from "#domain/listings/listing-version.ts";
import { type Text, t } from "#languages/words.ts";
import type { ListingVersion } from "#store/repos/listings/versions.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formText, formTo, hidden } from "../../kit/form.ts";
import { VERSION_OUTCOMES } from "../../kit/notices.ts";
import { showTime } from "../../kit/show.ts";
import { notFound, orNotFound, seeOther } from "../../kit/site.ts";
import { pageNumber, pager } from "../../kit/table.ts";
import { authorOf, beforeAndAfter, clientOf, statusTag, whatChanged } from "../../parts/listings/version-parts.ts";

const PER_PAGE = 30;

const numberOf = (text: string | undefined): number => (/^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : 0);

export function historyAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;
  const find = (req: Request<{ id: string }>) => store.listings.find(numberOf(req.params.id));

  router.get("/admin/listings/:id/history", async (req, res) => {
    const listing = orNotFound(await find(req));
    const page = pageNumber(req);
    const { items, total } = await store.versions.list(listing.id, { page, perPage: PER_PAGE });
    const oldest = items.at(-1);
    const older = oldest && (await store.versions.findBefore(listing.id, oldest.version));
    const path = `/admin/listings/${listing.id}/history`;
    pages.render(res, {
      heading: t`History of ${listing.name}`,
      above: [`/admin/listings/${listing.id}`, listing.name],
      body: html`<p>${statusTag(listing.status)} ${readableHost(listing.domain)}${
        listing.status === "live" && html` · <a href="/listings/${listing.slug}">View listing</a>`
      }</p>
<div class="table folds"><table>
<thead><tr><th scope="col">Version</th><th scope="col">Changed</th><th scope="col">By</th>
<th scope="col">Via</th><th scope="col">Date</th></tr></thead>
<tbody>${items.map(
        (version, index) => html`<tr>
<td><a href="${href(`${path}/${version.version}`)}">Version ${version.version}</a>${
          version.version === listing.version && html` <span class="tag good">current</span>`
        }</td>
<td data-label="Changed">${whatChanged(version, items[index + 1] ?? older)}</td>
<td data-label="By">${authorOf(version)}</td>
<td data-label="Via"><bdi>${clientOf(version)}</bdi></td>
<td data-label="Date" class="small">${showTime(version.at)}</td>
</tr>`,
      )}</tbody>
</table></div>
${pager(path, {}, { page, total_pages: Math.ceil(total / PER_PAGE) })}`,
    });
  });

  router.get("/admin/listings/:id/history/:version", async (req, res) => {
    const listing = await find(req);
    const version = listing && (await store.versions.find(listing.id, numberOf(req.params.version)));
    if (!listing || !version) notFound();
    const before = await store.versions.findBefore(listing.id, version.version);
    pages.render(res, {
      heading: t`Version ${version.version} of ${listing.name}`,
      above: [`/admin/listings/${listing.id}/history`, t`History of ${listing.name}`],
      body: html`<dl class="facts">
<dt>Date</dt><dd>${showTime(version.at)}</dd>
<dt>By</dt><dd>${authorOf(version)}${version.author?.name && html` <span class="muted">${version.author.email}</span>`}</dd>
<dt>Via</dt><dd><bdi>${clientOf(version)}</bdi></dd>
${version.restored !== null && html`<dt>Restored</dt><dd>Version ${version.restored}</dd>`}
</dl>
<h2>Changes</h2>
${before ? changed(before, version, t`Only sources changed.`) : html`<p>This is the first version.</p>`}
${version.version !== listing.version && (await putBack(res, listing, version))}`,
    });
  });

  /** Preview of a restored version, and the button that restores it. */
  async function putBack(res: Response, listing: Listing, version: ListingVersion): Promise<Html | false> {
    const current = await store.versions.find(listing.id, listing.version);
    if (!current) return false;
    return html`<h2>Restore version ${version.version}</h2>
<p>Restoring makes the changes below. The current version stays in the history as version ${listing.version}.</p>
${formTo(res, `/admin/listings/${listing.id}/history/${version.version}`)}
${hidden("seen", listing.version)}
<p><button>Restore version ${version.version}</button></p>
</form>
${changed(current, version, t`No changes. The listing already has this content.`)}`;
  }

  act("/admin/listings/:id/history/:version", "listing.version", async (req, res, audited) => {
    const choice = {
      listingId: numberOf(req.params.id),
      version: numberOf(req.params.version),
      seen: numberOf(formText(req, "seen")),
    };
    const outcome = await audited.store.change((tx) =>
      tellOwners(tx, choice.listingId, audited, () => putVersionBack(tx, choice, audited.by, deps)),
    );
    deps.wakeJobs();
    if (outcome === "gone") notFound();
    seeOther(res, `/admin/listings/${choice.listingId}/history`, VERSION_OUTCOMES[outcome]);
  });
}

function changed(before: ListingVersion, after: ListingVersion, none: Text): Html | Html[] {
  const changes = changesBetween(before.snapshot, after.snapshot);
  return changes.length ? beforeAndAfter(changes) : html`<p>${none}</p>`;
}
