import { lengthOf } from "../text/text.ts";
import { DEFAULT_THEME, type SiteTheme } from "./design.ts";
import { DEFAULT_FRONT, type Front } from "./front.ts";
import { DEFAULT_HEAD, type SiteHead } from "./head.ts";
import type { OwnPage } from "./site-pages.ts";
import { DEFAULT_SHAPE, type SiteShape } from "./site-shape.ts";

export type FooterLink = { label: string; url: string };

/** Site-wide settings. Null means the default from the program or its environment. */
export type SiteLook = {
  name: string | null;
  accent: string | null;
  logo: string | null;
  heroTitle: string | null;
  heroText: string | null;
  footerText: string | null;
  footerLinks: readonly FooterLink[];
  hidesEmptyCategories: boolean;
  shape: SiteShape;
  theme: SiteTheme;
  head: SiteHead;
  front: Front;
  /** Pages of the team by title, also hidden ones. */
  pages: readonly OwnPage[];
};

/** What the row of the site has. */
export type SavedLook = Omit<SiteLook, "pages">;

export const DEFAULT_LOOK: SiteLook = {
  name: null,
  accent: null,
  logo: null,
  heroTitle: null,
  heroText: null,
  footerText: null,
  footerLinks: [],
  hidesEmptyCategories: false,
  shape: DEFAULT_SHAPE,
  theme: DEFAULT_THEME,
  head: DEFAULT_HEAD,
  front: DEFAULT_FRONT,
  pages: [],
};

export const LOOK_LIMITS = { name: 60, heroTitle: 80, heroText: 240, footerText: 240, links: 8, label: 40 } as const;

const LINK = /^(.*\S)\s+(https?:\/\/\S+|mailto:\S+@\S+|\/(?!\/)\S*)$/i;

/** Reads one link per line: label, then address. Returns the first invalid line as fault. */
export function readFooterLinks(text: string): FooterLink[] | { fault: string } {
  const links: FooterLink[] = [];
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line === "") continue;
    const [, label = "", url = ""] = LINK.exec(line) ?? [];
    if (label === "" || lengthOf(label) > LOOK_LIMITS.label) return { fault: line };
    links.push({ label, url });
  }
  return links;
}

export const typedFooterLinks = (links: readonly FooterLink[]): string =>
  links.map(({ label, url }) => `${label} ${url}`).join("\n");
