import { t, type Words } from "#languages/words.ts";
import type { Fault } from "../text/fault.ts";
import { lengthOf } from "../text/text.ts";

export type Picture = { url: string; alt: string };

export const MOST_PICTURES = 8;
export const LONGEST_ADDRESS = 2000;
export const LONGEST_ALT = 200;

/** The upload id in a URL, whatever its host, because sites move. */
export const uploadIdIn = (url: string): string | undefined =>
  /^https?:\/\/[^/?#]+\/uploads\/([\w-]{27})\/\d{2,4}$/i.exec(url)?.[1];

/** Uploads use the site's own URL, which may lack TLS. */
export const isPictureLink = (text: string): boolean =>
  (/^https:\/\//i.test(text) && URL.canParse(text)) || uploadIdIn(text) !== undefined;

export function checkPictures(pictures: readonly Picture[], section = "pictures"): Fault[] {
  const tooMany: Fault[] =
    pictures.length > MOST_PICTURES
      ? [{ pointer: `/${section}`, code: "maximum", detail: t`A listing shows at most ${MOST_PICTURES} pictures.` }]
      : [];
  const urls = pictures.map(({ url }) => url);
  return pictures.reduce<Fault[]>((faults, { url, alt }, index) => {
    const add = (part: keyof Picture, code: string, detail: Words) =>
      faults.push({ pointer: `/${section}/${index}/${part}`, code, detail });
    if (!isPictureLink(url)) add("url", "format", t`Must be an https link to a picture.`);
    else if (lengthOf(url) > LONGEST_ADDRESS)
      add("url", "maximum", t`Must have at most ${LONGEST_ADDRESS} characters; it has ${lengthOf(url)}.`);
    else if (urls.indexOf(url) < index) add("url", "duplicate", t`This picture is already in the list.`);
    if (alt === "") add("alt", "required", t`Describe the picture in a few words, for people who cannot see it.`);
    else if (lengthOf(alt) > LONGEST_ALT)
      add("alt", "maximum", t`Must have at most ${LONGEST_ALT} characters; it has ${lengthOf(alt)}.`);
    return faults;
  }, tooMany);
}
