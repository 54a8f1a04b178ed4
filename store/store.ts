import type { AccountReads, AccountWrites } from "./repos/accounts.ts";
import type { DraftReads, DraftWrites } from "./repos/drafts.ts";
import type { IdempotencyReads, IdempotencyWrites } from "./repos/idempotency.ts";
import type { JobReads, JobWrites } from "./repos/jobs.ts";
import type { ListingReads, ListingWrites } from "./repos/listings.ts";
import type { MailReads, MailWrites } from "./repos/mails.ts";
import type { OauthReads, OauthWrites } from "./repos/oauth.ts";
import type { ReferenceReads, ReferenceWrites } from "./repos/reference.ts";
import type { RobotsReads, RobotsWrites } from "./repos/robots.ts";

/** Open to everybody. Methods return domain objects; `find` may give undefined, `get` may not. */
export type Reads = {
  accounts: AccountReads;
  drafts: DraftReads;
  idempotency: IdempotencyReads;
  jobs: JobReads;
  listings: ListingReads;
  mails: MailReads;
  oauth: OauthReads;
  reference: ReferenceReads;
  robots: RobotsReads;
};

/** Handed out by `change` only. Its reads see what the same change wrote. */
export type Tx = {
  accounts: AccountWrites;
  drafts: DraftWrites;
  idempotency: IdempotencyWrites;
  jobs: JobWrites;
  listings: ListingWrites;
  mails: MailWrites;
  oauth: OauthWrites;
  reference: ReferenceWrites;
  robots: RobotsWrites;
};

export type Store = Reads & {
  /** The only way to write: all of it happens, or none. No network inside; it may be run again. Never nest two changes. */
  change<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Another number after every commit, whichever process made it. */
  version(): number;
  /** Answers true when the database can be read and written. */
  isReady(): boolean;
  /** A consistent copy of the whole database in `file`. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
};
