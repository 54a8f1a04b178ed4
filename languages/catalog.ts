import { escapeText } from "./escape.ts";
import { CARDINAL, ORDINAL, pluralRules } from "./formats.ts";
import { type Choice, MessageFault, type Node, namesIn, parseMessage } from "./icu.ts";
import { type Language, type Program, PSEUDO, runSteps, type Step } from "./language.ts";
import { linksIn } from "./links.ts";
import { type Entry, readPo } from "./po.ts";
import { messageOf, type Piece, segmentsOf } from "./sentences.ts";
import { Counted, countText, NounWords } from "./words.ts";

/** A message without the names of its parts, as a template has it: renaming a variable orphans no translation. */
export const keyOf = (id: string): string => id.replace(/\{\w+(?=[,}])/g, "{");
export const contextKey = (context: string | undefined, key: string): string =>
  context === undefined ? key : `${context}\u0004${key}`;

const RIGHT_TO_LEFT = /^(?:ar|dv|fa|he|ku|ps|sd|ug|ur|yi)\b/;

type Message = { id: string; text: string };
export type Messages = ReadonlyMap<string, Message>;
type Find = (key: string) => Message | undefined;
type Parts = readonly unknown[];
type Tags = Map<string, { open: Program; close: string }>;

/** The messages of catalogs, of which later ones win. */
export function messagesOf(
  catalogs: readonly (readonly Pick<Entry, "id" | "context" | "text" | "isFuzzy">[])[],
): Messages {
  const messages = new Map<string, Message>();
  for (const { id, context, text, isFuzzy } of catalogs.flat())
    if (text && !isFuzzy) messages.set(contextKey(context, keyOf(id)), { id, text });
  return messages;
}

/** A language of messages, of which later ones win. Each is read when it is first written. */
export const languageWith = (tag: string, prefix: string, messages: readonly Messages[]): Language =>
  written(tag, prefix, (key) => messages.findLast((some) => some.has(key))?.get(key));

export const createLanguage = (
  tag: string,
  { prefix, catalogs }: { prefix: string; catalogs: readonly string[] },
): Language => languageWith(tag, prefix, [messagesOf(catalogs.map(readPo))]);

export const pseudoLanguage = (prefix: string): Language => ({
  ...written(PSEUDO, prefix, (key) => ({ id: numbered(key), text: accented(numbered(key)) })),
  stored: { find: (_kind, _id, _field, text) => accented(text), tagOf: () => undefined },
});

/** Names for the parts of a key, in their order. */
function numbered(key: string): string {
  let at = 0;
  return key.replace(/\{(?=[,}])/g, () => `{p${at++}`);
}
const ACCENTS: Record<string, string> = Object.fromEntries(
  [..."aceinorsuyACEINORSUY"].map((letter, index) => [letter, "áçéîñöŕšúýÁÇÉÎÑÖŔŠÚÝ".charAt(index)]),
);
const accented = (id: string): string =>
  `⟦${id.replace(/(\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|<[^>]*>)|[a-zA-Z]/g, (found, skipped) => (skipped ? found : (ACCENTS[found] ?? found)))}⟧`;

function written(tag: string, prefix: string, find: Find): Language {
  const language: Language = { tag, isRightToLeft: RIGHT_TO_LEFT.test(tag), prefix };
  const templates = new WeakMap<readonly string[], Program>();
  const sentences = new WeakMap<readonly string[], Program>();

  function translated(pieces: readonly Piece[], parts: Parts, context: string | undefined, isHtml: boolean): Program {
    const found = findMessage(pieces, parts, context, find);
    if (!found) return isolated(sourceOf(pieces, isHtml), language);
    try {
      const { parts: names } = namesIn(parseMessage(found.id));
      const indexOf = new Map(names.map((name, at) => [name, found.order[at]]));
      return stepsOf(parseMessage(found.text), { indexOf, tags: tagsOf(pieces), isHtml, language });
    } catch (error) {
      // A test finds it first; a catalog of a self-hoster must not break a page.
      if (error instanceof MessageFault) return isolated(sourceOf(pieces, isHtml), language);
      throw error;
    }
  }
  language.program = (literals, parts) =>
    templates.getOrInsertComputed(literals, () => {
      const steps = segmentsOf(literals).flatMap((segment) =>
        "copied" in segment ? segment.copied : translated(segment.pieces, parts, undefined, true),
      );
      return linksIn(prefix, merged(steps));
    });
  language.sentence = (literals, parts, context) =>
    sentences.getOrInsertComputed(literals, () =>
      isCountedKey(literals)
        ? countedProgram(literals, find, language)
        : merged(translated(textPieces(literals), parts, context, false)),
    );
  return language;
}

/** The message of a sentence, and which part each of its names is. A number with its noun is part of the message if it can. */
function findMessage(pieces: readonly Piece[], parts: Parts, context: string | undefined, find: Find) {
  const order: number[] = [];
  const keyWith = (isInline: boolean): string =>
    messageOf(pieces, (index) => {
      order.push(index);
      const part = parts[index];
      return isInline && part instanceof Counted ? part.literals.join("") : "{}";
    });
  const found = find(contextKey(context, keyWith(true)));
  if (found || !parts.some((part) => part instanceof Counted)) return found && { ...found, order };
  order.length = 0;
  const plain = find(contextKey(context, keyWith(false)));
  return plain && { ...plain, order };
}

const isCountedKey = ([first = "", ...others]: readonly string[]): boolean =>
  others.length === 0 && /^\{, (?:plural|selectordinal),/.test(first);

function countedProgram(literals: readonly string[], find: Find, language: Language): Program {
  const [key = ""] = literals;
  const program = (text: string): Program => {
    const nodes = parseMessage(text);
    const [name = ""] = namesIn(nodes).parts;
    return stepsOf(nodes, { indexOf: new Map([[name, 0]]), tags: new Map(), isHtml: false, language });
  };
  try {
    const text = find(key)?.text;
    return text === undefined ? isolated(program(numbered(key)), language) : program(text);
  } catch (error) {
    if (error instanceof MessageFault) return isolated(program(numbered(key)), language);
    throw error;
  }
}

const textPieces = (literals: readonly string[]): Piece[] =>
  literals.flatMap((text, index): Piece[] => [
    ...(index === 0 ? [] : [{ kind: "part" as const, index: index - 1 }]),
    ...(text === "" ? [] : [{ kind: "text" as const, text }]),
  ]);

/** English within a page from right to left: Unicode's isolate keeps its full stop at its end, in attributes too. */
const isolated = (steps: Program, { isRightToLeft }: Language): Program =>
  isRightToLeft ? ["\u2066", ...steps, "\u2069"] : steps;

function sourceOf(pieces: readonly Piece[], isHtml: boolean): Program {
  const open: string[] = [];
  return pieces.flatMap((piece): Program => {
    if (piece.kind === "text") return [isHtml ? escapeText(piece.text) : piece.text];
    if (piece.kind === "part") return [piece.index];
    if (piece.kind === "close") return [`</${open.pop()}>`];
    if (!piece.isVoid) open.push(piece.name);
    return piece.steps;
  });
}

/** The tags of a sentence with their attributes, by their names in messages. */
function tagsOf(pieces: readonly Piece[]): Tags {
  const tags: Tags = new Map();
  const seen = new Map<string, number>();
  for (const piece of pieces) {
    if (piece.kind !== "open") continue;
    const nth = (seen.get(piece.name) ?? 0) + 1;
    seen.set(piece.name, nth);
    const name = nth === 1 ? piece.name : `${piece.name}${nth}`;
    tags.set(name, { open: piece.steps, close: piece.isVoid ? "" : `</${piece.name}>` });
  }
  return tags;
}

type Written = { indexOf: Map<string, number | undefined>; tags: Tags; isHtml: boolean; language: Language };

function stepsOf(nodes: readonly Node[], given: Written, counted?: number): Step[] {
  const { indexOf, tags, isHtml, language } = given;
  return nodes.flatMap((node): Step[] => {
    if (typeof node === "string") return [isHtml ? escapeText(node) : node];
    if (node.kind === "number")
      return counted === undefined ? ["#"] : [{ write: (parts) => countText(numberOf(parts[counted]), language) }];
    if (node.kind === "tag") {
      // Only tags of the template are written, with its attributes.
      const tag = tags.get(node.name);
      const children = stepsOf(node.children, given, counted);
      return tag ? [...tag.open, ...children, tag.close] : children;
    }
    const index = indexOf.get(node.name);
    if (index === undefined) throw new MessageFault(`{${node.name}} is not in the source`);
    return node.kind === "arg" ? [index] : [chosen(node, index, given)];
  });
}

function chosen({ by, branches }: Choice, index: number, given: Written): Step {
  const steps = new Map([...branches].map(([key, nodes]) => [key, stepsOf(nodes, given, index)]));
  const rules = pluralRules(given.language, by === "plural" ? CARDINAL : ORDINAL);
  const keyFor = (part: unknown, show: (part: unknown) => string): string =>
    by === "select"
      ? part instanceof NounWords
        ? show(part.key)
        : String(part)
      : steps.has(`=${numberOf(part)}`)
        ? `=${numberOf(part)}`
        : rules.select(numberOf(part));
  return {
    write: (parts, show) => runSteps(steps.get(keyFor(parts[index], show)) ?? steps.get("other") ?? [], parts, show),
  };
}

const numberOf = (part: unknown): number => (part instanceof Counted ? part.count : Number(part));

/** Neighbouring texts as one. */
const merged = (steps: Program): Program =>
  steps.reduce<Step[]>((all, step) => {
    const last = all.at(-1);
    if (typeof step === "string" && typeof last === "string") all[all.length - 1] = last + step;
    else if (step !== "") all.push(step);
    return all;
  }, []);
