import { readSettings, type Settings } from "../config.ts";
import type { Store } from "../store/store.ts";

/** A mistake in how a command was called, or something it cannot do; told without a stack. Exit code 1, or 2 for wrong usage. */
export class CommandError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export type Io = {
  settings: () => Settings;
  /** Prints the answer: text for people, the object with --json. */
  answer: (text: string, json: unknown) => void;
  note: (text: string) => void;
};

export type Flags = Record<string, string | boolean | undefined>;

export type Command = {
  /** As typed, like "user create". */
  name: string;
  usage: string;
  summary: string;
  options: Record<string, { type: "string" | "boolean"; summary: string }>;
  /** Positional arguments, all required. */
  positionals?: string[];
  run: (input: { flags: Flags; args: string[] }, io: Io) => Promise<number | undefined>;
};

export const text = (flags: Flags, name: string): string | undefined =>
  typeof flags[name] === "string" ? flags[name] : undefined;

export function required(flags: Flags, name: string): string {
  const value = text(flags, name);
  if (!value) throw new CommandError(`--${name} is missing.`, 2);
  return value;
}

/** Opens the database of the settings for one command. */
export async function withStore<T>(io: Io, work: (store: Store, settings: Settings) => Promise<T>): Promise<T> {
  const settings = io.settings();
  // Loaded here, so that help and refusals come at once.
  const { createLog, openStore } = await import("../open-store.ts");
  const store = await openStore(settings, createLog(settings));
  try {
    return await work(store, settings);
  } finally {
    await store.close();
  }
}

/** Where a command prints: the process, or a test. */
export type Streams = Record<"stdout" | "stderr", { write: (text: string) => unknown }>;

export const createIo = (
  env: Record<string, string | undefined>,
  asJson: boolean,
  { stdout, stderr }: Streams,
): Io => ({
  settings: () => readSettings(env),
  answer: (plain, json) => void stdout.write(`${asJson ? JSON.stringify(json) : plain}\n`),
  note: (plain) => void stderr.write(`${plain}\n`),
});
