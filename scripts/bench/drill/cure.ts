import { COMMANDS } from "../../../server/commands/commands.ts";
import type { Finding, Stage } from "./stage.ts";

/** After a command, only words that look like values belong to it, not the rest of the sentence. */
const VALUE = /^(?:\S*[/@:]\S+|[A-Z]{3,})$/;

/** The commands in a cure, as somebody would type them; not those for another case ("If …"). */
export function commandsIn(cure: string): string[][] {
  const sentences = cure.split(/(?<=[.\n])\s+(?=[A-Z])|\n/).filter((sentence) => !/^If /.test(sentence));
  const named = sentences.flatMap((sentence) => sentence.split(/\bdebut (?=[a-z])/).slice(1));
  return named.map(commandAt).filter((words) => words !== undefined);
}

function commandAt(text: string): string[] | undefined {
  const command = COMMANDS.find(({ name }) => new RegExp(`^${name}\\b`).test(text));
  if (!command) return undefined;
  const words = command.name.split(" ");
  let room = command.positionals?.length ?? 0;
  for (const given of text.slice(command.name.length).trim().split(/\s+/)) {
    const word = given.replace(/[.,;:)]+$/, "");
    const wantsValue = typeof command.options[words.at(-1)?.slice(2) ?? ""] === "string";
    if (wantsValue || (word.startsWith("--") && word.slice(2) in command.options)) words.push(word);
    else if (room-- > 0 && VALUE.test(word)) words.push(word);
    else break;
    // The end of the sentence, or of this part of it.
    if (word !== given) break;
  }
  return words;
}

/** Settings in a cure, like PORT=3001. */
const settingsIn = (cure: string): Record<string, string> =>
  Object.fromEntries(
    [...cure.matchAll(/\b([A-Z][A-Z_]{2,})=([^\s,;]+?)(?=[.,;]?(?:\s|$))/g)].map(([, name, value]) => [name!, value!]),
  );

export type Followed = { commands: string[]; settings: Record<string, string>; faults: string[]; said: string };

/** Runs every command in a cure exactly as written; one with a placeholder cannot be run. */
export async function follow(cure: string, stage: Stage, guide?: string[]): Promise<Followed> {
  const named = (guide ? [guide] : commandsIn(cure)).filter(([name]) => name !== "serve" && name !== "doctor");
  const commands = new Map(named.map((words) => [words.join(" "), words]));
  const faults: string[] = [];
  let said = "";
  for (const [text, words] of commands) {
    const blank = words.find((word) => /^[A-Z]{3,}$/.test(word));
    if (blank) {
      faults.push(`"debut ${text}" does not say which ${blank}`);
      continue;
    }
    const { code, stdout, stderr } = await stage.debut(words);
    said += stdout + stderr;
    if (code !== 0) faults.push(`"debut ${text}" failed: ${stderr.trim().split("\n").at(-1)}`);
  }
  return { commands: [...commands.keys()], settings: settingsIn(cure), faults, said };
}

/** The last relevant line of a log: a warning, an error, or a message. */
export function lastWords(log: readonly string[]): string {
  const said = log.flatMap((line) => {
    try {
      const { level, msg, err } = JSON.parse(line) as { level: number; msg?: string; err?: { message?: string } };
      return level >= 40 ? [[msg, err?.message].filter(Boolean).join(": ")] : [];
    } catch {
      return line.startsWith("debut: ") ? [line.slice(7)] : [];
    }
  });
  return said.at(-1) ?? "";
}

/** New faults: a small disk is always small, and may also be full. */
export const newlyBad = (now: Finding[], before: Finding[]): Finding[] =>
  now.filter(({ ok, check, detail }) => !ok && !before.some((one) => one.check === check && one.detail === detail));

/** New failing checks, except those that say they pass by themselves. */
export function stillBad(now: Finding[], before: Finding[]): string[] {
  const isNew = ({ ok, check }: Finding) => !ok && !before.some((one) => one.check === check);
  const bad = now.filter((finding) => isNew(finding) && !/disappears on/.test(finding.cure ?? ""));
  return bad.map(({ check, detail }) => `doctor still says ${check}: ${detail}`);
}
