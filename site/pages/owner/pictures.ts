import type { Request, Response } from "express";
import { addUpload } from "#actions/pictures/add-upload.ts";
import { markOf, setFace, setLogo, setPictures, showPreview } from "#actions/pictures/set-pictures.ts";
import { type Html, href, html } from "#core/text/html.ts";
import type { SitePage } from "#domain/drafts/site.ts";
import { LONGEST_ADDRESS, LONGEST_ALT, MOST_PICTURES, type Picture } from "#domain/pictures/pictures.ts";
import { excerpt } from "#domain/text/text.ts";
import { joined, plural, type Text, t } from "#languages/words.ts";
import { pictureKey, picturePath } from "#pictures/key.ts";
import { attemptTo, faultsByName, plainWords } from "../../kit/attempt.ts";
import { face, logo } from "../../kit/faces.ts";
import { type Faults, formFault, formText, formTo, hidden } from "../../kit/form.ts";
import { formFile, formFiles, unfit } from "../../kit/multipart.ts";
import { accountOnly, notFound, type Site, seeOther } from "../../kit/site.ts";
import type { PicturesBefore } from "../../kit/undo.ts";
import {
  createDashboard,
  dashboardPath,
  type Opened,
  type Owned,
  type Stepped,
} from "../../parts/listings/dashboard.ts";
import { lockedNote } from "../../parts/listings/locked-note.ts";
import { arranged, pictureInputs, pictureRow, readPictureRows } from "../../parts/pictures/picture-rows.ts";
import { onePicture, readCrop, uploadField, uploadScript } from "../../parts/pictures/upload-field.ts";

/** What was typed and is not saved; without `fault`, it only got uploads. */
type Form = { pictures?: Picture[]; seen?: string; faults?: Faults; fault?: Text; news?: Text };
type Single = {
  name: string;
  url: string;
  set: (url: string) => Promise<void>;
  before: PicturesBefore;
  notice: "logo-saved" | "face-saved";
};

const MOST_SUGGESTED = 8;
const ROWS = "picture-rows";

/**
 * The pictures of a listing, by URL or uploaded, shown from our copies: its gallery, its logo and the
 * faces of its founders. The gallery is one form, so that nothing typed is lost.
 */
export function pictureDashboardPages(site: Site): void {
  const { deps, router } = site;
  const dashboard = createDashboard(site);

  async function suggestionsFor({ draft_id, name }: Owned, known: Picture[]): Promise<Picture[]> {
    if (!draft_id) return [];
    const used = new Set(known.map(({ url }) => url));
    return sharedPictures(await deps.store.drafts.pages(draft_id), name).filter(({ url }) => !used.has(url));
  }

  async function show(res: Response, listing: Stepped, form: Form = {}): Promise<void> {
    const saved = listing.media ?? [];
    const { pictures = saved, faults = {}, fault, news } = form;
    const isWrong = fault !== undefined || Object.keys(faults).length > 0;
    const hasRoom = pictures.length < MOST_PICTURES;
    const preview = (await deps.store.listings.find(listing.listing_id))?.profile.preview;
    const suggestions = hasRoom ? await suggestionsFor(listing, pictures) : [];
    const isSaved = ({ url }: Picture) => saved.some((picture) => picture.url === url);
    dashboard.render(res, listing, {
      tab: "pictures",
      title: t`Pictures`,
      status: isWrong ? 400 : 200,
      head: uploadScript(),
      body: html`${lockedNote(listing, "media")}
<p class="lead">Add up to ${MOST_PICTURES} pictures of your product, the best one first. They appear at the top of your page.</p>
<p class="muted">Upload files or enter HTTPS addresses. We show our own copies.</p>
${formFault(
  isWrong
    ? (faults.pictures ?? (Object.keys(faults).length > 0 ? t`Nothing was saved. See the messages below.` : fault))
    : undefined,
)}
${news && html`<div class="notice good" role="status">${news}</div>`}
${formTo(res, dashboardPath(listing, "pictures"), html` novalidate id="pictures"`)}${hidden("seen", form.seen ?? markOf(saved))}
<button class="unseen" tabindex="-1" aria-hidden="true">Save</button>
<div id="${ROWS}">${pictures.map((picture, index) =>
        pictureRow({ picture, index, count: pictures.length, isKnown: isSaved(picture), faults }, deps.pictures),
      )}</div>
${
  hasRoom &&
  html`${uploadField({
    name: "files",
    label: t`Upload pictures`,
    shape: "wide",
    button: ["do", "upload"],
    into: { rows: ROWS, most: MOST_PICTURES },
  })}
<fieldset class="dashboard-row" id="${ROWS}-by-address"><legend>Or add a picture by its address</legend>
${pictureInputs({ url: "", alt: "" }, pictures.length, faults)}</fieldset>`
}
<p class="row"><button>Save pictures</button> <span class="small muted">Old pictures stay in the history.</span></p>
${
  suggestions.length > 0 &&
  html`<section class="card" aria-labelledby="found"><h2 id="found">Found on your website</h2>
<p class="muted">Pictures your pages show when someone shares them. You can edit descriptions after adding them.</p>
<ul class="dashboard-rows">${suggestions.map(
    ({ url, alt }) => html`<li><div class="grow"><p>${alt}</p><p class="small muted">${url}</p></div>
<button class="quiet slim" name="do" value="add.${pictureKey(url)}" aria-label="Add ${fileOf(url)}">Add</button></li>`,
  )}</ul></section>`
}
</form>
${
  preview !== undefined &&
  (saved.length === 0 || !listing.unlocked_sections.includes("media")) &&
  previewForm(res, listing, preview)
}
<template id="${ROWS}-new">${pictureRow(
        {
          picture: { url: "", alt: "" },
          index: 0,
          count: 1,
          isKnown: false,
          faults: {},
        },
        deps.pictures,
      )}</template>
<section aria-labelledby="marks-title"><h2 id="marks-title">${listing.isTeam ? t`Logo` : t`Logo and faces`}</h2>
<div class="one-pictures">${singlesOf(res, listing, faults)}</div></section>`,
    });
  }

  const singlesOf = (res: Response, listing: Stepped, faults: Faults) => [
    onePicture(res, {
      ...{ action: dashboardPath(listing, "pictures/logo"), name: "logo", title: t`Logo`, mark: logo(listing, "big") },
      ...{ url: listing.logo_url ?? "", fault: faults.logo },
    }),
    ...(listing.isTeam ? [] : listing.founders).map(({ slug, name, avatar_url: avatarUrl }) =>
      onePicture(res, {
        ...{ action: dashboardPath(listing, `pictures/faces/${slug}`), name: `faces.${slug}`, title: name },
        ...{ mark: face({ name, avatarUrl }, "big"), url: avatarUrl ?? "", fault: faults[`faces.${slug}`] },
      }),
    ),
  ];

  const previewForm = (res: Response, listing: Stepped, preview: Picture | null): Html =>
    html`${formTo(res, dashboardPath(listing, "pictures"), "card")}<h2>Preview</h2>
<p class="muted">${
      preview
        ? t`Your page shows this picture of your website until your own are public.`
        : t`Your page shows no picture of your website.`
    }</p>
${
  preview &&
  deps.pictures.stateOf(preview.url, "wide").state === "kept" &&
  html`<p><img class="pic" src="${href(picturePath(preview.url, 640))}" alt="${preview.alt}" width="320" height="200" loading="lazy"></p>`
}
<button class="quiet slim" name="do" value="${preview ? "preview.off" : "preview.on"}">${
      preview ? t`Remove preview` : t`Show a preview`
    }</button></form>`;

  router.get("/account/listings/:id/pictures", accountOnly, async (req, res) =>
    show(res, (await dashboard.open(req, res)).listing),
  );

  const contextOf = ({ call }: Opened) => ({ ...call.deps, caller: call.caller });

  /** Without scripts: the pictures get rows, which want a description before they are saved. */
  async function showUploaded(req: Request, res: Response, opened: Opened, rows: Picture[]): Promise<void> {
    const { listing } = opened;
    const pictures = rows.filter(({ url, alt }) => url || alt);
    const files = formFiles(req, "files");
    const seen = formText(req, "seen");
    if (files.length === 0) return show(res, listing, { pictures, seen, fault: t`Choose one or more files first.` });
    const room = Math.max(0, MOST_PICTURES - pictures.length);
    const faults: Text[] =
      files.length > room
        ? [t`A listing can have up to ${plural(MOST_PICTURES, "picture")}, so not all were added.`]
        : [];
    for (const file of files.slice(0, room)) {
      const upload = await addUpload({ ...file, shape: "wide" }, contextOf(opened)).catch(unfit);
      if ("fault" in upload) faults.push(joined([file.name, upload.fault], ": "));
      else if (!pictures.some(({ url }) => url === upload.url)) pictures.push({ url: upload.url, alt: "" });
    }
    const outcome =
      faults.length > 0 ? { fault: joined(faults, " ") } : { news: t`Uploaded. Describe each picture, then save.` };
    await show(res, listing, { pictures, seen, ...outcome });
  }

  router.post("/account/listings/:id/pictures", accountOnly, async (req, res) => {
    const opened = await dashboard.open(req, res);
    const { listing } = opened;
    const { listing_id: listingId } = listing;
    const path = dashboardPath(listing, "pictures");
    const before = listing.media ?? [];
    const rows = readPictureRows(req);
    const [what = "", at = ""] = formText(req, "do").split(".");
    if (what === "upload") return showUploaded(req, res, opened, rows);
    if (what === "preview") {
      await showPreview({ listingId, isShown: at === "on" }, contextOf(opened));
      return seeOther(res, path, at === "on" ? "preview-on" : "preview-off");
    }
    const added = what === "add" && (await suggestionsFor(listing, rows)).find(({ url }) => pictureKey(url) === at);
    const pictures = arranged(rows, what, Number(at)).filter(({ url, alt }) => url || alt);
    if (added) pictures.push(added);
    const seen = formText(req, "seen");
    const { output, error } = await attemptTo(() => setPictures({ listingId, pictures, seen }, contextOf(opened)));
    if (error)
      return show(res, listing, { pictures, seen, faults: faultsByName(error), fault: plainWords(error.detail) });
    if (output === "changed") return seeOther(res, path, "listing-changed");
    const after = (await dashboard.open(req, res)).listing.media ?? [];
    const isLess = before.some(({ url, alt }) => !after.some((one) => one.url === url && one.alt === alt));
    const put = { of: "listing", listingId, pictures: before, seen: markOf(after) } as const;
    const undo = isLess ? await opened.keep({ path, pictures: put }) : undefined;
    seeOther(res, path, "pictures-saved", undo);
  });

  async function saveSingle(req: Request, res: Response, opened: Opened, single: Single): Promise<void> {
    const { listing } = opened;
    const path = dashboardPath(listing, "pictures");
    const { name, set } = single;
    const what = formText(req, "do");
    let url = what === "remove" ? "" : formText(req, name);
    if (what === "upload") {
      const file = formFile(req, `file.${name}`);
      const given = { shape: "square", crop: readCrop(req, "square") } as const;
      const upload = file
        ? await addUpload({ ...file, ...given }, contextOf(opened)).catch(unfit)
        : { fault: t`Choose a file first.` };
      if ("fault" in upload) return show(res, listing, { faults: { [name]: upload.fault } });
      url = upload.url;
    }
    const { error } = await attemptTo(() => set(url));
    if (error)
      return show(res, listing, {
        faults: error.faults.length > 0 ? faultsByName(error) : { [name]: plainWords(error.detail) },
      });
    const undo = url === single.url ? undefined : await opened.keep({ path, pictures: single.before });
    seeOther(res, path, single.notice, undo);
  }

  router.post("/account/listings/:id/pictures/logo", accountOnly, async (req, res) => {
    const opened = await dashboard.open(req, res);
    const { listing } = opened;
    const set = (url: string) => setLogo({ listingId: listing.listing_id, url }, contextOf(opened));
    const url = listing.logo_url ?? "";
    const before = { of: "logo", listingId: listing.listing_id, url } as const;
    await saveSingle(req, res, opened, { name: "logo", url, set, before, notice: "logo-saved" });
  });

  router.post("/account/listings/:id/pictures/faces/:slug", accountOnly, async (req, res) => {
    const opened = await dashboard.open(req, res);
    const { listing } = opened;
    if (listing.isTeam) notFound();
    const founder = String(req.params.slug);
    const url = listing.founders.find(({ slug }) => slug === founder)?.avatar_url ?? "";
    const before = { of: "founder", listingId: listing.listing_id, founder, url } as const;
    const set = (url: string) => setFace({ listingId: listing.listing_id, founder, url }, contextOf(opened));
    await saveSingle(req, res, opened, { name: `faces.${founder}`, url, set, before, notice: "face-saved" });
  });
}

/** The sharing pictures of pages, each once, with their descriptions. */
function sharedPictures(pages: SitePage[], name: string): Picture[] {
  const found = pages.flatMap(({ images, meta, title }) =>
    images
      .filter(({ source, href: url }) => source === "og" && /^https:/i.test(url) && url.length <= LONGEST_ADDRESS)
      .map(({ href: url }) => ({
        url,
        alt: excerpt((meta["og:image:alt"] ?? title ?? name).trim() || name, LONGEST_ALT),
      })),
  );
  return [...new Map(found.toReversed().map((picture) => [picture.url, picture])).values()]
    .toReversed()
    .slice(0, MOST_SUGGESTED);
}

const fileOf = (url: string): string => new URL(url).pathname.split("/").at(-1) || url;
