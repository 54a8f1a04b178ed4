import { type BadgeKind, type BadgeStyle, type BadgeSubject, shownKind } from "../../domain/listings/badge.ts";
import { formatOf } from "../../domain/time/date-words.ts";
import { styleSheet, tintOf } from "./colours.ts";
import { drawShape, type Words } from "./shapes.ts";
import { escapeMarkup, FONT, oneLine } from "./text.ts";

export type Badge = { svg: string; width: number; height: number; alt: string };

const TITLES: Record<Exclude<BadgeKind, "launch_of_the_week">, [title: string, sentence: string]> = {
  listed: ["Listed on", "is listed on"],
  launched: ["Launched on", "launched on"],
  featured: ["Featured on", "is featured on"],
  verified: ["Verified on", "is verified on"],
};

const day = formatOf({ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const showWeek = (monday: string): string => day.format(new Date(`${monday}T00:00:00Z`));

/** "Listed on Debut": the name of a kind without a listing. */
export const badgeTitle = (kind: BadgeKind, siteName: string): string =>
  kind === "launch_of_the_week" ? "Launch of the Week" : `${TITLES[kind][0]} ${oneLine(siteName)}`;

function wordsOf(asked: BadgeKind, subject: BadgeSubject, siteName: string): { words: Words; alt: string } {
  const kind = shownKind(asked, subject);
  const site = oneLine(siteName);
  // A listing that is not live is private, so its badge shows only the site.
  const name = (subject.status === "live" && oneLine(subject.name)) || undefined;
  if (kind === "launch_of_the_week" && subject.award) {
    const { place, week } = subject.award;
    const title = `#${place} Launch of the Week`;
    const award = { place, week: showWeek(week) };
    return {
      words: { kind, title, site, name, award },
      alt: `${name ? `${name}: ` : ""}${title} on ${site}, week of ${award.week}`,
    };
  }
  const [title, sentence] = TITLES[kind as keyof typeof TITLES];
  return {
    words: { kind, title, site, name, award: undefined },
    alt: name ? `${name} ${sentence} ${site}` : `${title} ${site}`,
  };
}

const picture = (width: number, height: number, alt: string, css: string, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" ` +
  `aria-label="${escapeMarkup(alt)}" font-family="${FONT}" text-rendering="geometricPrecision"><style>${css}</style>${body}</svg>`;

/** The badge of this kind for a listing; a kind that it may not show is drawn as the plain one. */
export function drawBadge(
  asked: BadgeKind,
  subject: BadgeSubject,
  { shape, mode, size }: BadgeStyle,
  siteName: string,
): Badge {
  const { words, alt } = wordsOf(asked, subject, siteName);
  const tint = tintOf(words.kind, words.award?.place);
  const { width, height, body } = drawShape(shape, size, words, tint.tile);
  return { svg: picture(width, height, alt, styleSheet(mode, tint), body), width, height, alt };
}

/** Shown instead of a badge that does not exist. */
export function drawNotice(text: string): string {
  const tint = tintOf("listed", undefined);
  const body =
    `<rect x=".5" y=".5" width="179" height="31" rx="15.5" class="card edge"/><text class="muted" x="90" ` +
    `y="20.6" font-size="13" text-anchor="middle" textLength="${text.length * 6}" ` +
    `lengthAdjust="spacingAndGlyphs">${escapeMarkup(text)}</text>`;
  return picture(180, 32, text, styleSheet("auto", tint), body);
}
