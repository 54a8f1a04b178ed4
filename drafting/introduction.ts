import type { SitePage } from "#domain/drafts/site.ts";
import { blocksOf, isHeading } from "./candidate.ts";
import type { Corpus } from "./corpus.ts";
import { wordsOf } from "./text.ts";

/** Where a home page introduces the product. Repetition across places counts. */
export type Place = "title" | "description" | "headings" | "keywords" | "text";
export type Introduction = { page: SitePage; text: string; weight: number; place: Place };

/** Introductory texts of a home page, most reliable first. */
export function introduction({ home }: Corpus): Introduction[] {
  if (!home) return [];
  const texts: { text: string | null | undefined; weight: number; place: Place }[] = [
    { text: home.title, weight: 3, place: "title" },
    { text: home.meta.description, weight: 3, place: "description" },
    { text: home.meta["og:title"], weight: 2, place: "title" },
    { text: home.meta["og:description"], weight: 2, place: "description" },
    ...blocksOf(home)
      .filter((block) => isHeading(block) && /h[12]/.test(block.tag))
      .slice(0, 6)
      .map(({ text, tag }) => ({ text, weight: tag === "h1" ? 3 : 1.5, place: "headings" as const })),
    ...blocksOf(home)
      .filter((block) => block.tag === "p" && wordsOf(block.text).length >= 5)
      .slice(0, 2)
      .map(({ text }) => ({ text, weight: 2, place: "text" as const })),
  ];
  return texts.flatMap(({ text, ...rest }) => (text ? [{ page: home, text, ...rest }] : []));
}
