import type { ScriptedClient } from "./clients.ts";
import type { Message } from "./wire.ts";

/** What the person wants, knows and does. */
export type Person = {
  url: string;
  /** In words: they are looked for in the titles and descriptions of tools. */
  wishes: readonly string[];
  isPaying: boolean;
  /** Values of fields that the website does not state. */
  knows: Readonly<Record<string, string>>;
  cofounder?: string;
  /** Hears every answer, and may act on it: place a badge, pay, wait. */
  hear: (answer: Message) => Promise<void>;
};

/** Refused calls stand in parentheses. `readBytes` are the texts of answers and skills. */
export type Run = { calls: string[]; isFinished: boolean; readBytes: number };

type Step = { sentence: string; tool: string };
type Arguments = Record<string, unknown>;
type Tool = { name: string; description: string; words: string; required: readonly string[] };
type Last = { tool: string; text: string; isError: boolean; next: readonly string[] };

type Options = {
  withSkills: boolean;
  /** Whether it is given the instructions, and follows what answers say. Refusals are always read. */
  hasHints: boolean;
  isFinished: () => Promise<boolean>;
};

const MOST_CALLS = 25;
const TOOL_NAME = /\b[a-z]+(?:_[a-z]+)+\b/g;
/** A tool fits a wish that shares half of its words. */
const FITS = 0.5;

/**
 * A model of rules. It reads the instructions, the tools, what answers and refusals say, and skills if it may; it fills
 * arguments by their names. Nothing in it names the way to a launch.
 */
export async function runModel(
  client: ScriptedClient,
  person: Person,
  { withSkills, hasHints, isFinished }: Options,
): Promise<Run> {
  const tools = new Map<string, Tool>();
  for (const { name, title, description, inputSchema } of await client.listTools())
    tools.set(name, {
      name,
      description,
      words: `${title} ${description}`.toLowerCase(),
      required: inputSchema.required ?? [],
    });
  const named = (text: string): string[] =>
    [...text.matchAll(TOOL_NAME)].map(([name]) => name).filter((name) => tools.has(name));
  const guide = withSkills ? await readSkill(client, person) : "";
  const plan = [
    ...stepsOf(guide, named),
    // A guide was chosen for the wish; of the instructions only some sentences are about it.
    ...stepsOf(hasHints ? client.instructions() : "", named).filter(({ sentence }) => {
      const prose = sentence.replaceAll(TOOL_NAME, "").toLowerCase();
      return person.wishes.some((wish) => shareOf(wish, prose) > 0);
    }),
  ];

  const known: Facts = { values: {} };
  const done = new Set<string>();
  const refused = new Set<string>();
  const run: Run = { calls: [], isFinished: false, readBytes: Buffer.byteLength(guide) };
  let last: Last | undefined;

  /** What the last answer says to do, then what the texts say, then what fits a wish best. */
  function choose(): { tool: string; args: Arguments } | undefined {
    const said = last ? named(last.text) : [];
    const fitting = (names: readonly string[]) =>
      person.wishes
        .flatMap((wish) => names.map((name) => ({ tool: name, share: shareOf(wish, tools.get(name)!.words) })))
        .filter(({ share }) => share >= FITS)
        .sort((a, b) => b.share - a.share);
    const candidates = [
      ...(last?.isError && known.suggestion ? [last] : []),
      ...said.map((tool) => ({ tool, mayRepeat: tool === last?.tool })),
      ...plan
        .filter((step) => isMeant(step, { person, known, last }))
        .map(({ sentence, tool }) => ({ tool, mayRepeat: !last?.isError && sentence.includes(`\`${tool}\` again`) })),
      ...fitting(last?.next ?? []),
      ...(last ? named(tools.get(last.tool)!.description).map((tool) => ({ tool })) : []),
      ...fitting([...tools.keys()]),
    ];
    for (const { tool, ...candidate } of candidates) {
      const args = fill(tools.get(tool)!, known, person);
      if (!args) continue;
      const key = keyOf(tool, args);
      const mayRepeat = "mayRepeat" in candidate && candidate.mayRepeat;
      if (mayRepeat || !(done.has(key) || refused.has(key))) return { tool, args };
    }
    return undefined;
  }

  while (!run.isFinished && run.calls.length < MOST_CALLS) {
    const next = choose();
    if (!next) break;
    const result = await client.call(next.tool, next.args);
    const isError = result.isError === true;
    // After something else has gone well, what was refused may be tried again.
    if (isError) refused.add(keyOf(next.tool, next.args));
    else refused.clear();
    if (!isError) done.add(keyOf(next.tool, next.args));
    const text: string = result.content[0].text;
    run.calls.push(isError ? `(${next.tool})` : next.tool);
    run.readBytes += Buffer.byteLength(text);
    const answer = result.structuredContent ?? {};
    learn(known, answer, text);
    const message = hasHints ? [answer.message, answer.message_for_user].filter(Boolean).join(" ") : "";
    const offered: string[] = hasHints && Array.isArray(answer.next_actions) ? answer.next_actions : [];
    last = {
      tool: next.tool,
      text: isError ? text : message,
      isError,
      next: offered.filter((name) => tools.has(name)),
    };
    await person.hear(isError ? { refused: text } : answer);
    run.isFinished = await isFinished();
  }
  return run;
}

const keyOf = (tool: string, args: Arguments): string => `${tool} ${JSON.stringify(args)}`;

/** The skill whose description is most about the wishes, with the skills that it refers to in their places. */
async function readSkill(client: ScriptedClient, { wishes }: Person): Promise<string> {
  const skills = (await client.listResources()).filter(({ uri }) => uri.startsWith("skill://"));
  const wish = wishes.join(" ");
  const shares = skills.map(({ uri, description }) => ({ uri, share: shareOf(wish, description.toLowerCase()) }));
  const [best] = shares.sort((a, b) => b.share - a.share);
  const text = await client.readResource(best!.uri);
  const [sentence, referred] = /[^.\n]*`(skill:\/\/[^`]+)`[^.]*\./.exec(text) ?? [];
  return sentence && referred ? text.replace(sentence, await client.readResource(referred)) : text;
}

/** Tools in the order of a text, each with its sentence. */
const stepsOf = (text: string, named: (text: string) => string[]): Step[] =>
  text
    .replace(/\n +/g, " ")
    .replace(/(?<=[^\n])\n(?=[\w`(])/g, " ")
    .split("\n")
    // This chat shows no apps.
    .filter((paragraph) => !paragraph.startsWith("Where "))
    .flatMap((paragraph) => {
      const [label = ""] = LABEL.exec(paragraph) ?? [];
      return paragraph
        .slice(label.length)
        .split(/(?<=[.!?]) /)
        .map((sentence) => label + sentence);
    })
    // A sentence that begins with a tool describes it.
    .filter((sentence) => !/^\W*[a-z]+_/.test(sentence))
    .flatMap((sentence) => named(sentence).map((tool) => ({ sentence, tool })));

type Situation = { person: Person; known: Facts; last: Last | undefined };

/** A sentence with a condition is followed only where it holds. */
function isMeant({ sentence, tool }: Step, { person: { isPaying }, known, last }: Situation): boolean {
  const [, label] = LABEL.exec(sentence) ?? [];
  if (label && (label === "Paid") !== isPaying) return false;
  if (known.status === "ready" && new RegExp(`${tool}\\W[^.,]*until[^.,]*ready`).test(sentence)) return false;
  if (/required_missing\W+is empty/.test(sentence)) return known.missing?.length === 0;
  if (!/^\W*If /.test(sentence)) return true;
  const words = wordsOf(sentence).filter((word) => word.length > 5);
  return last?.isError === true && words.filter((word) => last.text.toLowerCase().includes(word)).length > 1;
}

/** What all sentences of an item of a list are about. */
const LABEL = /^- (Free|Paid): /;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

/** How many of the words of a wish a text has, as a share. */
function shareOf(wish: string, text: string): number {
  const words = [...new Set(wordsOf(wish).filter((word) => word.length > 3))];
  return words.filter((word) => text.includes(word)).length / words.length;
}

type Facts = {
  draftId?: string;
  status?: string;
  missing?: string[];
  suggestion?: string;
  products?: Message[];
  values: Arguments;
};

/** Ids and what is missing, from the names of the answer's properties. */
function learn(known: Facts, answer: Message, text: string): void {
  if (answer.completeness) {
    known.draftId = answer.id;
    known.status = answer.status;
    known.missing = answer.completeness.required_missing;
  }
  const [, suggestion] = /Did you mean "([^"]+)"/.exec(text) ?? [];
  if (suggestion) known.suggestion = suggestion;
  if (answer.items?.[0]?.price_cents !== undefined) known.products = answer.items;
  for (const name of ["listing_id", "slug", "number"]) if (answer[name]) known.values[name] = answer[name];
}

/** Arguments for all that a tool requires; undefined if something is not known. */
function fill({ name, required }: Tool, known: Facts, person: Person): Arguments | undefined {
  const fields = fieldsOf(known, person);
  if (name === "update_draft" && !fields) return undefined;
  const product = known.products?.find(({ name: called }) =>
    wordsOf(person.wishes.join(" ")).includes(called.toLowerCase()),
  );
  const all: Arguments = {
    ...known.values,
    url: person.url,
    id: known.draftId,
    email: person.cofounder,
    items: product && known.values.listing_id && [{ product: product.product, listing_id: known.values.listing_id }],
  };
  if (required.some((property) => all[property] === undefined)) return undefined;
  const args = Object.fromEntries(required.map((property) => [property, all[property]]));
  return name === "update_draft" ? { ...args, fields } : args;
}

/** What the person knows of the missing fields. */
function fieldsOf({ missing = [], suggestion }: Facts, { knows }: Person): Arguments | undefined {
  const given = missing.filter((name) => knows[name]);
  if (given.length === 0) return undefined;
  const values = given.map((name) => [name, name === "categories" ? [suggestion ?? knows[name]] : knows[name]]);
  return Object.fromEntries(values);
}
