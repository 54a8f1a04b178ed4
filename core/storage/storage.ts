import { t } from "#languages/words.ts";
import { AppError } from "../errors/errors.ts";

export type StoredFile = { name: string; at: Date; bytes: number };

export type Storage = {
  get(name: string): Promise<Buffer | undefined>;
  /** Durable once resolved. Replaces a file of the same name. */
  put(name: string, content: Uint8Array): Promise<void>;
  delete(name: string): Promise<void>;
  list(): AsyncIterable<StoredFile>;
  knownSince(name: string): number | undefined;
  look(name: string): Promise<number | undefined>;
};

const RETRY_AFTER_SECONDS = 30;

/** The storage is unavailable: 503 on all interfaces. `reason` and `cure` are for operators. */
export class StorageFault extends AppError {
  readonly reason: string;
  readonly cure: string;
  constructor(reason: string, cure: string, cause?: unknown) {
    super("service_unavailable", t`Uploaded pictures are unavailable, so nothing was changed. Try again later.`, {
      retryAfter: RETRY_AFTER_SECONDS,
      cause: new Error(reason, { cause }),
    });
    this.reason = reason;
    this.cure = cure;
  }
}
