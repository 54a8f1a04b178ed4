import { AppError } from "#core/errors/errors.ts";
import { StorageFault } from "#core/storage/storage.ts";
import { messageOf } from "#domain/text/failure.ts";
import { inEnglish } from "#languages/words.ts";
import { DatabaseFault } from "#store/database-fault.ts";
import { databaseTroubleOf, StoreUnavailable, TROUBLES } from "#store/unavailable.ts";
import { CommandError } from "./command.ts";

/** How a failed command ended; `stack` only for unexpected errors. */
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

export function explain(error: unknown, database: string): Failure {
  if (error instanceof CommandError) return { message: error.message, exitCode: error.exitCode };
  const message = isForPeople(error) ? error.message : (sentenceOf(error, database) ?? unforeseen(error));
  return { message, exitCode: 1, ...(error instanceof Error && error.stack ? { stack: error.stack } : {}) };
}

const isForPeople = (error: unknown): error is Error =>
  error instanceof DatabaseFault ||
  (error instanceof Error && error.constructor === Error && !("code" in error) && !error.cause);

function sentenceOf(error: unknown, database: string): string | undefined {
  if (error instanceof StorageFault) return `${error.reason}. ${error.cure}`;
  if (error instanceof StoreUnavailable)
    return `The database cannot be used: ${inEnglish(error.reason)}. ${inEnglish(error.cure)}`;
  const trouble = databaseTroubleOf(error);
  if (trouble)
    return `${database} cannot be used: ${inEnglish(TROUBLES[trouble].reason)}. ${inEnglish(TROUBLES[trouble].cure)}`;
  if (!(error instanceof Error)) return undefined;
  const { code = "", path, syscall }: SystemError = error;
  if (syscall && FILES[code]) return `${path ?? "A file"} ${FILES[code]}`;
  return sentenceOf(error.cause, database) ?? (error instanceof AppError ? error.message : undefined);
}

const unforeseen = (error: unknown): string =>
  `${messageOf(error).replace(/\s*\n\s*/g, " ")}. This is a bug: LOG_LEVEL=debug shows where, and a report helps.`;
