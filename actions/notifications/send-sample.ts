import type { Message } from "../../mail/compose.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import type { Deps } from "../context.ts";

export async function sendSample(
  { expiresAt: _, unsubscribeUrl: __, ...message }: Message,
  to: string,
  deps: Pick<Deps, "store" | "now" | "uuid" | "wakeJobs">,
): Promise<void> {
  const marked = { ...message, subject: `Sample: ${message.subject}` };
  await deps.store.change((tx) => queueMail(tx, deps, marked, to));
  deps.wakeJobs();
}
