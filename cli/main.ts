import { parseArgs } from "node:util";
import { type Command, CommandError, createIo, type Streams } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { help, overview } from "./help.ts";

/** Runs one command; gives the exit code: 0 done, 1 failed, 2 called wrongly. */
export async function main(
  argv: string[],
  env: Record<string, string | undefined>,
  streams: Streams = process,
): Promise<number> {
  const asJson = argv.includes("--json");
  const io = createIo(env, asJson, streams);
  try {
    if (argv.length === 0 || argv[0] === "--help" || (argv[0] === "help" && argv.length === 1)) {
      io.note(overview(COMMANDS));
      return argv.length === 0 ? 2 : 0;
    }
    const words = argv[0] === "help" ? argv.slice(1) : argv;
    const command = COMMANDS.find(({ name }) => name.split(" ").every((word, index) => words[index] === word));
    if (!command)
      throw new CommandError(`There is no command "${words.slice(0, 2).join(" ")}".\n\n${overview(COMMANDS)}`, 2);
    if (argv[0] === "help" || argv.includes("--help")) {
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
  const required = wanted.filter((name) => !name.startsWith("["));
  const options = {
    ...Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }])),
    json: { type: "boolean" as const },
  };
  try {
    const parsed = parseArgs({ args: argv, options, allowPositionals: wanted.length > 0, strict: true });
    const count = parsed.positionals.length;
    if (count < required.length) throw new Error(`Give ${required.join(" and ")}.`);
    if (count > wanted.length) throw new Error(`"${parsed.positionals[wanted.length]}" is one word too many.`);
    return { values: parsed.values as Record<string, string | boolean | undefined>, positionals: parsed.positionals };
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${help(command)}`, 2);
  }
}
