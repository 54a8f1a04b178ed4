import type { Language } from "#languages/language.ts";
import { say, t } from "#languages/words.ts";
import type { Message } from "#mail/compose.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Deps } from "../context.ts";

export async function sendSample(
  { expiresAt: _, unsubscribeUrl: __, ...message }: Message,
  to: string,
  deps: Pick<Deps, "store" | "now" | "uuid" | "wakeJobs" | "languages">,
  language?: Language,
): Promise<void> {
  const marked: Message = {
    ...message,
    in(receivers, design) {
      const written = message.in(language ?? receivers, design);
      return { ...written, subject: say(t`Sample: ${written.subject}`, language ?? receivers) };
    },
  };
  await deps.store.change((tx) => queueMail(tx, deps, marked, to));
  deps.wakeJobs();
}
