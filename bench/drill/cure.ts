import type { Ended, Finding, Stage } from "./stage.ts";

/** The commands that a cure names, as somebody would type them; not those for another case ("If …"). */
const commandsIn = (cure: string): string[] =>
  [
    ...cure
      .replace(/(^|[.\n] )If [^\n]*?(\.(?= [A-Z])|$)/gm, "$1")
      .matchAll(
        /\bdebut ((?:[a-z-]+|--[a-z-]+|\/[^\s,;]+|[A-Z]{3,}|\d+)(?: (?:[a-z][a-z-]*|--[a-z-]+|\/[^\s,;]+|[A-Z]{3,}|\d+))*)/g,
      ),
  ].map(([, words]) => words!.replace(/[.:)]+$/, ""));

/** Settings that a cure names, like PORT=3001. */
const settingsIn = (cure: string): Record<string, string> =>
  Object.fromEntries(
    [...cure.matchAll(/\b([A-Z][A-Z_]{2,})=([^\s,;]+?)(?=[.,;]?(?:\s|$))/g)].map(([, name, value]) => [name!, value!]),
  );

export type Followed = { commands: string[]; settings: Record<string, string>; faults: string[] };

/** Runs every command that a cure names, to the letter: one with a blank to fill in cannot be run. */
export async function follow(cure: string, stage: Stage, guide?: string[]): Promise<Followed> {
  const named = guide ? [guide.join(" ")] : commandsIn(cure);
  const commands = [...new Set(named)].filter((words) => !/^(serve|doctor)\b/.test(words));
  const faults: string[] = [];
  for (const words of commands) {
    const blank = /\b[A-Z]{3,}\b/.exec(words.replace(/\/\S+/g, ""));
    if (blank) {
      faults.push(`"debut ${words}" does not say which ${blank[0]}`);
      continue;
    }
    const { code, stderr }: Ended = await stage.debut(words.split(" "));
    if (code !== 0) faults.push(`"debut ${words}" failed: ${lastLine(stderr)}`);
  }
  return { commands, settings: settingsIn(cure), faults };
}

/** What a log says last that is worth a look: a warning, an error, or a sentence for people. */
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

const lastLine = (text: string): string => text.trim().split("\n").at(-1) ?? "";

/** What is wrong now and was not so before: a small disk is always small, and may be full besides. */
export const newlyBad = (now: Finding[], before: Finding[]): Finding[] =>
  now.filter(({ ok, check, detail }) => !ok && !before.some((one) => one.check === check && one.detail === detail));

/** What is wrong now and was not wrong at all before, but for what says that it passes. */
export const stillBad = (now: Finding[], before: Finding[]): string[] =>
  now
    .filter(({ ok, check, cure }) => !ok && !before.some((one) => one.check === check) && !/by itself/.test(cure ?? ""))
    .map(({ check, detail }) => `doctor still says ${check}: ${detail}`);
