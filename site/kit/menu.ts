import { type Html, href, html, type Part } from "#core/text/html.ts";
import { type MenuEntry, STANDING } from "#domain/site/menu.ts";
import type { SiteLook } from "#domain/site/site-look.ts";
import { lackedBy } from "#domain/site/site-shape.ts";
import { as, type Text, t } from "#languages/words.ts";
import { isOn } from "./only-with.ts";
import { showStored } from "./show.ts";

/** Pages of ours that a menu can lead to. */
export const MENU_PAGES: Readonly<Record<string, Text>> = {
  "/launches": t`This week`,
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

export const menuOf = ({ front: { menu }, shape }: SiteLook): readonly MenuEntry[] =>
  menu ?? (shape.launches ? LAUNCHES : CATALOG);

export const navLink = (to: string, label: Part, path: string): Html =>
  html`<a href="${href(to)}"${
    path === to ? html` aria-current="page"` : path.startsWith(`${to}/`) && html` aria-current="true"`
  }>${label}</a>\n`;

/** Five links stand; "More" has the rest and needs no script. */
export function mainMenu(look: SiteLook, path: string): Html {
  const links = menuOf(look)
    .filter(({ to }) => isOn(to, lackedBy(look.shape)))
    .map(({ to, label }) =>
      navLink(to, label === null ? (MENU_PAGES[to] ?? to) : showStored("site", "site", `menu ${to}`, label), path),
    );
  const rest = links.slice(STANDING);
  return html`${links.slice(0, STANDING)}${
    rest.length > 0 && html`<details class="more"><summary>More</summary><div>${rest}</div></details>`
  }`;
}
