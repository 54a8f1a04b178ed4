import { mailTimeOf, notify } from "#actions/notifications/notify.ts";
import { weekOfVisits } from "#actions/site/visitor-week.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { unsubscribeKey, unsubscribeLink } from "#mail/unsubscribe.ts";
import { visitorsMessage } from "#mail/visitor-message.ts";
import type { JobKind } from "./runner.ts";

const HOUR_MS = 3600_000;
const FIRST_HOUR = 7;

/** On Monday morning, the visitors of last week, to admins who chose it. Who got it already is left out. */
export const mailVisitors: JobKind = {
  retryDelaysMs: [60_000, HOUR_MS],
  everyMs: HOUR_MS,
  async run(_payload, deps) {
    const { store, settings, now, wakeJobs } = deps;
    const at = now();
    const { dayOfWeek, hour } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(
      settings.SITE_TIMEZONE,
    );
    if (dayOfWeek > 2 || (dayOfWeek === 1 && hour < FIRST_HOUR)) return;
    const week = await weekOfVisits(deps);
    if (week.now.views === 0) return;
    for (const { id, name, email, emailVerifiedAt } of await store.accounts.admins()) {
      const key = `visitors-${week.days.first}`;
      await store.change(async (tx) => {
        const mailId = `${key}-${id}`;
        if ((await tx.mails.find(mailId)) || (await tx.notifications.findByKey(id, key))) return;
        const path = "/admin/visitors?days=7";
        await notify(tx, { ...{ accountId: id, kind: "visitors", key, path, at, by: null }, words: week.now });
        const sendAt = emailVerifiedAt ? await mailTimeOf(tx, id, "visitors", at) : undefined;
        if (!sendAt) return;
        const signing = await unsubscribeKey(tx, deps);
        const unsubscribeUrl = unsubscribeLink(settings, signing, { newsTo: id, kinds: ["visitors"] });
        const message = visitorsMessage(settings, { ...week, name, unsubscribeUrl });
        await queueMail(tx, { ...deps, uuid: () => mailId }, message, email, { sendAt });
      });
    }
    wakeJobs();
  },
};
