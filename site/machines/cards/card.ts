import type { Hue } from "../../../domain/pictures/hues.ts";

/** A logo or a portrait: the copy of a picture, or the initial on its hue. */
export type Mark = { name: string; hue: Hue; url: string | null; isRound?: boolean };

/** Gold is for a first place and for the day of a launch. */
export type Pill = { text: string; tone: "gold" | "glass"; isVotes?: boolean };

/** What fills the right half of a card. */
export type CardSide =
  | { kind: "picture"; url: string }
  | { kind: "poster"; mark: Mark }
  /** The first three, the winner in the middle. */
  | { kind: "steps"; marks: readonly Mark[] }
  | { kind: "tiles"; marks: readonly Mark[] };

/** The picture that chats and social networks show for a link, 1200 by 630. Drawn by card-picture.ts. */
export type Card = {
  eyebrow?: string;
  title: string;
  text: string | null;
  marks: readonly Mark[];
  pills: readonly Pill[];
  /** Beside the name of the site. */
  foot: string;
  /** Without a side, a card with marks is centred. */
  side?: CardSide;
};

/** Every picture that a card shows, with the size of the copy. */
export function picturesOn({ marks, side }: Card): { url: string; size: 192 | 640 }[] {
  const shown = [...marks, ...(side?.kind === "poster" ? [side.mark] : side && "marks" in side ? side.marks : [])];
  const logos = shown.flatMap(({ url }) => (url === null ? [] : [{ url, size: 192 as const }]));
  return side?.kind === "picture" ? [...logos, { url: side.url, size: 640 }] : logos;
}
