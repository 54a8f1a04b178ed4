import { AppError } from "../errors/errors.ts";

export type StoredFile = { name: string; at: Date; bytes: number };

/** Files that every process of the site sees: in a folder, or in S3-compatible storage. */
export type Storage = {
  /** Undefined if there is none. Throws StorageFault if nobody can say. */
  get(name: string): Promise<Buffer | undefined>;
  /** The file is kept for good once this resolves. It replaces one of the same name. */
  put(name: string, content: Uint8Array): Promise<void>;
  delete(name: string): Promise<void>;
  list(): AsyncIterable<StoredFile>;
  /** When a file was put, as far as that is known at once, in milliseconds since 1970. */
  knownSince(name: string): number | undefined;
  /** The same after a look at the storage: other processes put files, too. */
  look(name: string): Promise<number | undefined>;
};

const RETRY_AFTER_SECONDS = 30;

/** The storage cannot be used now: 503 on every interface. `reason` and `cure` are for operators. */
export class StorageFault extends AppError {
  readonly reason: string;
  readonly cure: string;
  constructor(reason: string, cure: string, cause?: unknown) {
    super(
      "service_unavailable",
      "This site cannot reach its stored pictures at the moment, so nothing was changed. Your form is as you left it. Try again later.",
      { retryAfter: RETRY_AFTER_SECONDS, cause: new Error(reason, { cause }) },
    );
    this.reason = reason;
    this.cure = cure;
  }
}
