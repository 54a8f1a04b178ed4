import type { EditedPayload } from "#actions/moderation/edit-as-team.ts";
import { changesBetween } from "#domain/listings/listing-version.ts";
import { editedMessage } from "#mail/moderation-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { JobKind } from "./runner.ts";

const MOST_LISTINGS = 20;

/** Emails the owner of listings what the site team changed on them. */
export const tellEdited: JobKind = {
  retryDelaysMs: [60_000, 600_000],
  async run({ accountId, since, until }: EditedPayload, deps) {
    const { store, settings, wakeJobs } = deps;
    await store.change(async (tx) => {
      const account = await tx.accounts.find(accountId);
      if (account?.status !== "active" || account.isDemo) return;
      const edited = await tx.versions.byOthers(accountId, { since: new Date(since), until: new Date(until) });
      const listings = [];
      for (const { listingId, first, last } of edited.slice(0, MOST_LISTINGS)) {
        const before = await tx.versions.findBefore(listingId, first);
        const after = await tx.versions.find(listingId, last);
        const changes = before && after ? changesBetween(before.snapshot, after.snapshot) : [];
        if (after && changes.length > 0) listings.push({ id: listingId, name: after.snapshot.name, changes });
      }
      if (listings.length === 0) return;
      const news = { name: account.name, listings, others: edited.length - listings.length };
      await queueMail(tx, deps, editedMessage(settings, news), account.email);
    });
    wakeJobs();
  },
};
