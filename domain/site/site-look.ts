import { lengthOf } from "../text/text.ts";
/** A link in the footer: an address of the web, an email address or a path of this site. */
export type FooterLink = { label: string; url: string };

/** What admins set for the whole site. Null means the default of the program or its environment. */
export type SiteLook = {
  name: string | null;
  /** A colour, like "#0b6f6a". */
  accent: string | null;
  /** The id of an uploaded picture. */
  logo: string | null;
  heroTitle: string | null;
  heroText: string | null;
  footerText: string | null;
  footerLinks: readonly FooterLink[];
};

export const DEFAULT_LOOK: SiteLook = {
  name: null,
  accent: null,
  logo: null,
  heroTitle: null,
  heroText: null,
  footerText: null,
  footerLinks: [],
};

export const LOOK_LIMITS = { name: 60, heroTitle: 80, heroText: 240, footerText: 240, links: 8, label: 40 } as const;

const LINK = /^(.*\S)\s+(https?:\/\/\S+|mailto:\S+@\S+|\/(?!\/)\S*)$/i;

/**
 * The links of a text with one in each line, its words before its address. A line that is none is
 * returned as the fault.
 */
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
