import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { sourceStack } from "#core/runtime/source-stack.ts";
import { VERSION } from "#core/runtime/version.ts";
import { maskOf } from "#core/settings/shown-settings.ts";
import { messageOf } from "#domain/text/failure.ts";
import { type Command, CommandError, createIo, optionsOf, type Streams } from "./command.ts";
import { explain } from "./explain.ts";
import { help, overview } from "./help.ts";
import { serve } from "./serve.ts";

export async function main(
  argv: string[],
  env: Record<string, string | undefined>,
  streams: Streams = process,
): Promise<number> {
  const asJson = argv.includes("--json");
  const io = createIo(env, asJson, streams);
  const print = (text: string) => void streams.stdout.write(`${text}\n`);
  try {
    const [first] = argv;
    // Starting the server loads no other command.
    const commands = first === serve.name ? [serve] : (await import("./commands.ts")).COMMANDS;
    const asksForHelp = first === "help" || argv.includes("--help") || argv.includes("-h");
    const words = argv.filter((word) => word !== "--help" && word !== "-h").slice(first === "help" ? 1 : 0);
    if (first === "--version" || first === "-V") print(VERSION);
    else if (asksForHelp) print(words.length === 0 ? overview(commands) : help(commandOf(commands, words)));
    else if (first === undefined) throw new CommandError(`Say what to do.\n\n${overview(commands)}`, 2);
    else {
      const command = commandOf(commands, words);
      const { values, positionals } = parse(command, words.slice(command.name.split(" ").length));
      const code = await command.run({ flags: values, args: positionals }, io);
      return typeof code === "number" ? code : 0;
    }
    return 0;
  } catch (error) {
    return tell(error, env, streams, asJson);
  }
}

/** Prints an error on one line, with a stack only at debug level; returns the exit code. */
export function tell(
  error: unknown,
  env: Record<string, string | undefined>,
  { stdout, stderr }: Streams,
  asJson = false,
): number {
  const mask = maskOf(env);
  const { message, exitCode, stack } = explain(error, resolve(env.DATA_DIR || "./var", "debut.db"));
  if (asJson) stdout.write(`${JSON.stringify({ error: mask(message) })}\n`);
  stderr.write(`debut: ${mask(message)}\n`);
  if (stack && ["debug", "trace"].includes(env.LOG_LEVEL ?? "")) stderr.write(`${mask(sourceStack(stack))}\n`);
  return exitCode;
}

function commandOf(commands: readonly Command[], words: string[]): Command {
  const command = commands.find(({ name }) => name.split(" ").every((word, index) => words[index] === word));
  if (command) return command;
  const [first] = words;
  const near = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name);
  const known = near.length ? `Did you mean ${near.map((name) => `debut ${name}`).join(", ")}?` : "See: debut --help";
  throw new CommandError(`There is no command "${words.slice(0, 2).join(" ")}". ${known}`, 2);
}

function parse(command: Command, argv: string[]) {
  const wanted = command.positionals ?? [];
  const required = wanted.filter((name) => !name.startsWith("["));
  const options = {
    ...Object.fromEntries(optionsOf(command).map(({ name, type }) => [name, { type }])),
    json: { type: "boolean" as const },
  };
  try {
    const parsed = parseArgs({ args: argv, options, allowPositionals: wanted.length > 0, strict: true });
    const count = parsed.positionals.length;
    if (count < required.length) throw new Error(`Give ${required.join(" and ")}.`);
    if (count > wanted.length) throw new Error(`"${parsed.positionals[wanted.length]}" is one argument too many.`);
    return { values: parsed.values, positionals: parsed.positionals };
  } catch (error) {
    throw new CommandError(`${messageOf(error)}\n\n${help(command)}`, 2);
  }
}
