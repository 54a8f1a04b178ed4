import { mailTimeOf } from "#actions/notifications/notify.ts";
import { labelOf } from "#domain/listings/fields.ts";
import { given } from "#domain/text/given.ts";
import { factsChangedMessage } from "#mail/claim-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { JobKind } from "./runner.ts";

const HOUR_MS = 3600_000;
const BATCH = 100;

export const tellSuggestions: JobKind = {
  retryDelaysMs: [HOUR_MS / 6],
  everyMs: HOUR_MS,
  async run(_payload, deps) {
    const { store, now, settings, wakeJobs } = deps;
    for (const accountId of await store.factChecks.ownersToTell(now(), BATCH)) {
      await store.change(async (tx) => {
        const untold = await tx.factChecks.untold(accountId);
        const account = await tx.accounts.find(accountId);
        if (untold.length === 0 || !account) return;
        const at = now();
        await tx.factChecks.told(
          accountId,
          untold.map(({ suggestion }) => suggestion),
          at,
        );
        const sendAt = await mailTimeOf(tx, accountId, "suggestion", at);
        if (account.status !== "active" || !sendAt) return;
        const listings = Map.groupBy(untold, ({ listing }) => listing.id);
        const message = factsChangedMessage(settings, {
          name: account.name,
          listings: [...listings.values()].map((rows) => ({
            ...given(rows[0]).listing,
            changes: rows.map(({ suggestion: { field, published, stated } }) => ({
              label: labelOf(field),
              published,
              stated,
            })),
          })),
        });
        await queueMail(tx, deps, message, account.email, { sendAt });
      });
      wakeJobs();
    }
  },
};
