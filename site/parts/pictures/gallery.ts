import type { z } from "zod";
import { type Html, href, html } from "#core/text/html.ts";
import { t, type Words } from "#languages/words.ts";
import { picturePath } from "#pictures/key.ts";
import type { ListingProfile } from "#tools/schemas/listing.ts";
import { icons } from "../../kit/icons.ts";

type Profile = z.output<typeof ListingProfile>;
type Picture = { url: string; alt: string };

/**
 * Pictures in a row that snaps; small ones below lead to each. Each opens large: a dialog that scripts
 * open, and that the address opens without them.
 */
export const gallery = ({ name }: Profile, pictures: readonly Picture[]): Html => html`<div class="gallery">
<ul class="reel" aria-label="Pictures of ${name}">${pictures.map(
  (picture, index) =>
    html`<li id="picture-${index + 1}">
<a href="#view-${index + 1}" data-for-machines="${large(picture)}">${shown(picture, index > 0)}<span
class="unseen">Enlarge</span></a></li>`,
)}</ul>
${
  pictures.length > 1 &&
  html`<div class="thumbs" aria-hidden="true">${pictures.map(
    ({ url }, index) =>
      html`<a href="#picture-${index + 1}" tabindex="-1"${
        index === 0 && html` aria-current="true"`
      }><img class="pic" src="${href(picturePath(url, 640))}" alt="" width="640" height="400" loading="lazy"></a>`,
  )}</div>`
}
${pictures.map((picture, index) => view(picture, index + 1, pictures.length))}</div>`;

const large = ({ url }: Picture): string => href(picturePath(url, 1280));

const shown = (picture: Picture, isLazy: boolean): Html =>
  html`<img class="pic" src="${href(large(picture))}" alt="${picture.alt}" width="1280" height="800"${isLazy && html` loading="lazy"`}>`;

const view = (picture: Picture, number: number, count: number): Html =>
  html`<dialog class="viewer" id="view-${number}" aria-label="Picture ${number} of ${count}">
<p class="row between"><span>${number} of ${count}</span><a class="button quiet slim" href="#picture-${number}" data-close>Close</a></p>
${shown(picture, true)}
<p class="row between">${step("prev", number - 1, count, t`Previous`)}<span class="small">${picture.alt}</span>${step(
    "next",
    number + 1,
    count,
    t`Next`,
  )}</p></dialog>`;

const step = (rel: "prev" | "next", to: number, count: number, label: Words): Html =>
  to < 1 || to > count
    ? html`<span></span>`
    : html`<a class="button quiet slim" rel="${rel}" href="#view-${to}">${
        rel === "prev" ? html`${icons.back}${label}` : html`${label}${icons.forward}`
      }</a>`;
