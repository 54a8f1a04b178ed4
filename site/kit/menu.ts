import { type Html, href, html, type Part } from "#core/text/html.ts";
import { type MenuEntry, STANDING } from "#domain/site/menu.ts";
import type { SiteLook } from "#domain/site/site-look.ts";
import { lackedBy } from "#domain/site/site-shape.ts";
import { as, stored, type Text, t, wordsWith } from "#languages/words.ts";
import { isOn } from "./only-with.ts";
import { showStored } from "./show.ts";

const MENU_PAGES: Readonly<Record<string, Text>> = {
  "/launches": wordsWith("weekly", t`This week`, t`Today`),
  "/awards": t`Past weeks`,
  "/search": t`Browse`,
  "/categories": t`Categories`,
  "/updates": as("updates of products")`Updates`,
  "/founders": t`Makers`,
  "/collections": t`Collections`,
  "/compare": t`Compare`,
  "/leaderboards": t`Leaderboards`,
  "/blog": t`Blog`,
  "/pricing": t`Pricing`,
  "/about": t`About this site`,
  "/contact": t`Contact`,
};

const entriesOf = (paths: readonly string[]): readonly MenuEntry[] => paths.map((to) => ({ to, label: null }));
const LAUNCHES = entriesOf(["/launches", "/awards", "/search", "/founders"]);
/** A catalog leads to its categories, and to what is new. */
const CATALOG = entriesOf(["/search", "/categories", "/updates", "/founders"]);

/** The pages that a menu of this site can lead to. */
export const menuPages = ({ pages }: SiteLook): Record<string, Text> => ({
  ...MENU_PAGES,
  ...Object.fromEntries(pages.map(({ slug, title }) => [`/${slug}`, stored("page", slug, "title", title)])),
});

/** Pages of the team that visitors can open, as links. */
export const ownLinks = ({ pages }: SiteLook): (readonly [path: string, label: Html])[] =>
  pages
    .filter(({ isHidden }) => !isHidden)
    .map(({ slug, title }) => [`/${slug}`, showStored("page", slug, "title", title)]);

export const menuOf = ({ front: { menu }, shape }: SiteLook): readonly MenuEntry[] =>
  menu ?? (shape.launches ? LAUNCHES : CATALOG);

export const navLink = (to: string, label: Part, path: string): Html =>
  html`<a href="${href(to)}"${
    path === to ? html` aria-current="page"` : path.startsWith(`${to}/`) && html` aria-current="true"`
  }>${label}</a>\n`;

/** Five links stand; "More" has the rest and needs no script. */
export function mainMenu(look: SiteLook, path: string): Html {
  const own = new Map(ownLinks(look));
  const links = menuOf(look)
    .filter(({ to }) => isOn(to, lackedBy(look.shape)) && (!to.startsWith("/p/") || own.has(to)))
    .map(({ to, label }) =>
      navLink(
        to,
        label === null ? (own.get(to) ?? MENU_PAGES[to] ?? to) : showStored("site", "site", `menu ${to}`, label),
        path,
      ),
    );
  const rest = links.slice(STANDING);
  return html`${links.slice(0, STANDING)}${
    rest.length > 0 && html`<details class="more"><summary>More</summary><div>${rest}</div></details>`
  }`;
}
