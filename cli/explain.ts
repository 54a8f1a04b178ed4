import { AppError } from "../errors.ts";
import { CommandError } from "./command.ts";

/** How a command ended that did not do what it was asked; `stack` only for what nobody foresaw. */
export type Failure = { message: string; exitCode: number; stack?: string };

type SystemError = Error & { code?: string; path?: string; syscall?: string };

const CHECK_RIGHTS = "Change its permissions, or run the command as the user that runs Debut.";
const FILES: Record<string, string> = {
  ENOENT: "does not exist. Check the path.",
  ENOTDIR: "is below a file, not a folder. Check the path.",
  EISDIR: "is a folder. Name a file.",
  EEXIST: "exists already. Name a new file.",
  EACCES: `is not accessible to this user. ${CHECK_RIGHTS}`,
  EPERM: `is not accessible to this user. ${CHECK_RIGHTS}`,
  EROFS: "is on a read-only file system. Remount it for writing, or choose another place.",
  ENOSPC: "could not be written: the disk is full. Free some space, then run the command again.",
  EDQUOT: "could not be written: the disk quota is used up. Free some space, then run the command again.",
  EIO: "could not be read or written: the disk reports an error. Check the disk.",
  EMFILE: "could not be opened: too many open files. Raise the limit (ulimit -n), then run the command again.",
};
const PORTS: Record<string, string> = {
  EADDRINUSE: "The port is in use. Stop the other program, or choose another with the setting PORT, like PORT=3001.",
  EACCES: "This user may not listen on that port. Choose one above 1023 with the setting PORT, like PORT=3000.",
  EADDRNOTAVAIL: "This machine does not have the address in the setting HOST. Use 127.0.0.1, or 0.0.0.0 for all.",
};
/** By the beginning of SQLite's code, the longest first. */
const DATABASE: readonly [code: string, sentence: string][] = [
  ["SQLITE_BUSY", "is locked by another process. Wait until it is done, then run the command again."],
  ["SQLITE_CANTOPEN", `cannot be opened. ${CHECK_RIGHTS}`],
  ["SQLITE_CORRUPT", "is damaged. Stop the site and restore the newest good backup: debut restore FILE --force"],
  ["SQLITE_FULL", "could not be written: the disk is full. Free some space, then run the command again."],
  ["SQLITE_IOERR", "could not be read or written: the disk reports an error. Check the disk, then: debut doctor"],
  ["SQLITE_NOTADB", "is not a database, or damaged. Stop the site and restore a backup: debut restore FILE --force"],
  ["SQLITE_READONLY", `cannot be written. ${CHECK_RIGHTS}`],
];

/** Says in a sentence what went wrong and what to do next, for whatever a command threw. */
export function explain(error: unknown, database: string): Failure {
  if (error instanceof CommandError) return { message: error.message, exitCode: error.exitCode };
  const message = isForPeople(error) ? error.message : (sentenceBelow(error, database) ?? unforeseen(error));
  return { message, exitCode: 1, ...(error instanceof Error && error.stack ? { stack: error.stack } : {}) };
}

/** Thrown on purpose, with words for people: an Error of no special kind and no cause, or one that names its cure. */
const isForPeople = (error: unknown): error is Error =>
  error instanceof Error && ("cure" in error || (error.constructor === Error && !("code" in error) && !error.cause));

/** What the file system, the network or SQLite said, below whatever was thrown because of it. */
function sentenceBelow(error: unknown, database: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const below = sentenceOf(error, database) ?? sentenceBelow(error.cause, database);
  return below ?? (error instanceof AppError ? error.message : undefined);
}

const unforeseen = (error: unknown): string =>
  `${(error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, " ")}. This is a bug: LOG_LEVEL=debug shows where, and a report helps.`;

function sentenceOf({ code, path, syscall, message }: SystemError, database: string): string | undefined {
  if (code === undefined) return undefined;
  if (syscall === "listen") return PORTS[code];
  const known = DATABASE.find(([start]) => code.startsWith(start));
  if (known) return `${database} ${known[1]} (${message})`;
  const sentence = FILES[code];
  return sentence && syscall ? `${path ?? "A file"} ${sentence}` : undefined;
}
