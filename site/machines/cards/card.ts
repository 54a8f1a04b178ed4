import type { Hue } from "#domain/pictures/hues.ts";
import type { Language } from "#languages/language.ts";
import { say, type Text } from "#languages/words.ts";

export type Mark = { name: string; hue: Hue; url: string | null; isRound?: boolean };

export type Pill<T = Text> = { text: T; tone: "gold" | "glass"; isVotes?: boolean };

export type CardSide =
  | { kind: "picture"; url: string }
  | { kind: "poster"; mark: Mark }
  | { kind: "steps"; marks: readonly Mark[] }
  | { kind: "tiles"; marks: readonly Mark[] };

/** The picture that chats and social networks show for a link, 1200 by 630. Drawn by card-picture.ts. */
export type Card<T = Text> = {
  eyebrow?: T;
  title: T;
  text: T | null;
  marks: readonly Mark[];
  pills: readonly Pill<T>[];
  foot: T;
  side?: CardSide;
};

export const cardIn = (language: Language, { eyebrow, title, text, pills, foot, ...drawn }: Card): Card<string> => ({
  ...drawn,
  ...(eyebrow && { eyebrow: say(eyebrow, language) }),
  title: say(title, language),
  text: text && say(text, language),
  pills: pills.map((pill) => ({ ...pill, text: say(pill.text, language) })),
  foot: say(foot, language),
});

export function picturesOn({ marks, side }: Pick<Card, "marks" | "side">): { url: string; size: 192 | 640 }[] {
  const shown = [...marks, ...(side?.kind === "poster" ? [side.mark] : side && "marks" in side ? side.marks : [])];
  const logos = shown.flatMap(({ url }) => (url === null ? [] : [{ url, size: 192 as const }]));
  return side?.kind === "picture" ? [...logos, { url: side.url, size: 640 }] : logos;
}
