import type { Request, Response } from "express";
import { addUpload } from "#actions/pictures/add-upload.ts";
import { dropOwnUpload } from "#actions/pictures/keep-upload.ts";
import { AppError, notFound as noSuch } from "#core/errors/errors.ts";
import { href, html } from "#core/text/html.ts";
import { UNUSED_UPLOADS_KEPT_DAYS } from "#domain/accounts/retention.ts";
import { UPLOADS_KEPT } from "#domain/pictures/uploads.ts";
import { decimal, inEnglish, listed, ONE_DIGIT, phraseComma, plural, t } from "#languages/words.ts";
import { uploadPath } from "#pictures/key.ts";
import { formText, formTo } from "../../kit/form.ts";
import { formFile, unfit } from "../../kit/multipart.ts";
import { showDay } from "../../kit/show.ts";
import { accountOf, accountOnly, memberOf, type Site, seeOther } from "../../kit/site.ts";
import { readCrop } from "../../parts/pictures/upload-field.ts";

const PATH = "/account/uploads";
const MB = 1e6;

/** The pictures that a person uploaded, and where scripts send new ones. */
export function uploadPages({ deps, pages, router }: Site): void {
  const { store } = deps;
  router.use(PATH, accountOnly);

  router.get(PATH, async (_req, res) => {
    const { id } = accountOf(res);
    const mine = (await store.uploads.ofAccount(id)).filter(({ isForSite }) => !isForSite);
    const shown = await Promise.all(mine.map(async (one) => ({ ...one, uses: await store.uploads.usesOf(one.id) })));
    const { count, bytes } = await store.uploads.sumOf(id);
    pages.render(res, {
      heading: t`Uploaded pictures`,
      above: ["/account", t`Your account`],
      body: html`<p class="lead">Logos and pictures for your drafts and listings.
You can store ${UPLOADS_KEPT.count} pictures and ${UPLOADS_KEPT.bytes / MB} MB.
Unused pictures are deleted after ${plural(UNUSED_UPLOADS_KEPT_DAYS, "day")}.</p>
${
  count > 0 &&
  html`<p class="muted">${
    bytes < MB / 10
      ? t`You have ${plural(count, "picture")} with less than ${decimal(0.1, ONE_DIGIT)} MB.`
      : t`You have ${plural(count, "picture")} with ${decimal(bytes / MB, ONE_DIGIT)} MB.`
  }</p>`
}
${
  shown.length === 0
    ? html`<p class="empty">No pictures yet. <a href="/account/listings">Choose a listing</a> to add some.</p>`
    : html`<ul class="uploads">${shown.map(
        ({ id: picture, shape, name, width, height, at, uses }) => html`<li class="card">
<img src="${href(uploadPath(picture, shape === "wide" ? 640 : 192))}" alt="" loading="lazy">
<p><bdi>${name}</bdi><br><span class="small muted">${width} × ${height}${phraseComma}${showDay(at)}</span></p>
<p class="small">${uses.length > 0 ? t`Used in ${listed(uses)}` : t`Not used`}</p>
${formTo(res, `${PATH}/${picture}/delete`)}<button class="danger slim">Delete<span class="unseen"> ${name}</span></button></form>
</li>`,
      )}</ul>`
}`,
    });
  });

  const added = (req: Request, res: Response, file: { name: string; bytes: Uint8Array }) => {
    const shape = formText(req, "shape") === "square" ? "square" : "wide";
    const given = { ...file, shape, crop: readCrop(req, shape) } as const;
    return addUpload(given, { ...deps, caller: memberOf(req, res) }).catch(unfit);
  };

  router.post(PATH, async (req, res) => {
    const file = formFile(req, "picture");
    if (!file) throw new AppError("validation_failed", t`The file is empty. Choose a picture.`);
    const upload = await added(req, res, file);
    if ("fault" in upload) throw new AppError("validation_failed", inEnglish(upload.fault));
    const { id, url, width, height } = upload;
    res.status(201).set("Cache-Control", "private, no-store").json({ id, url, width, height });
  });

  router.post(`${PATH}/:id/delete`, async (req, res) => {
    const id = String(req.params.id);
    const outcome = await dropOwnUpload(id, { ...deps, caller: memberOf(req, res) });
    if (outcome === "missing") throw noSuch("picture of yours", id, "See your uploaded pictures.");
    seeOther(res, PATH, outcome === "used" ? "upload-used" : "picture-removed");
  });
}
