import type { Deps } from "#actions/context.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { type Hue, hueOfText } from "#domain/pictures/hues.ts";
import type { Text } from "#languages/words.ts";
import { picturePath } from "#pictures/key.ts";
import type { Look as StoredLook } from "#store/repos/listings/looks.ts";
import { keepEach } from "#tools/kept.ts";
import { logo } from "../../kit/faces.ts";
import { cardLine } from "./own-facts.ts";

/** Also what cards say of fields of the site. */
type Look = StoredLook & { line?: Text[] };
export type Looks = ReadonlyMap<string, Look>;
type Named = { slug: string; name: string; logo_url: string | null };

const BYTES = { look: 600, maker: 200 };
const keptLooks = keepEach<Look>({
  async read(slugs, { listings, ownFields }) {
    const looks: Map<string, Look> = await listings.looks(slugs);
    const fields = ownFields().filter(({ shownIn }) => shownIn.includes("card"));
    if (fields.length === 0) return looks;
    for (const [slug, values] of await listings.ownValues([...looks.keys()])) {
      const look = looks.get(slug);
      if (look) look.line = cardLine(fields, values);
    }
    return looks;
  },
  sizeOf: ({ makers, line = [] }) => BYTES.look + BYTES.maker * (makers.length + line.length),
});

/** Reads how listings look. A picture without a copy is left out, to avoid an empty frame. */
export async function looksOf(
  deps: Pick<Deps, "store" | "pictures" | "settings" | "now">,
  slugs: readonly string[],
): Promise<Looks> {
  const looks = await keptLooks(slugs, deps);
  const isKept = (url: string) => deps.pictures.stateOf(url, "wide").state === "kept";
  for (const [slug, look] of looks)
    if (look.picture && !isKept(look.picture.url)) looks.set(slug, { ...look, picture: null });
  return looks;
}

/** What may be seen of listings before their launch: their hue. */
export const veiled = (looks: Looks): Looks =>
  new Map([...looks].map(([slug, { hue }]) => [slug, { hue, picture: null, makers: [] }]));

export const ownHueClass = ({ slug, hue }: { slug: string; hue: Hue | null }): `hue-${Hue}` =>
  `hue-${hue ?? hueOfText(slug)}`;

export const hueClass = (slug: string, looks?: Looks): `hue-${Hue}` =>
  ownHueClass({ slug, hue: looks?.get(slug)?.hue ?? null });

export const picture = (
  listing: Named & { tagline?: string | null },
  looks: Looks,
  { size = 640, isLazy = true, mark }: { size?: 640 | 1280; isLazy?: boolean; mark?: Html } = {},
): Html => {
  const shown = looks.get(listing.slug)?.picture;
  return shown
    ? html`<img class="pic" src="${href(picturePath(shown.url, size))}" alt=""${isLazy && html` loading="lazy"`} width="640" height="400">`
    : html`<div class="poster" aria-hidden="true">${mark ?? logo(listing, "big")}</div>`;
};
