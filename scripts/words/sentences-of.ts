// Every sentence of ours in a source file, as a message for translators.
import { parseSync, Visitor } from "oxc-parser";
import { messageOf, quoted, segmentsOf } from "../../languages/sentences.ts";
import { ORDINAL_KEY } from "../../languages/words.ts";

export type Found = { id: string; context: string | undefined; file: string; line: number };

/** What the parser says of a node, as far as this reads it. */
type Node = {
  type: string;
  start: number;
  end: number;
  name?: string;
  value?: unknown;
  callee?: Node;
  arguments?: Node[];
};
type Tagged = {
  start: number;
  tag: Node;
  quasi: { quasis: { value: { cooked: string | null } }[]; expressions: Node[] };
};

const textOf = (node: Node | undefined): string | undefined =>
  node?.type === "Literal" && typeof node.value === "string" ? node.value : undefined;

/** A call like plural(votes, "vote"), as the choice of a message and what it counts. */
function choiceOf({
  type,
  callee,
  arguments: given = [],
}: Node): { choice: string; counted: Node | undefined } | undefined {
  if (type !== "CallExpression") return undefined;
  if (callee?.name === "ordinal") return { choice: ORDINAL_KEY.slice(3), counted: given[0] };
  if (!["plural", "noun"].includes(callee?.name ?? "")) return undefined;
  const [one, many] = given.slice(1).map(textOf);
  if (one === undefined) return undefined;
  return { choice: `plural, one {# ${one}} other {# ${many ?? `${one}s`}}}`, counted: given[0] };
}

/** A name for a part: of a call what it is about, so dayInWords(week) is {week}; else the last word of the code. */
function nameOf(code: string): string {
  const [, argument] = /^\w+\(\s*(?:new \w+\()?([\w.!?]+)/.exec(code) ?? [];
  const shown = argument && /^[a-z]/i.test(argument) ? argument : code;
  const last =
    shown
      .replace(/\(.*\)/gs, "")
      .match(/[A-Za-z]\w*/g)
      ?.at(-1) ?? "part";
  if (/^[A-Z\d_]+$/.test(last))
    return last.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return last.replace(/^(?:show|view|say)(?=[A-Z])/, "").replace(/^[A-Z]/, (letter) => letter.toLowerCase());
}

export function sentencesOf(file: string, code: string): Found[] {
  const found: Found[] = [];
  /** Choices that are inside a message; others are messages by themselves. */
  const inside = new Set<number>();
  const lineAt = (at: number): number => code.slice(0, at).split("\n").length;
  const add = (id: string, { start }: { start: number }, context?: string) =>
    found.push({ id, context, file, line: lineAt(start) });

  const namer = (expressions: Node[]) => {
    const used = new Map<string, number>();
    return (index: number): string => {
      const node = expressions[index]!;
      const { choice, counted = node } = choiceOf(node) ?? {};
      const base = nameOf(code.slice(counted.start, counted.end));
      const nth = (used.get(base) ?? 0) + 1;
      used.set(base, nth);
      const name = nth === 1 ? base : `${base}${nth}`;
      if (choice === undefined || !["plural", "ordinal"].includes(node.callee?.name ?? "")) return `{${name}}`;
      inside.add(node.start);
      return `{${name}, ${choice}`;
    };
  };

  function tagged({ start, tag, quasi }: Tagged): void {
    const isAs = tag.callee?.name === "as";
    const literals = quasi.quasis.map(({ value }) => value.cooked ?? "");
    const name = namer(quasi.expressions);
    try {
      if (isAs || tag.name === "t") {
        const id = literals.map((text, index) => (index === 0 ? "" : name(index - 1)) + quoted(text)).join("");
        add(id, { start }, isAs ? textOf(tag.arguments?.[0]) : undefined);
      } else if (tag.name === "html") {
        for (const segment of segmentsOf(literals))
          if ("pieces" in segment) add(messageOf(segment.pieces, namer(quasi.expressions)), { start });
      }
    } catch (error) {
      throw new Error(`${file}:${lineAt(start)}: ${(error as Error).message}`);
    }
  }
  new Visitor({
    TaggedTemplateExpression: (node) => tagged(node as unknown as Tagged),
    "CallExpression:exit"(node) {
      const { choice } = choiceOf(node as unknown as Node) ?? {};
      if (choice && !inside.has(node.start)) add(`{count, ${choice}`, node);
    },
  }).visit(parseSync(file, code).program);
  return found;
}
