import type { OffReason, WebhookEndpoint } from "../domain/notifications/webhook.ts";
import { compose, type Message } from "./compose.ts";
import { greeting, type MailSite, siteOf } from "./messages.ts";

const WHY: Record<OffReason, string> = {
  owner: "You switched it off.",
  gone: "It answered 410 Gone, which means that it wants no more events.",
  failing: "All deliveries failed for three days.",
};

/** For the owner of an endpoint that the program switched off. */
export const endpointOffMessage = (
  site: MailSite,
  {
    name,
    endpoint,
    offReason,
  }: { name: string | null; endpoint: Pick<WebhookEndpoint, "id" | "url">; offReason: OffReason },
): Message =>
  compose({
    subject: `A webhook endpoint on ${site.SITE_NAME} was switched off`,
    before: [
      greeting(name),
      `We no longer send events to this endpoint:\n${endpoint.url}`,
      WHY[offReason],
      "Once it works, switch it on again and replay the deliveries that failed. They are kept for 30 days.",
    ],
    action: { label: "Open the endpoint", url: `${site.BASE_URL}/account/webhooks/${endpoint.id}` },
    why: `You got this email because you have a webhook endpoint on ${site.SITE_NAME}.`,
    site: siteOf(site),
  });
