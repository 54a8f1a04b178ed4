import { escapeText } from "../../core/html.ts";

/** The preview image that chats and social networks show for a link, 1200 by 630. */
export type Preview = { eyebrow: string; title: string; text: string | null };

export const PREVIEW_SIZE = { width: 1200, height: 630 };

/** Characters in the font of the pictures. */
const DRAWABLE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{P}\p{Zs}\p{Sc}\p{Sm}\p{M}]*$/u;
export const isDrawable = (text: string): boolean => DRAWABLE.test(text);

const MARGIN = 80;

/** A picture as SVG, for the drawer in preview-worker.ts. Text that the font cannot draw is left out. */
export function previewSvg({ eyebrow, title, text }: Preview, siteName: string): string {
  const size = title.length <= 22 ? 88 : title.length <= 48 ? 68 : 52;
  const titleLines = wrap(drawable(title), size, 3);
  const textLines = wrap(drawable(text ?? ""), 36, titleLines.length < 3 ? 3 : 2);
  const top = 150 + size;
  const below = top + (titleLines.length - 1) * size * 1.15 + 72;
  const line = (content: string, y: number, style: string) =>
    `<text x="${MARGIN}" y="${Math.round(y)}" ${style}>${escapeText(content)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_SIZE.width}" height="${PREVIEW_SIZE.height}" font-family="Inter">`,
    `<rect width="1200" height="630" fill="#fcfcfd"/><rect width="1200" height="14" fill="#b93c0a"/>`,
    line(drawable(eyebrow), 118, `font-size="30" font-weight="700" fill="#b93c0a"`),
    ...titleLines.map((content, index) =>
      line(content, top + index * size * 1.15, `font-size="${size}" font-weight="700" fill="#18171d"`),
    ),
    ...textLines.map((content, index) => line(content, below + index * 50, `font-size="36" fill="#5c5a66"`)),
    line(drawable(siteName), 570, `font-size="30" font-weight="700" fill="#18171d"`),
    "</svg>",
  ].join("\n");
}

const drawable = (text: string): string => (isDrawable(text) ? text : [...text].filter(isDrawable).join("").trim());

/** Estimated: the width of a letter as a share of the font size. */
const widthOf = (text: string): number =>
  [...text].reduce(
    (sum, letter) =>
      sum +
      (/[iljtfrI.,:;'|! ]/.test(letter) ? 0.32 : /[mwMW@%]/.test(letter) ? 0.92 : /\p{Lu}/u.test(letter) ? 0.7 : 0.58),
    0,
  );

/** At most `lines` lines that fit the picture, with an ellipsis if truncated. */
function wrap(text: string, size: number, lines: number): string[] {
  const room = (PREVIEW_SIZE.width - 2 * MARGIN) / size;
  const cut = (word: string): string => {
    let kept = word;
    while (widthOf(`${kept}…`) > room) kept = kept.slice(0, -1);
    return `${kept}…`;
  };
  const made: string[] = [];
  let current = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = current ? `${current} ${word}` : word;
    if (widthOf(longer) <= room) {
      current = longer;
      continue;
    }
    if (current) made.push(current);
    current = widthOf(word) <= room ? word : cut(word);
    if (made.length === lines) break;
  }
  if (current && made.length < lines) return [...made, current];
  return current ? [...made.slice(0, lines - 1), cut(`${made[lines - 1]} `)] : made;
}
