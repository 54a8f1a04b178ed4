import type { OffReason, WebhookEndpoint } from "#domain/notifications/webhook.ts";
import { t, type Words } from "#languages/words.ts";
import { compose, type Message } from "./compose.ts";
import { greeting, type MailSite } from "./messages.ts";

/** For admins. It names no recipient, because it outlives that account and its emails. */
export const undeliveredMessage = (site: MailSite, mailId: string): Message =>
  compose(site, {
    subject: t`An email from ${site.SITE_NAME} could not be delivered`,
    before: [
      greeting(null),
      t`An email could not be delivered in three days and will not be retried. Other emails were delivered in the meantime.`,
      t`The outbox shows its recipient, the reason, and all other failed emails. You get this alert at most once a day.`,
    ],
    action: { label: t`View email`, url: `${site.BASE_URL}/admin/outbox/${encodeURIComponent(mailId)}` },
    why: t`You got this email because you are an admin of ${site.SITE_NAME}.`,
  });

/** Sent by hand to see whether the mail server works. */
export const testMessage = (site: MailSite): Message =>
  compose(site, {
    subject: t`Test email from ${site.SITE_NAME}`,
    before: [greeting(null), t`Your mail server delivers emails of ${site.SITE_NAME}.`],
    action: { label: t`Email settings`, url: `${site.BASE_URL}/admin/settings/mail` },
    why: t`You got this email because you are an admin of ${site.SITE_NAME}.`,
  });

const WHY: Record<OffReason, Words> = {
  owner: t`You switched it off.`,
  gone: t`It answered 410 Gone, which means that it no longer wants events.`,
  failing: t`All deliveries failed for three days.`,
};

export const endpointOffMessage = (
  site: MailSite,
  {
    name,
    endpoint,
    offReason,
  }: { name: string | null; endpoint: Pick<WebhookEndpoint, "id" | "url">; offReason: OffReason },
): Message =>
  compose(site, {
    subject: t`A webhook endpoint on ${site.SITE_NAME} was switched off`,
    before: [
      greeting(name),
      t`We no longer send events to this endpoint:\n${endpoint.url}`,
      WHY[offReason],
      t`Once it works again, switch it back on and replay the failed deliveries. We keep them for 30 days.`,
    ],
    action: { label: t`View endpoint`, url: `${site.BASE_URL}/account/webhooks/${endpoint.id}` },
    why: t`You got this email because you have a webhook endpoint on ${site.SITE_NAME}.`,
  });

export const channelOffMessage = (
  site: MailSite,
  { id, name, lastError }: { id: string; name: string; lastError: string | null },
): Message =>
  compose(site, {
    subject: t`${site.SITE_NAME} no longer posts to ${name}`,
    before: [
      greeting(null),
      t`Posts to ${name} kept failing, so we switched that channel off. Its last answer:\n${lastError ?? ""}`,
      t`Check its settings, send a test, and switch it on again. What happens until then is not posted.`,
    ],
    action: { label: t`View channel`, url: `${site.BASE_URL}/admin/channels/${id}` },
    why: t`You got this email because you are an admin of ${site.SITE_NAME}.`,
  });
