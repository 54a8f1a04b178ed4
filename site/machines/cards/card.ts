import type { Hue } from "../../../domain/pictures/hues.ts";

export type Mark = { name: string; hue: Hue; url: string | null; isRound?: boolean };

export type Pill = { text: string; tone: "gold" | "glass"; isVotes?: boolean };

export type CardSide =
  | { kind: "picture"; url: string }
  | { kind: "poster"; mark: Mark }
  | { kind: "steps"; marks: readonly Mark[] }
  | { kind: "tiles"; marks: readonly Mark[] };

/** The picture that chats and social networks show for a link, 1200 by 630. Drawn by card-picture.ts. */
export type Card = {
  eyebrow?: string;
  title: string;
  text: string | null;
  marks: readonly Mark[];
  pills: readonly Pill[];
  foot: string;
  side?: CardSide;
};

export function picturesOn({ marks, side }: Card): { url: string; size: 192 | 640 }[] {
  const shown = [...marks, ...(side?.kind === "poster" ? [side.mark] : side && "marks" in side ? side.marks : [])];
  const logos = shown.flatMap(({ url }) => (url === null ? [] : [{ url, size: 192 as const }]));
  return side?.kind === "picture" ? [...logos, { url: side.url, size: 640 }] : logos;
}
