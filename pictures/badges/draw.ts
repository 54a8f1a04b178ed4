import { type BadgeKind, type BadgeStyle, type BadgeSubject, shownKind } from "#domain/listings/badge.ts";
import { type Design, designOf } from "#domain/site/design.ts";
import { DEFAULT_LOOK } from "#domain/site/site-look.ts";
import { ENGLISH, type Language } from "#languages/language.ts";
import { as, date, t, type Words } from "#languages/words.ts";
import { styleSheet, tintOf } from "./colours.ts";
import { drawShape, type Inscription } from "./shapes.ts";
import { escapeMarkup, FONT, oneLine } from "./text.ts";

/** How the site looks, and its logo as an address of data. Without one, badges show marks of a sun. */
export type BadgeLook = { design: Design; emblem: string | undefined };
const plain = (): BadgeLook => ({ design: designOf(DEFAULT_LOOK), emblem: undefined });

export type Badge = { svg: string; width: number; height: number; alt: string };

type Titled = { title: Words; whole: (site: string) => Words; of: (name: string, site: string) => Words };
/** The title stands above the name of the site. */
const TITLES: Record<Exclude<BadgeKind, "launch_of_the_week">, Titled> = {
  listed: {
    title: as("above the site’s name")`Listed on`,
    whole: (site) => t`Listed on ${site}`,
    of: (name, site) => t`${name} is listed on ${site}`,
  },
  launched: {
    title: as("above the site’s name")`Launched on`,
    whole: (site) => t`Launched on ${site}`,
    of: (name, site) => t`${name} launched on ${site}`,
  },
  featured: {
    title: as("above the site’s name")`Featured on`,
    whole: (site) => t`Featured on ${site}`,
    of: (name, site) => t`${name} is featured on ${site}`,
  },
  verified: {
    title: as("above the site’s name")`Verified on`,
    whole: (site) => t`Verified on ${site}`,
    of: (name, site) => t`${name} is verified on ${site}`,
  },
};

const DAY = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;

/** "Listed on Debut": the name of a kind without a listing. */
export const badgeTitle = (kind: BadgeKind, siteName: string): Words =>
  kind === "launch_of_the_week" ? t`Launch of the Week` : TITLES[kind].whole(oneLine(siteName));

type Asked = { subject: BadgeSubject; siteName: string; language: Language };

function wordsOf(
  asked: BadgeKind,
  { subject, siteName, language }: Asked,
): { words: Omit<Inscription, "emblem">; alt: string } {
  const kind = shownKind(asked, subject);
  const site = oneLine(siteName);
  // A listing that is not live is private, so its badge shows only the site.
  const name = (subject.status === "live" && oneLine(subject.name)) || undefined;
  if (kind === "launch_of_the_week" && subject.award) {
    const { place, week } = subject.award;
    const title = t`#${place} Launch of the Week`;
    const day = date(new Date(`${week}T00:00:00Z`), DAY);
    const alt = t`${title} on ${site}, week of ${day}`;
    return {
      words: { kind, title: title.in(language), site, name, award: { place, week: day.in(language) } },
      alt: (name ? t`${name}: ${alt}` : alt).in(language),
    };
  }
  const { title, whole, of } = TITLES[kind as keyof typeof TITLES];
  return {
    words: { kind, title: title.in(language), site, name, award: undefined },
    alt: (name ? of(name, site) : whole(site)).in(language),
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
  language: Language = ENGLISH,
  { design, emblem }: BadgeLook = plain(),
): Badge {
  const { words, alt } = wordsOf(asked, { subject, siteName, language });
  const tint = tintOf(words.kind, words.award?.place, design.palette);
  const { width, height, body } = drawShape(shape, size, { ...words, emblem }, { ...tint, design });
  return { svg: picture(width, height, alt, styleSheet(mode, tint, design.palette), body), width, height, alt };
}

/** Shown instead of a badge that does not exist. */
export function drawNotice(text: string): string {
  const { palette } = plain().design;
  const tint = tintOf("listed", undefined, palette);
  const body =
    `<rect x=".5" y=".5" width="179" height="31" rx="15.5" class="card edge"/><text class="muted" x="90" ` +
    `y="20.6" font-size="13" text-anchor="middle" textLength="${text.length * 6}" ` +
    `lengthAdjust="spacingAndGlyphs">${escapeMarkup(text)}</text>`;
  return picture(180, 32, text, styleSheet("auto", tint, palette), body);
}
