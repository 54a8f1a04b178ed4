import { parseArgs } from "node:util";
import { apiKeyCreate } from "./api-key-create.ts";
import { backup } from "./backup.ts";
import { type Command, CommandError, createIo, type Streams } from "./command.ts";
import { configPrint } from "./config-print.ts";
import { doctor } from "./doctor.ts";
import { migrateCommand } from "./migrate.ts";
import { restore } from "./restore.ts";
import { seed } from "./seed.ts";
import { serve } from "./serve.ts";
import { userCreate } from "./user-create.ts";

const COMMANDS: Command[] = [
  serve,
  userCreate,
  apiKeyCreate,
  seed,
  migrateCommand,
  backup,
  restore,
  doctor,
  configPrint,
];

/** Runs one command; gives the exit code: 0 done, 1 failed, 2 called wrongly. */
export async function main(
  argv: string[],
  env: Record<string, string | undefined>,
  streams: Streams = process,
): Promise<number> {
  const asJson = argv.includes("--json");
  const io = createIo(env, asJson, streams);
  try {
    if (argv.length === 0 || argv[0] === "help" || argv[0] === "--help") {
      io.note(overview());
      return argv.length === 0 ? 2 : 0;
    }
    const command = COMMANDS.find(({ name }) => name.split(" ").every((word, index) => argv[index] === word));
    if (!command) throw new CommandError(`There is no command "${argv.slice(0, 2).join(" ")}".\n\n${overview()}`, 2);
    if (argv.includes("--help")) {
      io.note(help(command));
      return 0;
    }
    const rest = argv.slice(command.name.split(" ").length);
    const { values, positionals } = parse(command, rest);
    return (await command.run({ flags: values, args: positionals }, io)) ?? 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (asJson) streams.stdout.write(`${JSON.stringify({ error: message })}\n`);
    io.note(`debut: ${message}`);
    return error instanceof CommandError ? error.exitCode : 1;
  }
}

function parse(command: Command, argv: string[]) {
  const wanted = command.positionals ?? [];
  const options = {
    ...Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }])),
    json: { type: "boolean" as const },
  };
  try {
    const parsed = parseArgs({ args: argv, options, allowPositionals: wanted.length > 0, strict: true });
    if (parsed.positionals.length !== wanted.length) throw new Error(`Give ${wanted.join(" and ")}.`);
    return { values: parsed.values as Record<string, string | boolean | undefined>, positionals: parsed.positionals };
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${help(command)}`, 2);
  }
}

const overview = (): string =>
  [
    "debut: a directory of product listings that AI assistants use natively.",
    "",
    "Commands:",
    ...COMMANDS.map(({ usage, summary }) => `  ${usage.padEnd(58)} ${summary}`),
    "",
    "Each takes --json for output that programs read, and --help.",
    "Settings are environment variables: debut config print shows them, docs/configuration.md explains them.",
  ].join("\n");

const help = (command: Command): string =>
  [
    `debut ${command.usage}`,
    "",
    command.summary,
    ...(Object.keys(command.options).length
      ? ["", ...Object.entries(command.options).map(([name, { summary }]) => `  --${name.padEnd(14)} ${summary}`)]
      : []),
  ].join("\n");
