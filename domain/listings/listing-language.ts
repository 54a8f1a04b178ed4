import { mainLanguageOf } from "../text/written-language.ts";
import type { ListingContent } from "./listing.ts";

type Texts = Pick<ListingContent, "tagline" | "language"> & {
  profile: Pick<ListingContent["profile"], "shortDescription" | "description" | "summary">;
};

/** Enough to tell languages apart. */
const MOST_LETTERS = 1500;

const detected = ({ tagline, profile }: Texts): string | null => {
  const text = [tagline, profile.shortDescription, profile.description, profile.summary].filter(Boolean).join("\n");
  return mainLanguageOf(text.slice(0, MOST_LETTERS)) ?? null;
};

/** The language that somebody chose, else that of the texts, which an edit may change. */
export function languageFor(after: Texts, before?: Texts): string | null {
  // Versions before this field have none.
  const language = after.language ?? null;
  const isDetected = language === null || (language === before?.language && language === detected(before));
  return isDetected ? (detected(after) ?? language) : language;
}
