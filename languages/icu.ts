// The part of ICU MessageFormat that translators need: {name}, plural, selectordinal, select, # and <tag>s.
// Apostrophes quote nothing, so l’{name} works however it is typed. Sentences have no braces.

export type Node =
  | string
  | { kind: "arg"; name: string }
  | { kind: "number" }
  | { kind: "tag"; name: string; children: Node[] }
  | Choice;
export type Choice = {
  kind: "choice";
  by: "plural" | "selectordinal" | "select";
  name: string;
  branches: Map<string, Node[]>;
};

export class MessageFault extends Error {}

export function parseMessage(text: string): Node[] {
  let at = 0;
  const fail = (what: string): never => {
    throw new MessageFault(`${what} at character ${at + 1} of "${text}"`);
  };
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [found = ""] = pattern.exec(text) ?? [];
    at += found.length;
    return found;
  };
  const word = (): string => take(/\s*[\w-]+\s*/y).trim() || fail("A name is missing");

  function nodes(isInChoice: boolean, isInside: boolean): Node[] {
    const found: Node[] = [];
    for (;;) {
      const plain = take(isInChoice ? /(?:[^{}<#]|<(?!\/?[a-z]))+/y : /(?:[^{}<]|<(?!\/?[a-z]))+/y);
      if (plain) found.push(plain);
      if (at >= text.length) return found;
      const next = text[at];
      if (next === "#") {
        at++;
        found.push({ kind: "number" });
      } else if (next === "{") found.push(argument());
      else if (next === "<" && text[at + 1] === "/") return isInside ? found : fail("A tag is closed that is not open");
      else if (next === "<") found.push(tag(isInChoice));
      else if (next === "}") return isInChoice ? found : fail("A brace is closed that is not open");
      else fail("This cannot stand here");
    }
  }
  function tag(isInChoice: boolean): Node {
    at++;
    const name = word();
    if (take(/\/>/y)) return { kind: "tag", name, children: [] };
    if (!take(/>/y)) fail("A tag has only a name");
    const children = nodes(isInChoice, true);
    if (!take(new RegExp(`</${name}>`, "y"))) fail(`<${name}> is not closed`);
    return { kind: "tag", name, children };
  }
  function argument(): Node {
    at++;
    const name = word();
    if (take(/\}/y)) return { kind: "arg", name };
    if (!take(/,/y)) fail("A comma or brace is missing");
    const by = word();
    if (by !== "plural" && by !== "selectordinal" && by !== "select") return fail(`There is no "${by}"`);
    if (!take(/,\s*/y)) fail("A comma is missing");
    const branches = new Map<string, Node[]>();
    while (!take(/\s*\}/y)) {
      const key = take(/\s*=?[\w-]+\s*/y).trim() || fail("A form is missing");
      if (!take(/\{/y)) fail("A brace is missing");
      branches.set(key, nodes(true, false));
      if (!take(/\}/y)) fail("A brace is not closed");
    }
    if (!branches.has("other")) fail(`"other" is missing`);
    return { kind: "choice", by, name, branches };
  }
  const found = nodes(false, false);
  return at < text.length ? fail("This cannot stand here") : found;
}

/** Names of parts in the order of a message, and of its tags. */
export function namesIn(nodes: readonly Node[]): { parts: string[]; tags: string[]; choices: Choice[] } {
  const found: ReturnType<typeof namesIn> = { parts: [], tags: [], choices: [] };
  const walk = (node: Node): void => {
    if (typeof node === "string" || node.kind === "number") return;
    if (node.kind === "tag") {
      found.tags.push(node.name);
      node.children.forEach(walk);
      return;
    }
    found.parts.push(node.name);
    if (node.kind !== "choice") return;
    found.choices.push(node);
    for (const branch of node.branches.values()) branch.forEach(walk);
  };
  nodes.forEach(walk);
  return found;
}
