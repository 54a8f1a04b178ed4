import { type Request, type Response, Router } from "express";
import { markOf, setPictures } from "../../../actions/listings/set-pictures.ts";
import { type Html, href, html, type Part } from "../../../core/html.ts";
import { LONGEST_ADDRESS, LONGEST_ALT, MOST_PICTURES, type Picture } from "../../../domain/pictures.ts";
import type { SitePage } from "../../../domain/site.ts";
import { excerpt } from "../../../domain/text.ts";
import { PICTURE_LIMITS, pictureKey, picturePath } from "../../../pictures/key.ts";
import { attemptTo, faultsByName, plainWords } from "../../kit/attempt.ts";
import { csrfField, type Faults, field, formFault, formText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { accountOf, accountOnly, memberOf, type Site, seeOther } from "../../kit/site.ts";
import { createDashboard, dashboardPath, type Owned } from "../../parts/dashboard.ts";
import { lockedNote } from "../../parts/locked-note.ts";

type Form = { pictures: Picture[]; seen: string; faults: Faults; fault: string };

/** How many rows of a submitted form are read. */
const MOST_ROWS = 20;
const MOST_SUGGESTED = 8;

const KINDS = `PNG, JPEG, WebP, SVG or the first frame of a GIF, each of at most ${PICTURE_LIMITS.bytes / 1e6} MB and ${PICTURE_LIMITS.pixels / 1e6} million pixels`;

/**
 * The pictures of a listing, by URL, shown from our copies. One form, so that nothing typed is
 * lost.
 */
export function pictureDashboardPages(site: Site): Router {
  const { deps } = site;
  const dashboard = createDashboard(site);
  const router = Router();

  /** The website's sharing pictures, from the pages that were crawled for the owner's draft. */
  async function suggestionsFor({ draft_id, name }: Owned, known: Picture[]): Promise<Picture[]> {
    if (!draft_id) return [];
    const used = new Set(known.map(({ url }) => url));
    return sharedPictures(await deps.store.drafts.pages(draft_id), name).filter(({ url }) => !used.has(url));
  }

  async function show(res: Response, listing: Owned, form?: Form): Promise<void> {
    const saved = listing.media ?? [];
    const pictures = form?.pictures ?? saved;
    const faults = form?.faults ?? {};
    const suggestions = pictures.length < MOST_PICTURES ? await suggestionsFor(listing, pictures) : [];
    dashboard.render(res, listing, {
      tab: "pictures",
      title: "Pictures",
      status: form ? 400 : 200,
      body: html`${lockedNote(listing, "media")}
<p class="lead">Up to ${MOST_PICTURES} pictures of your product, the best one first. They stand at the top of its page.</p>
<p class="muted">Give the https address where each one is on the web. We take ${KINDS}, and show a copy of our own.</p>
${formFault(form && (faults.pictures ?? (Object.keys(faults).length > 0 ? "Nothing was saved yet. See the messages below." : form.fault)))}
<form method="post" action="${href(dashboardPath(listing, "pictures"))}" novalidate>
${csrfField(res)}<input type="hidden" name="seen" value="${form?.seen ?? markOf(saved)}">
<button class="unseen" tabindex="-1" aria-hidden="true">Save</button>
${pictures.map((picture, index) => row(picture, index, pictures.length, saved, faults))}
${
  pictures.length < MOST_PICTURES &&
  html`<fieldset class="dashboard-row"><legend>${pictures.length === 0 ? "First picture" : "Another picture (optional)"}</legend>
${inputs({ url: "", alt: "" }, pictures.length, faults)}</fieldset>`
}
<p class="row"><button>Save the pictures</button> <span class="small muted">The history keeps the old ones.</span></p>
${
  suggestions.length > 0 &&
  html`<section class="card" aria-labelledby="found"><h2 id="found">Found on your website</h2>
<p class="muted">What your pages show when somebody shares them. Change the words once it is added.</p>
<ul class="dashboard-rows">${suggestions.map(
    ({ url, alt }) => html`<li><div class="grow"><p>${alt}</p><p class="small muted">${url}</p></div>
<button class="quiet slim" name="do" value="add.${pictureKey(url)}" aria-label="Add ${fileOf(url)}">Add</button></li>`,
  )}</ul></section>`
}
</form>`,
    });
  }

  const row = ({ url, alt }: Picture, index: number, count: number, saved: Picture[], faults: Faults): Html => {
    const number = index + 1;
    const act = (name: string, label: string, look: string) =>
      html`<button class="${look} slim" name="do" value="${name}.${index}" aria-label="${label} picture ${number}">${label}</button> `;
    return html`<fieldset class="dashboard-row"><legend>Picture ${number}</legend>
${saved.some((picture) => picture.url === url) && preview(url, alt)}
${inputs({ url, alt }, index, faults)}
<p class="row">${index > 0 && act("up", "Move up", "quiet")}${index < count - 1 && act("down", "Move down", "quiet")}${act("remove", "Remove", "danger")}</p></fieldset>`;
  };

  function preview(url: string, alt: string): Html {
    const copy = deps.pictures.stateOf(url, "wide");
    switch (copy.state) {
      case "kept":
        return html`<img class="picture-preview" src="${href(picturePath(url, 640))}" alt="${alt}">`;
      case "waiting":
        return html`<p class="muted">We are still copying this picture, so nobody sees it yet. Reload this page in a few seconds.</p>`;
      default:
        return html`<p class="fault">We could not copy this picture, so nobody sees it: ${copy.reason} Fix it or enter another URL, then save to try again.</p>`;
    }
  }

  router.get("/account/listings/:id/pictures", accountOnly, async (req, res) =>
    show(res, await dashboard.find(req, res)),
  );

  router.post("/account/listings/:id/pictures", accountOnly, async (req, res) => {
    const listing = await dashboard.find(req, res);
    const { listing_id: listingId } = listing;
    const path = dashboardPath(listing, "pictures");
    const before = listing.media ?? [];
    const rows = readRows(req);
    const [what = "", at = ""] = formText(req, "do").split(".");
    const added = what === "add" && (await suggestionsFor(listing, rows)).find(({ url }) => pictureKey(url) === at);
    const pictures = arranged(rows, what, Number(at)).filter(({ url, alt }) => url || alt);
    if (added) pictures.push(added);
    const seen = formText(req, "seen");
    const save = (choice: { pictures: Picture[]; seen: string }, caller = memberOf(req, res)) =>
      setPictures({ listingId, ...choice }, { ...deps, caller });

    const { output, error } = await attemptTo(() => save({ pictures, seen }));
    if (error)
      return show(res, listing, { pictures, seen, faults: faultsByName(error), fault: plainWords(error.message) });
    if (output === "changed") return seeOther(res, withNotice(path, "listing-changed"));
    const after = (await dashboard.find(req, res)).media ?? [];
    const isLess = before.some(({ url, alt }) => !after.some((one) => one.url === url && one.alt === alt));
    const restore = async (caller: ReturnType<typeof memberOf>) =>
      (await save({ pictures: before, seen: markOf(after) }, caller)) === "done";
    seeOther(
      res,
      withNotice(path, "pictures-saved", isLess ? site.undo.keep(accountOf(res).id, { path, restore }) : undefined),
    );
  });

  return router;
}

const inputs = ({ url, alt }: Picture, index: number, faults: Faults): Part => {
  const one = (part: keyof Picture, value: string, look: { label: string; max: number; hint?: string }) => {
    const name = `pictures.${index}.${part}`;
    return field({
      name,
      label: look.label,
      hint: look.hint,
      type: part === "url" ? "url" : "text",
      value,
      fault: faults[name],
      autocomplete: "off",
      required: false,
      maxLength: look.max,
    });
  };
  return [
    one("url", url, { label: "Address", max: LONGEST_ADDRESS }),
    one("alt", alt, {
      label: "Description",
      hint: "A few words for people who cannot see it.",
      max: LONGEST_ALT,
    }),
  ];
};

const readRows = (req: Request): Picture[] =>
  Array.from({ length: MOST_ROWS }, (_, index) => ({
    url: formText(req, `pictures.${index}.url`),
    alt: formText(req, `pictures.${index}.alt`),
  }));

/** The rows after a row's button was pressed. */
function arranged(rows: Picture[], what: string, at: number): Picture[] {
  const picture = rows[at];
  if (!picture || !["up", "down", "remove"].includes(what)) return rows;
  const others = rows.toSpliced(at, 1);
  if (what === "remove") return others;
  return others.toSpliced(Math.max(0, what === "up" ? at - 1 : at + 1), 0, picture);
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
