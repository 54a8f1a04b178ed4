import { designOf } from "#domain/site/design.ts";
import type { Language } from "#languages/language.ts";
import type { Tx } from "#store/store.ts";
import type { Message } from "./compose.ts";

/** Updates go to many followers, so they have their own queue and never delay a sign-in link. */
export const [SEND_MAIL, SEND_NEWS] = ["send-mail", "send-news"];
export type SendMailPayload = { mailId: string };

/** What mails need of the languages of the site. */
export type MailLanguages = { languages: { of(tag: string | null | undefined): Language } };

type MailTerms = {
  sendAt?: Date | undefined;
  language?: string | null | undefined;
  always?: string | null | undefined;
};

/**
 * Adds an email and the job that sends it, at once or at `sendAt`. Call `deps.wakeJobs()` after the
 * change. `always` is the language of what has one, like an order; `language` is for who has no account.
 */
export async function queueMail(
  tx: Tx,
  { now, uuid, languages }: { now: () => Date; uuid: () => string } & MailLanguages,
  { in: write, ...message }: Message,
  to: string,
  { sendAt, language, always }: MailTerms = {},
): Promise<string> {
  const id = uuid();
  const createdAt = now();
  const kind = message.unsubscribeUrl ? SEND_NEWS : SEND_MAIL;
  const owner = await tx.accounts.findByEmail(to);
  const written = write(languages.of(always ?? owner?.language ?? language), designOf(await tx.site.get()));
  await tx.mails.add({ id, recipient: to, ...written, ...message, createdAt });
  await tx.jobs.add({
    id: `${kind}:${id}`,
    kind,
    payload: { mailId: id } satisfies SendMailPayload,
    runAt: sendAt ?? createdAt,
    createdAt,
  });
  return id;
}
