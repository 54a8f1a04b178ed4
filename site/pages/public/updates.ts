import { z } from "zod";
import { invalid } from "#core/errors/errors.ts";
import { faultsOf } from "#core/errors/faults.ts";
import { href, html } from "#core/text/html.ts";
import { t } from "#languages/words.ts";
import { paging, viewList } from "#tools/schemas/common.ts";
import { viewSummary, viewUpdate } from "#tools/schemas/listing.ts";
import { logo } from "../../kit/faces.ts";
import type { Site } from "../../kit/site.ts";
import { listQuery, pageOf, pager } from "../../kit/table.ts";
import { theirs } from "../../kit/theirs.ts";
import { paidTag, updateText } from "../../parts/listings/listing-parts.ts";

const Input = z.strictObject(paging);

export function updatePages({ deps, pages, router }: Site): void {
  const { settings } = deps;
  const { BASE_URL } = settings;

  router.get("/updates", async (req, res) => {
    const asked = Input.safeParse({ page: pageOf(req) });
    if (!asked.success) throw invalid(faultsOf(asked.error, Input));
    const request = { page: asked.data.page, perPage: asked.data.per_page };
    const list = viewList(await deps.store.updates.latest(request), request, ({ update, listing }) => ({
      update: viewUpdate(update),
      listing: viewSummary(listing, { baseUrl: BASE_URL }),
    }));
    pages.render(res, {
      heading: t`Latest updates`,
      description: t`The latest product updates on ${settings.SITE_NAME}.`,
      isPublic: true,
      query: listQuery({}, request.page),
      feeds: [{ title: t`Latest updates · ${settings.SITE_NAME}`, path: "/feeds/updates.atom" }],
      width: "reading",
      body: html`<p class="lead">News from the makers of listed products. <a href="/feeds/updates.atom">RSS feed</a></p>
${
  list.items.length > 0
    ? list.items.map(
        ({ update, listing }) => html`<article class="card" id="update-${update.id}">
<p class="row">${logo(listing)}<a href="${href(`/listings/${listing.slug}`)}">${theirs(listing.name, listing.language)}</a> ${paidTag(listing.is_paid)}</p>
<h2><a href="${href(`/listings/${listing.slug}#update-${update.id}`)}">${theirs(update.title, listing.language)}</a></h2>
${updateText(update, listing.language)}
</article>`,
      )
    : html`<p class="empty">${list.total > 0 ? t`No more updates.` : t`No updates yet.`}</p>`
}
${pager("/updates", {}, list)}`,
    });
  });
}
