import {
  DECIDED_REPORTS_KEPT_DAYS,
  MAILS_KEPT_DAYS,
  PAYERS_KEPT_DAYS,
  VISIT_SOURCES_KEPT_DAYS,
  WEEK_WAITS_KEPT_DAYS,
  WRITTEN_TEXTS_KEPT_DAYS,
} from "#domain/accounts/retention.ts";
import { CALLS_KEPT_DAYS } from "#domain/drafts/model-call.ts";
import { REVENUE_MAX_AGE_MS } from "#domain/launches/ranking.ts";
import { EVENTS_KEPT_DAYS } from "#domain/notifications/event.ts";
import type { JobKind } from "./runner.ts";

const DAY_MS = 24 * 3600_000;

export const ageOut: JobKind = {
  retryDelaysMs: [60_000],
  everyMs: DAY_MS,
  async run(_payload, { store, settings, handedMails, now }) {
    // Only matters for a process that just died, so a day is more than enough.
    handedMails.clear();
    const at = now().getTime();
    await store.change(async (tx) => {
      await tx.figures.dropRevenueBefore(new Date(at - REVENUE_MAX_AGE_MS));
      await tx.engagement.forgetVisitors(new Date(at - DAY_MS).toISOString().slice(0, 10));
      const oldestDay = new Date(at - VISIT_SOURCES_KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
      await tx.visitFigures.removeBefore(oldestDay);
      await tx.siteVisits.removeBefore(oldestDay);
      await tx.weekWaits.removeEndedBefore(new Date(at - WEEK_WAITS_KEPT_DAYS * DAY_MS));
      await tx.mails.removeBefore(new Date(at - MAILS_KEPT_DAYS * DAY_MS));
      await tx.bank.forgetPayersBefore(new Date(at - PAYERS_KEPT_DAYS * DAY_MS));
      await tx.reports.forgetDecidedBefore(new Date(at - DECIDED_REPORTS_KEPT_DAYS * DAY_MS));
      await tx.writtenTexts.forgetBefore(new Date(at - WRITTEN_TEXTS_KEPT_DAYS * DAY_MS));
      await tx.audit.purge(new Date(at - settings.AUDIT_RETENTION_DAYS * DAY_MS), new Date(at));
      await tx.modelCalls.removeBefore(new Date(at - CALLS_KEPT_DAYS * DAY_MS));
      await tx.events.removeBefore(new Date(at - EVENTS_KEPT_DAYS * DAY_MS));
    });
  },
};
