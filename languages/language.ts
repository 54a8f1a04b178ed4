/** What a part of a sentence becomes: text, a part as it is, or what a number or a link decides. */
export type Step = string | number | { write(parts: readonly unknown[], show: (part: unknown) => string): string };
export type Program = readonly Step[];

/** Texts of the database, which the team may translate. Standard ones are in the catalogs, with their kind as context. */
export type StoredTexts = {
  /** Undefined where nobody translated it. */
  find(kind: string, id: string, field: string, text: string): string | undefined;
  /** The language of a text that is not translated, if it is another one. */
  tagOf(kind: string, text: string): string | undefined;
};

/** What a site may do without, and so its words. Awards need launches and votes. Without weekly races, each day has one. */
export type Feature = "launches" | "votes" | "awards" | "weekly";

export const NOUNS = ["product", "listing", "tool", "place", "shop", "game", "project", "app"] as const;
/** What a site calls what it lists. */
export type Noun = (typeof NOUNS)[number];

export type Language = {
  /** BCP 47, like "de" or "pt-BR". */
  tag: string;
  isRightToLeft: boolean;
  /** Before every path of a page: "" in the site's first language, else like "/de". */
  prefix: string;
  /** How a template is written; absent where it is written as it stands. */
  program?: (literals: readonly string[], parts: readonly unknown[]) => Program;
  /** The same for text without markup. */
  sentence?: (literals: readonly string[], parts: readonly unknown[], context?: string) => Program;
  /** Absent where texts of the database are shown as they are. */
  stored?: StoredTexts;
  /** What the site does without, and so its words; absent where it has everything. */
  lacks?: readonly Feature[];
  /** Absent: product. */
  noun?: Noun;
};

/** Every sentence with accents and in brackets: what is on a page without them cannot be translated. */
export const PSEUDO = "en-XA";

/** The language of the source. */
export const ENGLISH: Language = { tag: "en", isRightToLeft: false, prefix: "" };

export const isWith = (feature: Feature, { lacks }: Language): boolean => lacks?.includes(feature) !== true;

export function runSteps(program: Program, parts: readonly unknown[], show: (part: unknown) => string): string {
  let text = "";
  for (const step of program) {
    if (typeof step === "string") text += step;
    else if (typeof step === "number") text += show(parts[step]);
    else text += step.write(parts, show);
  }
  return text;
}
