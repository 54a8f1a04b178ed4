import type { z } from "zod";
import { type Html, href, html, type Part, partWith } from "#core/text/html.ts";
import { makerPath } from "#domain/profiles/profile.ts";
import { isFollowed } from "#domain/site/site-shape.ts";
import { t } from "#languages/words.ts";
import type { ListingProfile } from "#tools/schemas/listing.ts";
import { faces, logo } from "../../kit/faces.ts";
import { icons } from "../../kit/icons.ts";
import { categoryName, listedHtml } from "../../kit/show.ts";
import { asTheirs, theirs } from "../../kit/theirs.ts";
import { type DayPlace, dayPath } from "../launches/races.ts";
import { gallery } from "../pictures/gallery.ts";
import { paidTag } from "./listing-parts.ts";

type Profile = z.output<typeof ListingProfile>;
type Picture = { url: string; alt: string };
type Shown = {
  hue: string;
  makers: ReadonlyMap<string, string>;
  pictures: readonly Picture[];
  actions: Html;
  owner: Part;
  dayPlace: DayPlace | undefined;
};

export const stage = (
  listing: Profile,
  { hue, makers, pictures, actions, owner, dayPlace }: Shown,
): Html => html`<div class="stagehead ${hue}">${owner}<div class="wrap stagegrid">
<div class="title">${logo(listing, "big")}
<div><p class="row">${partWith("awards", award(listing))}${dayPlace && partWith("votes", dayTag(dayPlace))}${
  listing.category &&
  html`<a class="chip" href="${href(`/categories/${listing.category.slug}`)}">${categoryName(listing.category)}</a>`
}${paidTag(listing.is_paid)}</p>
<h1>${theirs(listing.name, listing.language)}</h1>${listing.tagline && html`<p class="tagline">${theirs(listing.tagline, listing.language)}</p>`}</div>
${makersLine(listing, makers)}
${actions}</div>
${pictures.length > 0 ? gallery(listing, pictures) : poster(listing)}
</div></div>`;

const PLACES = ["", t`First in its week`, t`Second in its week`, t`Third in its week`];
const award = ({ awards: [newest] }: Profile): Html | false =>
  newest !== undefined && html`<span class="tag ${newest.place === 1 && "gold"}">${PLACES[newest.place]}</span>`;

const dayTag = ({ date, place }: DayPlace): Html =>
  html`<a class="tag ${place === 1 && "gold"}" href="${href(dayPath(date))}">#${place} of the day</a>`;

function makersLine({ founders }: Profile, handles: Shown["makers"]): Html | false {
  if (founders.length === 0) return false;
  const makers = listedHtml(
    founders.map(({ slug, name }) => html`<a href="${href(makerPath(slug, handles))}"><bdi>${name}</bdi></a>`),
  );
  return html`<div class="person">${faces(
    founders.map(({ name, avatar_url: avatarUrl }) => ({ name, avatarUrl })),
    "",
  )}<p class="small">by ${makers}</p></div>`;
}

const poster = (listing: Profile): Html =>
  html`<div class="poster words" aria-hidden="true">${logo(listing)}<p${asTheirs(listing.tagline, listing.language)}>${listing.tagline ?? listing.name}</p></div>`;

export const visitButton = ({ slug, links }: Profile, rel: string): Html =>
  html`<a class="button quiet" href="${href(isFollowed(rel) ? links.website : `/listings/${slug}/website`)}" data-for-machines="${links.website}"
rel="${rel}">Visit website${icons.away}</a>${
    links.demo_video && html` <a class="button bare" href="${href(links.demo_video)}" rel="${rel}">Watch demo</a>`
  }`;
