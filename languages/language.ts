/** What a part of a sentence becomes: text, a part as it is, or what a number or a link decides. */
export type Step = string | number | { write(parts: readonly unknown[], show: (part: unknown) => string): string };
export type Program = readonly Step[];

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
};

/** Every sentence with accents and in brackets: what is on a page without them cannot be translated. */
export const PSEUDO = "en-XA";

/** The language of the source. */
export const ENGLISH: Language = { tag: "en", isRightToLeft: false, prefix: "" };

export function runSteps(program: Program, parts: readonly unknown[], show: (part: unknown) => string): string {
  let text = "";
  for (const step of program) {
    if (typeof step === "string") text += step;
    else if (typeof step === "number") text += show(parts[step]);
    else text += step.write(parts, show);
  }
  return text;
}
