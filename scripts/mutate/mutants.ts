import { parseSync } from "oxc-parser";

/** One change to a source file: the text between two offsets is replaced. */
export type Mutant = { start: number; end: number; line: number; was: string; now: string };

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const SWAPPED: Record<string, string> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "&&": "||",
  "||": "&&",
  "??": "&&",
};

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/** Types have no effect when the program runs; in these, only what they say of a value is one. */
const isTypeOnly = ({ type }: Node): boolean => type.startsWith("TS") && !/As|Satisfies|NonNull/.test(type);

/** Negating these is a mutant of their own already. */
const isToggled = ({ type, operator }: Node): boolean =>
  (type === "UnaryExpression" && operator === "!") ||
  (type === "BinaryExpression" && /^[!=]==$/.test(String(operator)));

/** Every single change to the operators, conditions, literals, returns and calls of a source text. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const mutants: Mutant[] = [];
  const add = ({ start, end }: { start: number; end: number }, now: string): void => {
    const line = source.slice(0, start).split("\n").length;
    mutants.push({ start, end, line, was: source.slice(start, end), now });
  };
  const nodes = (value: unknown): Node[] => [value].flat().filter(isNode);

  function mutate(node: Node): void {
    const [left] = nodes(node.left);
    const [right] = nodes(node.right);
    const [argument] = nodes(node.argument);
    const [body] = nodes(node.body);
    for (const test of nodes(node.test).filter((one) => !isToggled(one)))
      add(test, `!(${source.slice(test.start, test.end)})`);
    if (/^(Binary|Logical)Expression$/.test(node.type) && left && right) {
      const swapped = SWAPPED[String(node.operator)];
      const at = source.indexOf(String(node.operator), left.end);
      if (swapped) add({ start: at, end: at + String(node.operator).length }, swapped);
    }
    if (node.type === "UnaryExpression" && node.operator === "!" && argument)
      add(node, source.slice(argument.start, argument.end));
    const given =
      node.type === "ReturnStatement" ? argument : node.type === "ArrowFunctionExpression" ? body : undefined;
    if (given && given.type !== "BlockStatement" && given.type !== "Literal" && !isToggled(given))
      add(given, "undefined");
    if (node.type === "ExpressionStatement" && !node.directive) add(node, ";");
    if (node.type !== "Literal") return;
    if (typeof node.value === "boolean") add(node, String(!node.value));
    if (typeof node.value === "number") add(node, String(node.value + 1));
    if (typeof node.value === "string") add(node, node.value === "" ? '"mutant"' : '""');
  }

  function visit(node: Node): void {
    if (isTypeOnly(node) || node.type === "ImportDeclaration") return;
    mutate(node);
    const skipped = ["typeAnnotation", "typeArguments", "typeParameters", "returnType", "source"];
    if (node.computed === false) skipped.push("key");
    for (const [name, value] of Object.entries(node)) if (!skipped.includes(name)) nodes(value).forEach(visit);
  }
  visit(parseSync(file, source).program as unknown as Node);
  return mutants;
}
