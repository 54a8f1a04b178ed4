import { AppError } from "#core/errors/errors.ts";
import { inEnglish, plural, t, type Words } from "#languages/words.ts";

/** Why a database cannot be used at the moment. */
export type Trouble = "disk_full" | "read_only" | "io_error" | "cannot_open" | "damaged" | "busy" | "unreachable";

type Facts = {
  /** Ends the sentence "The database cannot be used: …". */
  reason: Words;
  cure: Words;
  /** Whether it can end while the program runs. A damaged file stays damaged. */
  heals: boolean;
  retryAfterSeconds: number;
};

export const TROUBLES: Record<Trouble, Facts> = {
  disk_full: {
    reason: t`the disk is full`,
    cure: t`Free some space: move old backups and files named debut.db.before-…, or delete DATA_DIR/pictures, which is only a cache.`,
    heals: true,
    retryAfterSeconds: 30,
  },
  read_only: {
    reason: t`the file or its file system is read-only`,
    cure: t`Give the user that runs Debut write access to DATA_DIR and all files in it, and mount the file system writable.`,
    heals: true,
    retryAfterSeconds: 30,
  },
  io_error: {
    reason: t`the disk reports errors`,
    cure: t`Check the disk and the system log. If the errors stay, restore the newest backup on another disk: debut restore FILE --force`,
    heals: true,
    retryAfterSeconds: 30,
  },
  cannot_open: {
    reason: t`one of its files cannot be opened`,
    cure: t`Check that DATA_DIR exists, that the user that runs Debut may read and write it, that its file system is not read-only, and that the limit of open files is high enough.`,
    heals: true,
    retryAfterSeconds: 30,
  },
  damaged: {
    reason: t`the file is damaged`,
    cure: t`Run debut doctor to see what is damaged and how to repair it.`,
    heals: false,
    retryAfterSeconds: 30,
  },
  busy: {
    reason: t`another process keeps it locked`,
    cure: t`End the other program that has the database open, such as sqlite3 or a copy job.`,
    heals: true,
    retryAfterSeconds: 5,
  },
  unreachable: {
    reason: t`its server cannot be reached`,
    cure: t`Check that the PostgreSQL server of DATABASE_URL runs, accepts connections of this machine, and has some to spare.`,
    heals: true,
    retryAfterSeconds: 1,
  },
};

/** Result codes by first part: SQLITE_IOERR_WRITE is a kind of SQLITE_IOERR. */
const OF_SQLITE: Record<string, Trouble> = {
  SQLITE_FULL: "disk_full",
  SQLITE_READONLY: "read_only",
  SQLITE_PERM: "read_only",
  SQLITE_IOERR: "io_error",
  SQLITE_CANTOPEN: "cannot_open",
  SQLITE_CORRUPT: "damaged",
  SQLITE_NOTADB: "damaged",
  SQLITE_BUSY: "busy",
  SQLITE_LOCKED: "busy",
  SQLITE_PROTOCOL: "busy",
};
const OF_FILES: Record<string, Trouble> = {
  ENOSPC: "disk_full",
  EDQUOT: "disk_full",
  EROFS: "read_only",
  EACCES: "read_only",
  EPERM: "read_only",
  EIO: "io_error",
  ENOTDIR: "cannot_open",
  EMFILE: "cannot_open",
  ENFILE: "cannot_open",
};

const lookUp = (error: unknown, of: (code: string) => Trouble | undefined): Trouble | undefined => {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return of(code) ?? lookUp(error.cause, of);
};

export const databaseTroubleOf = (error: unknown): Trouble | undefined =>
  lookUp(error, (code) => OF_SQLITE[/^SQLITE_[A-Z]+/.exec(code)?.[0] ?? ""]);

/** The same for any file operation. */
export const troubleOf = (error: unknown): Trouble | undefined =>
  databaseTroubleOf(error) ?? lookUp(error, (code) => OF_FILES[code]);

/** "FILE cannot be written: the disk is full. Free some space: …" */
export const troubleWith = (file: string, trouble: Trouble): string =>
  `${file} cannot be written: ${inEnglish(TROUBLES[trouble].reason)}. ${inEnglish(TROUBLES[trouble].cure)}`;

const again = (seconds: number): Words => (seconds === 1 ? t`a second` : plural(seconds, "second"));
const NOT_DONE = (seconds: number): Words =>
  t`The database is unavailable, so nothing was changed. Try again in ${again(seconds)}.`;
const MAY_BE_DONE = (seconds: number): Words =>
  t`The database failed while this was being saved, so it may or may not be done. Check before you try again. Programs can repeat the request in ${again(seconds)} with the same Idempotency-Key; it is applied once.`;

/**
 * The database is unavailable and nothing was changed: 503 with Retry-After on every interface. It
 * says if the outcome of a commit is unknown.
 */
export class StoreUnavailable extends AppError {
  readonly trouble: Trouble;
  constructor(trouble: Trouble, cause: unknown, outcome: "not done" | "unknown" = "not done") {
    const { retryAfterSeconds: retryAfter } = TROUBLES[trouble];
    const told = outcome === "unknown" ? MAY_BE_DONE : NOT_DONE;
    super("service_unavailable", told(retryAfter), { retryAfter, cause });
    this.trouble = trouble;
  }

  get reason(): Words {
    return TROUBLES[this.trouble].reason;
  }

  get cure(): Words {
    return TROUBLES[this.trouble].cure;
  }

  get heals(): boolean {
    return TROUBLES[this.trouble].heals;
  }
}

export function asUnavailable(error: unknown): unknown {
  const trouble = error instanceof StoreUnavailable ? undefined : databaseTroubleOf(error);
  return trouble ? new StoreUnavailable(trouble, error) : error;
}
