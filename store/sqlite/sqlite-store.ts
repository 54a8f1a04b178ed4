import { accountReads, accountWrites } from "../repos/accounts.ts";
import { draftReads, draftWrites } from "../repos/drafts.ts";
import { idempotencyReads, idempotencyWrites } from "../repos/idempotency.ts";
import { jobReads, jobWrites } from "../repos/jobs.ts";
import { listingReads, listingWrites } from "../repos/listings.ts";
import { mailReads, mailWrites } from "../repos/mails.ts";
import { oauthReads, oauthWrites } from "../repos/oauth.ts";
import { referenceReads, referenceWrites } from "../repos/reference.ts";
import { robotsReads, robotsWrites } from "../repos/robots.ts";
import type { Reads, Store, Tx } from "../store.ts";
import type { Connections, Db } from "./open.ts";

const readsOf = (db: Db): Reads => ({
  accounts: accountReads(db),
  drafts: draftReads(db),
  idempotency: idempotencyReads(db),
  jobs: jobReads(db),
  listings: listingReads(db),
  mails: mailReads(db),
  oauth: oauthReads(db),
  reference: referenceReads(db),
  robots: robotsReads(db),
});

const writesOf = (db: Db): Tx => ({
  accounts: accountWrites(db),
  drafts: draftWrites(db),
  idempotency: idempotencyWrites(db),
  jobs: jobWrites(db),
  listings: listingWrites(db),
  mails: mailWrites(db),
  oauth: oauthWrites(db),
  reference: referenceWrites(db),
  robots: robotsWrites(db),
});

export function sqliteStore({ writer, reader, write, read }: Connections): Store {
  const tx = writesOf(write);
  const version = reader.prepare("pragma data_version").pluck();
  // SQLite has one writer: changes take turns here instead of failing with SQLITE_BUSY there.
  let turn: Promise<unknown> = Promise.resolve();

  async function run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    writer.exec("BEGIN IMMEDIATE");
    try {
      const result = await work(tx);
      writer.exec("COMMIT");
      return result;
    } catch (error) {
      if (writer.inTransaction) writer.exec("ROLLBACK");
      throw error;
    }
  }

  return {
    ...readsOf(read),
    change(work) {
      const result = turn.then(() => run(work));
      turn = result.catch(() => undefined);
      return result;
    },
    version: () => version.get() as number,
    isReady: () => writer.open && reader.open && reader.prepare("select 1").get() !== undefined,
    async backup(file) {
      await turn;
      await reader.backup(file);
    },
    async close() {
      await turn;
      reader.close();
      writer.close();
    },
  };
}
