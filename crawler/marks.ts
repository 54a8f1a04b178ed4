import type { DefaultTreeAdapterTypes } from "parse5";
import { partsIn } from "#core/runtime/phrases.ts";
import type { Block, Mark } from "#domain/drafts/site.ts";
import { given } from "#domain/text/given.ts";
import { attribute } from "./elements.ts";

/** Common ids and classes for parts of a page; English on sites in any language. */
const NAME_OF = new Map([...partsIn("marks")].flatMap(([name, words]) => words.map((word) => [word, name] as const)));
const MOST_MARKS = 500;
const MOST_TEXT = 400;
/** Page-level elements, whose classes describe the whole page. */
const WHOLE = new Set(["html", "body", "main"]);
/** Tailwind's "min-h-screen" and "max-w-screen-xl" are sizes. */
const SCREEN_SIZE = /(?<![a-z])(?:m(?:in|ax)-)?[hw]-screen(?![a-z])/g;

/** Records marks around blocks and pictures before them. */
export function markFinder(blocks: readonly Block[]) {
  const open: { names: string[]; from: number }[] = [];
  const marks: Mark[] = [];
  const pictures: number[] = [];
  return {
    open: (element: DefaultTreeAdapterTypes.Element): void =>
      void open.push({ names: WHOLE.has(element.tagName) ? [] : namesOf(element), from: blocks.length }),
    close(): void {
      const { names, from } = given(open.pop());
      const to = blocks.length;
      for (const name of names) if (to > from && marks.length < MOST_MARKS) marks.push({ name, from, to });
    },
    picture(): void {
      if (pictures.length < MOST_MARKS && pictures.at(-1) !== blocks.length) pictures.push(blocks.length);
    },
    end: (): { marks: Mark[]; pictures: number[] } => ({ marks, pictures }),
  };
}

function namesOf(element: DefaultTreeAdapterTypes.Element): string[] {
  const text = `${attribute(element, "id") ?? ""} ${attribute(element, "class") ?? ""}`.slice(0, MOST_TEXT);
  const words = text
    .replace(SCREEN_SIZE, " ")
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase()
    .split(/[^a-z]+/);
  return [...new Set(words.flatMap((word) => NAME_OF.get(word) ?? []))];
}
