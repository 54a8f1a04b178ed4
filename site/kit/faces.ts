import { type Html, href, html } from "#core/text/html.ts";
import { hueOfText } from "#domain/pictures/hues.ts";
import { isolated, listed, plural, type Text, t } from "#languages/words.ts";
import { picturePath } from "#pictures/key.ts";

type Person = { name: string; avatarUrl: string | null };

function initialOf(name: string): string {
  const first = name.trimStart().codePointAt(0);
  return first === undefined ? "" : String.fromCodePoint(first).toUpperCase();
}
const copyOf = (url: string | null, size: 96 | 192): Html | false =>
  url !== null && html`<img src="${href(picturePath(url, size))}" alt="" loading="lazy">`;

/** The initial is behind the picture, and visible if the picture does not load. */
export const logo = (
  { slug, name, logo_url: url }: { slug?: string; name: string; logo_url: string | null },
  size: "" | "big" | "little" = "",
): Html =>
  html`<span class="logo hue-${hueOfText(slug ?? name)} ${size}" aria-hidden="true">${initialOf(name)}${copyOf(
    url,
    size === "" || size === "little" ? 96 : 192,
  )}</span>`;

const initialsOf = (name: string): string => {
  const [first = "", ...others] = name.trim().split(/\s+/);
  return initialOf(first) + others.slice(-1).map(initialOf).join("");
};

export const face = ({ name, avatarUrl }: Person, size: "" | "big" | "little" = ""): Html =>
  html`<span class="face hue-${hueOfText(name)} ${size}" aria-hidden="true">${initialsOf(name)}${copyOf(
    avatarUrl,
    size === "big" ? 192 : 96,
  )}</span>`;

export const faces = (people: readonly Person[], size: "" | "little" = "little"): Html | false =>
  people.length > 0 && html`<span class="faces">${people.slice(0, 3).map((person) => face(person, size))}</span>`;

/** "Ines Aldabe and Torvald Ness", or "Ines Aldabe and 3 others". */
export function namesOf(people: readonly { name: string }[]): Text {
  const [first, second] = people;
  if (!first || !second) return first ? isolated(first.name) : "";
  return people.length === 2
    ? listed([isolated(first.name), isolated(second.name)])
    : t`${isolated(first.name)} and ${plural(people.length - 1, "other")}`;
}
