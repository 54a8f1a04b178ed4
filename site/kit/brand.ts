import { type Html, href, html } from "#core/text/html.ts";
import { hasSun } from "#domain/site/brand.ts";
import type { SiteLook } from "#domain/site/site-look.ts";
import { lengthOf } from "#domain/text/text.ts";
import { uploadPath } from "#pictures/key.ts";
import { assetPath } from "./assets.ts";

/** Letters that fit in one line of the header, and in two. */
const ONE_LINE = 16;
const TWO_LINES = 36;

/** The lines of a name: as even as its words allow. "&" stays with the word before it. */
export function nameLines(name: string): string[] {
  const words = name.replace(/ (?=[&+–—] )/g, "\u00a0").split(" ");
  const most = lengthOf(name) <= ONE_LINE ? 1 : lengthOf(name) <= TWO_LINES ? 2 : 3;
  const split = (from: readonly string[], lines: number): string[] => {
    const whole = from.join(" ");
    if (lines === 1 || from.length === 1) return [whole];
    const ways = from
      .slice(1)
      .map((_, at) => [from.slice(0, at + 1).join(" "), ...split(from.slice(at + 1), lines - 1)]);
    const longest = (way: readonly string[]) => Math.max(...way.map(lengthOf));
    return ways.reduce((best, way) => (longest(way) < longest(best) ? way : best));
  };
  return split(words, most);
}

/** The logo and name of the site, with the logo for dark mode if there is one. */
export function brand(name: string, { logo, theme: { theme, darkLogo } }: Pick<SiteLook, "logo" | "theme">): Html {
  const lines = nameLines(name);
  const own = logo ? uploadPath(logo, 96) : hasSun(theme, logo) && assetPath("logo.svg");
  const picture = own
    ? html`<img src="${href(own)}" alt="" width="34" height="34">`
    : html`<span class="initial" aria-hidden="true">${[...name][0]}</span>`;
  return html`<a class="brand${lengthOf(name) > ONE_LINE && " long"}" href="/">${
    darkLogo
      ? html`<picture><source srcset="${href(uploadPath(darkLogo, 96))}" media="(prefers-color-scheme: dark)">${picture}</picture>`
      : picture
  }${lines.length > 1 ? html`<span>${lines.map((line, at) => html`${at > 0 && html` <br>`}${line}`)}</span>` : name}</a>`;
}
