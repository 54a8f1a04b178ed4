import { dropUpload } from "#actions/pictures/keep-upload.ts";
import { href, html } from "#core/text/html.ts";
import { listed, phraseComma, t } from "#languages/words.ts";
import { uploadPath } from "#pictures/key.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formTo } from "../../kit/form.ts";
import { showDay } from "../../kit/show.ts";
import { orNotFound, seeOther } from "../../kit/site.ts";
import { pageNumber, pager } from "../../kit/table.ts";

const PER_PAGE = 48;

export function pictureAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  router.get("/admin/pictures", async (req, res) => {
    const page = pageNumber(req);
    const { items, total } = await store.uploads.list({ page, perPage: PER_PAGE });
    const shown = await Promise.all(
      items.map(async (upload) => ({ ...upload, uses: await store.uploads.usesOf(upload.id) })),
    );
    pages.render(res, {
      heading: t`Pictures`,
      body: html`<p class="lead">Pictures uploaded for posts, settings and listings.</p>
${
  shown.length === 0
    ? html`<p class="empty">No pictures yet.</p>`
    : html`<ul class="uploads">${shown.map(
        ({ id, shape, name, width, height, at, uses }) => html`<li class="card">
<img src="${href(uploadPath(id, shape === "wide" ? 640 : 192))}" alt="" loading="lazy">
<p><bdi>${name}</bdi><br><span class="small muted">${width} × ${height}${phraseComma}${showDay(at)}</span></p>
<p class="small">${uses.length > 0 ? t`Used in ${listed(uses)}` : t`Not used`}</p>
${
  uses.length === 0 &&
  html`${formTo(res, `/admin/pictures/${id}/delete`)}<button class="danger slim">Delete<span class="unseen"> ${name}</span></button></form>`
}
</li>`,
      )}</ul>`
}
${pager("/admin/pictures", {}, { page, total_pages: Math.ceil(total / PER_PAGE) })}`,
    });
  });

  act("/admin/pictures/:id/delete", "upload.remove", async (req, res, audited) => {
    const found = orNotFound(await store.uploads.find(req.params.id ?? ""));
    if ((await store.uploads.usesOf(found.id)).length > 0) return seeOther(res, "/admin/pictures", "picture-used");
    await dropUpload(found.id, audited);
    seeOther(res, "/admin/pictures", "picture-removed");
  });
}
