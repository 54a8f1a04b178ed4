import { type Response, Router } from "express";
import { dropUpload } from "../../../actions/pictures/keep-upload.ts";
import { href, html } from "../../../core/text/html.ts";
import { uploadPath } from "../../../pictures/key.ts";
import { adminActions } from "../../kit/admin-action.ts";
import { csrfField } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageNumber, pager } from "../../kit/paging.ts";
import { showDay } from "../../kit/show.ts";
import { type Site, seeOther } from "../../kit/site.ts";

const PER_PAGE = 48;

/** Uploaded pictures, where each is used, and how to delete what is used nowhere. */
export function pictureAdminPages({ deps, pages }: Site, notFound: (res: Response) => void): Router {
  const { store } = deps;
  const router = Router();
  const act = adminActions(deps);

  router.get("/admin/pictures", async (req, res) => {
    const page = pageNumber(req);
    const { items, total } = await store.uploads.list({ page, perPage: PER_PAGE });
    const shown = await Promise.all(
      items.map(async (upload) => ({ ...upload, uses: await store.uploads.usesOf(upload.id) })),
    );
    pages.render(res, {
      title: "Pictures",
      body: html`<h1>Pictures</h1>
<p class="lead">Pictures uploaded for posts, settings and listings. Add new ones where you need them: in a post, or as the logo.</p>
${
  shown.length === 0
    ? html`<p class="empty">No pictures yet. <a href="/admin/blog/new">Write a post</a> and add one there.</p>`
    : html`<ul class="uploads">${shown.map(
        ({ id, shape, name, width, height, at, uses }) => html`<li class="card">
<img src="${href(uploadPath(id, shape === "wide" ? 640 : 192))}" alt="" loading="lazy">
<p><bdi>${name}</bdi><br><span class="small muted">${width} × ${height}, ${showDay(at)}</span></p>
<p class="small">${uses.length > 0 ? html`Used in ${uses.join(", ")}` : "Not used"}</p>
${
  uses.length === 0 &&
  html`<form method="post" action="/admin/pictures/${id}/delete">${csrfField(res)}<button class="danger slim">Delete<span class="unseen"> ${name}</span></button></form>`
}
</li>`,
      )}</ul>`
}
${pager("/admin/pictures", {}, { page, total_pages: Math.ceil(total / PER_PAGE) })}`,
    });
  });

  router.post(
    "/admin/pictures/:id/delete",
    act("upload.remove", async (req, res, audited) => {
      const found = await store.uploads.find(req.params.id ?? "");
      if (!found) return notFound(res);
      // Someone may have used it since the page was made.
      if ((await store.uploads.usesOf(found.id)).length > 0)
        return seeOther(res, withNotice("/admin/pictures", "picture-used"));
      await dropUpload(found.id, audited);
      seeOther(res, withNotice("/admin/pictures", "picture-removed"));
    }),
  );

  return router;
}
