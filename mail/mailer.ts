import { Readable } from "node:stream";
import type { NodemailerError } from "nodemailer";
import { isBareAddress, readSender } from "#domain/notifications/mail-sender.ts";
import { messageOf } from "#domain/text/failure.ts";
import { once } from "#domain/text/once.ts";

/** The email can never be delivered: the server refused it permanently, or the address is invalid. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/** Sends an email, or keeps it in the outbox without a mail server. Throws if refused for now. */
export type SendMail = (mail: {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The one-click unsubscribe address; null or absent for emails that people cannot unsubscribe from. */
  unsubscribeUrl?: string | null;
  /** One bare address that answers go to; null or absent for the team's. */
  replyTo?: string | null;
  /** Runs when the server has all but the end of the email, without which it is not delivered. */
  beforeEnd?: (() => void) | undefined;
  /** What the server said when it took the email. */
  taken?: (answer: string) => void;
}) => Promise<"sent" | "kept">;

type MailerOptions = {
  /** Absent: emails stay in the outbox. */
  smtpUrl?: string | undefined;
  /** `hello@example.com` or `Debut <hello@example.com>`. */
  from: string;
  /** Instead of a missing name in `from`. Read for each email, because admins can change it. */
  siteName: string;
  /** Where the team reads answers; by default they go to the sender. */
  answersTo?: string | undefined;
  timeoutMs?: number;
};

export const senderOf = ({ MAIL_FROM, BASE_URL }: { MAIL_FROM?: string | undefined; BASE_URL: string }): string =>
  MAIL_FROM ?? `no-reply@${new URL(BASE_URL).hostname}`;

/** True if the server permanently refused this email; a refused password or a lost connection may pass. */
const isPermanent = (error: NodemailerError): boolean =>
  error.permanent === true && (error.code === "EENVELOPE" || error.code === "EMESSAGE");

/** Read only once the server takes the email, so that `beforeEnd` runs last of all. */
async function* endedAfter(whole: AsyncIterable<Buffer>, beforeEnd: () => void): AsyncGenerator<Buffer> {
  yield* whole;
  beforeEnd();
}

/** Throws MailRefused if the email can never be delivered, and any other Error if it may work later. */
export function createSendMail(options: MailerOptions): SendMail {
  const { smtpUrl, from, answersTo, timeoutMs = 20_000 } = options;
  const sender = readSender(from);
  if (!sender) throw new Error(`MAIL_FROM must be one email address, not "${from}".`);
  if (smtpUrl === undefined) return async () => "kept";

  const host = sender.address.slice(sender.address.lastIndexOf("@") + 1);
  const ends = new Map<string, () => void>();
  const connect = once(async () => {
    // Loaded with the first email, because it takes 8 MB of memory.
    const { default: nodemailer } = await import("nodemailer");
    const transport = nodemailer.createTransport({
      url: smtpUrl,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    transport.use("stream", ({ data, message }, done) => {
      const beforeEnd = ends.get(String(data.messageId));
      if (beforeEnd) message.processFunc((whole) => Readable.from(endedAfter(whole, beforeEnd)));
      done();
    });
    return transport;
  });
  return async ({ id, to, subject, text, html, unsubscribeUrl, replyTo, beforeEnd, taken }) => {
    if (!isBareAddress(to)) throw new MailRefused(`"${to}" is not one email address.`);
    const transport = await connect();
    // The same id on every try lets a mail program that got the email twice show it once.
    const messageId = `<${id}@${host}>`;
    const answerTo = replyTo ?? answersTo;
    if (beforeEnd) ends.set(messageId, beforeEnd);
    try {
      const { response } = await transport.sendMail({
        from: { name: sender.name ?? options.siteName, address: sender.address },
        to: { name: "", address: to },
        ...(answerTo && { replyTo: { name: "", address: answerTo } }),
        subject,
        text,
        html,
        messageId,
        headers: {
          "Auto-Submitted": "auto-generated",
          ...(unsubscribeUrl && {
            "List-Unsubscribe": `<${unsubscribeUrl}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      taken?.(response);
    } catch (error) {
      if (isPermanent(error as NodemailerError)) throw new MailRefused(messageOf(error), { cause: error });
      throw error;
    } finally {
      ends.delete(messageId);
    }
    return "sent";
  };
}
