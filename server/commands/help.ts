import { type Command, optionsOf } from "./command.ts";

export const EXIT_CODES: readonly [code: number, meaning: string][] = [
  [0, "done"],
  [1, "failed or found a problem: the last line says what to do"],
  [2, "wrong usage: nothing was done"],
];

const exitCodes = (command?: Command): string[] => [
  "",
  "Exit codes:",
  ...EXIT_CODES.map(([code, meaning]) => `  ${code}  ${command?.exits?.[code] ?? meaning}`),
];

export const overview = (commands: readonly Command[]): string =>
  [
    "debut: a directory of product listings that AI assistants use natively.",
    "",
    "Commands:",
    ...commands.flatMap(({ usage, summary }) => [`  ${usage}`, `      ${summary}`]),
    "",
    "Every command accepts --json for programs and --help for details. debut --version prints the version.",
    "Settings are environment variables: debut config print shows them, docs/configuration.md explains them.",
    ...exitCodes(),
  ].join("\n");

export function help(command: Command): string {
  const { usage, summary, about, examples = [], options } = command;
  const rows = optionsOf({ options: { ...options, json: { isOn: "print JSON for programs" } } });
  return [
    `debut ${usage}`,
    "",
    summary,
    ...(about ? ["", about] : []),
    "",
    "Options:",
    ...rows.map(
      ({ name, type, summary: what }) => `  --${`${name}${type === "string" ? " …" : ""}`.padEnd(16)} ${what}`,
    ),
    ...(examples.length ? ["", "Examples:", ...examples.map((example) => `  debut ${example}`)] : []),
    ...exitCodes(command),
  ].join("\n");
}
