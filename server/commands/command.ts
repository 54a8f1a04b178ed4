import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { backupFolder, databaseFile, readSettings, type Settings } from "#core/settings/config.ts";
import { liveSettings } from "#core/settings/live-settings.ts";
import { messageOf } from "#domain/text/failure.ts";
import { isMissing, lostDatabase } from "#store/backups/lost-database.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Store } from "#store/store.ts";
import { databaseTroubleOf } from "#store/unavailable.ts";

/** Wrong usage (exit code 2) or a refused command (1), reported without a stack. */
export class CommandError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export type Io = {
  settings: () => Settings;
  answer: (text: string, json: unknown) => void;
  line: (text: string, json: unknown) => Promise<void>;
  raw: (chunk: string | Uint8Array) => Promise<void>;
  note: (text: string) => void;
  stdin: Stdin;
};

export type Flags = Record<string, string | boolean | undefined>;

export type Command = {
  name: string;
  usage: string;
  summary: string;
  about?: string;
  examples?: string[];
  exits?: Record<number, string>;
  /** What each takes, or what it turns on. */
  options: Record<string, string | { isOn: string }>;
  positionals?: string[];
  /** The exit code if it returns a number, else 0. */
  run: (input: { flags: Flags; args: string[] }, io: Io) => Promise<unknown>;
};

export const optionsOf = ({ options }: Pick<Command, "options">) =>
  Object.entries(options).map(([name, about]) =>
    typeof about === "string"
      ? { name, summary: about, type: "string" as const }
      : { name, summary: about.isOn, type: "boolean" as const },
  );

export const text = (flags: Flags, name: string): string | undefined =>
  typeof flags[name] === "string" ? flags[name] : undefined;

export function required(flags: Flags, name: string): string {
  const value = text(flags, name);
  if (!value) throw new CommandError(`--${name} is missing.`, 2);
  return value;
}

export function oneOf<Value extends string>(flags: Flags, name: string, values: readonly Value[]): Value | undefined {
  const given = text(flags, name);
  const value = values.find((one) => one === given);
  if (given !== undefined && !value) throw new CommandError(`--${name} is one of ${values.join(", ")}.`, 2);
  return value;
}

/** An integer within bounds; undefined if the flag is absent. */
export function wholeNumber(
  flags: Flags,
  name: string,
  { from, to }: { from: number; to: number },
): number | undefined {
  const given = text(flags, name);
  if (given === undefined) return undefined;
  const number = Number(given);
  if (!Number.isInteger(number) || number < from || number > to)
    throw new CommandError(`--${name} takes a whole number from ${from} to ${to}.`, 2);
  return number;
}

export async function withStore<T>(io: Io, work: (store: Store, settings: Settings) => Promise<T>): Promise<T> {
  const settings = io.settings();
  refuseLostDatabase(settings);
  const [{ createLog }, { openStore }] = await Promise.all([import("../log.ts"), import("../open-store.ts")]);
  const { databaseFault } = await import("#store/database-fault.ts");
  const store = await openStore(settings, createLog(settings));
  try {
    return await work(
      store,
      liveSettings(settings, store.typedSettings, () => store.siteLook().name),
    );
  } catch (error) {
    throw databaseTroubleOf(error) ? databaseFault(settings, error) : error;
  } finally {
    await store.close();
  }
}

/** Signals that stop a long-running command. SIGHUP: its terminal closed. */
export const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Starting must not create a new database where one was lost. */
export function refuseLostDatabase(settings: Settings): void {
  if (settings.DATABASE_URL) return;
  const lost = lostDatabase(databaseFile(settings), backupFolder(settings));
  if (lost) throw new CommandError(`${lost.detail} ${lost.cure}`);
}

/** For commands that need an existing database, so that a wrong DATA_DIR creates none. */
export async function withExistingStore<T>(io: Io, work: (store: Store, settings: Settings) => Promise<T>): Promise<T> {
  const { DATA_DIR, DATABASE_URL } = io.settings();
  if (!DATABASE_URL && isMissing(databaseFile(io.settings())))
    throw new CommandError(`There is no database in ${DATA_DIR}. Check DATA_DIR.`);
  return withStore(io, work);
}

export function needFolderOf(file: string): void {
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) throw new CommandError(`There is no folder ${folder}. Create it first.`);
}

export async function accountOf({ accounts }: Store, email: string): Promise<Account> {
  const account = await accounts.findByEmail(email);
  if (!account) throw new CommandError(`There is no account for ${email}. See: debut user list`);
  return account;
}

export type Streams = Record<"stdout" | "stderr", Sink> & { stdin?: Stdin };
export type Stdin = NodeJS.ReadableStream & { isTTY?: boolean };
type Sink = {
  write: (chunk: string | Uint8Array) => unknown;
  once?: (event: "drain", listener: () => void) => unknown;
};

export const writeLine = (sink: Sink, line: string): Promise<void> => writeChunk(sink, `${line}\n`);

async function writeChunk(sink: Sink, chunk: string | Uint8Array): Promise<void> {
  if (sink.write(chunk) === false && sink.once) await new Promise<void>((resolve) => sink.once?.("drain", resolve));
}

export const createIo = (
  env: Record<string, string | undefined>,
  asJson: boolean,
  { stdin = process.stdin, stdout, stderr }: Streams,
): Io => ({
  stdin,
  settings() {
    try {
      return readSettings(env);
    } catch (error) {
      throw new CommandError(messageOf(error));
    }
  },
  answer: (plain, json) => void stdout.write(`${asJson ? JSON.stringify(json) : plain}\n`),
  line: (plain, json) => writeLine(stdout, asJson ? JSON.stringify(json) : plain),
  raw: (chunk) => writeChunk(stdout, chunk),
  note: (plain) => void stderr.write(`${plain}\n`),
});
