// Strings in code that look like words for people and are not `t` yet. An estimate by their shape and place.
import { parseSync } from "oxc-parser";

type Node = { type: string; start: number; end: number; [key: string]: unknown };

const NAMED =
  /^(?:label|title|heading|hint|text|subject|none|fault|detail|caption|lead|why|before|after|words|note|message|summary|alt|button|off|on|one|many|question|answer|where|legend|empty|name|what|said|noMatch|more|any)$/;
const SQL =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|JOIN|CREATE|ORDER BY|VALUES|RETURNING|IS NULL|select .* from|where .*=)\b/;
const CODE = /^[\w-]+\/[\w.+-]+|^https?:|^\/|[<>]|;|--|^\W*[\w-]+(?:[:.][\w-]+)+$|=\S/;
const FOR_DEVELOPERS = /log\.|console|^Error$|TypeError|assert|span|metric|RegExp|\.describe$|\.meta$/;
const LOOKED_UP = /(?:^|\.)(?:has|get)$/;

export function stringsLeft(file: string, code: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  const sourceOf = ({ start, end }: Node): string => code.slice(start, end);

  function judge(text: string, node: Node, parents: Node[]): void {
    const parent = parents.at(-1);
    if (parent?.type === "Property" && parent.key === node) return;
    if (/^(?:BinaryExpression|SwitchCase|MemberExpression|ExpressionStatement)$/.test(parent?.type ?? "")) {
      if (parent?.operator !== "+") return;
    }
    const bare = text.replaceAll("{}", " ").trim();
    if (!/[A-Za-z]{2}/.test(bare) || SQL.test(text)) return;
    if (CODE.test(bare) && !/[.!?]$|[a-z] [a-z]+ [a-z]/.test(bare)) return;
    const owner = parents.findLast(({ type }) => type === "Property" || /Function/.test(type));
    const name = owner?.type === "Property" ? sourceOf(owner.key as Node).replace(/"/g, "") : "";
    const isPhrase = /[A-Za-z][,.’']? [A-Za-z{]/.test(text) || /^[A-Z][a-z]+[.!?]$/.test(bare);
    const isPlace = /^(?:ArrayExpression|ConditionalExpression|Property)$/.test(parent?.type ?? "");
    if (!isPhrase && !(/^[A-Z][a-z]+$/.test(bare) && (isPlace || NAMED.test(name)))) return;
    if (/^[a-z0-9 -]+$/.test(bare) && !NAMED.test(name) && parent?.type !== "ConditionalExpression") {
      if (!/ (?:the|a|of|is|for|in|to|and|this|your|no|by|it) /.test(` ${bare} `)) return;
    }
    const calls = parents.filter(({ type }) => type === "CallExpression" || type === "NewExpression");
    if (calls.some(({ callee }) => FOR_DEVELOPERS.test(sourceOf(callee as Node)))) return;
    const direct = calls.at(-1);
    if (direct === parent && LOOKED_UP.test(sourceOf(direct?.callee as Node))) return;
    if (calls.some(({ callee }) => /^(?:plural|noun|nounForms|as)$/.test(sourceOf(callee as Node)))) return;
    found.push({ line: code.slice(0, node.start).split("\n").length, text });
  }
  function visit(node: unknown, parents: Node[]): void {
    if (Array.isArray(node)) for (const one of node) visit(one, parents);
    if (node === null || typeof node !== "object" || !("type" in node)) return;
    const here = node as Node;
    if (/^(?:Import|ExportAll|TS(?:Literal|Import|Type|Interface))/.test(here.type)) return;
    if (here.type === "Literal" && typeof here.value === "string") judge(here.value, here, parents);
    if (here.type === "TemplateLiteral" && parents.at(-1)?.type !== "TaggedTemplateExpression") {
      const quasis = here.quasis as { value: { cooked: string } }[];
      judge(quasis.map(({ value }) => value.cooked).join("{}"), here, parents);
    }
    for (const [key, value] of Object.entries(here)) if (key !== "parent") visit(value, [...parents, here]);
  }
  visit(parseSync(file, code).program, []);
  return found;
}
