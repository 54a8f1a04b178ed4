import { Router } from "express";
import { html } from "../../../core/text/html.ts";
import { pageNumber, pager } from "../../kit/paging.ts";
import type { Site } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";
import { showWhen } from "../../kit/when.ts";
import { authorOf, clientOf, statusTag, whatChanged } from "../../parts/listings/version-parts.ts";

const PER_PAGE = 30;

/** The newest edits of all listings, before and after. */
export function changeAdminPages({ deps, pages }: Site): Router {
  const { store, now } = deps;
  const router = Router();

  router.get("/admin/changes", async (req, res) => {
    const page = pageNumber(req);
    const { items, total } = await store.versions.newest({ page, perPage: PER_PAGE });
    const edits = await Promise.all(
      items.map(async (edit) => ({
        ...edit,
        before: await store.versions.findBefore(edit.listing.id, edit.version.version),
      })),
    );
    pages.render(res, {
      title: "Changes",
      body: html`<h1>Changes</h1>
<p class="lead">What changed on listings, newest first. Edits go live immediately; each can be undone from its history.</p>
${
  edits.length === 0
    ? html`<p class="empty">No listings have been edited yet. Edits by their owners and by assistants appear here.</p>`
    : table(
        ["Listing", "Changed", "Who", "Through", "When"],
        edits.map(({ listing, version, before }) => [
          html`<a href="/admin/listings/${listing.id}/history/${version.version}">${listing.name}<span class="unseen"> version ${version.version}</span></a> ${statusTag(listing.status)}`,
          whatChanged(version, before),
          authorOf(version),
          clientOf(version),
          showWhen(version.at, now()),
        ]),
      )
}
${pager("/admin/changes", {}, { page, total_pages: Math.ceil(total / PER_PAGE) })}`,
    });
  });

  return router;
}
