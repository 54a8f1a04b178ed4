import { createHmac, timingSafeEqual } from "node:crypto";
import { addressKey } from "#core/limits/limiter.ts";
import { contactMessage } from "#mail/contact-message.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Deps } from "../context.ts";
import { keptSecret } from "../kept-secret.ts";

export type ContactForm = { name: string; email: string; text: string };
export const CONTACT_TEXT_MAX = 5_000;
/** Spam contains many links. */
export const CONTACT_MOST_LINKS = 3;
const MOST_ADMINS = 10;

/**
 * Emails a visitor's message to CONTACT_EMAIL or all admins, with Reply-To. Limits: "too-often"
 * from this network, "too-many" overall.
 */
export async function writeToTeam(
  form: ContactForm,
  address: string,
  {
    store,
    settings,
    now,
    uuid,
    wakeJobs,
    limiter,
    languages,
  }: Pick<Deps, "store" | "settings" | "now" | "uuid" | "wakeJobs" | "limiter" | "languages">,
): Promise<"sent" | "too-often" | "too-many"> {
  if (!(await limiter.take("contact", addressKey(address))).allowed) return "too-often";
  if (!(await limiter.take("contact-all", "everybody")).allowed) return "too-many";
  const message = contactMessage(settings, form);
  await store.change(async (tx) => {
    const { CONTACT_EMAIL } = settings;
    const admins = CONTACT_EMAIL ? [] : (await tx.accounts.admins()).slice(0, MOST_ADMINS);
    const readers = CONTACT_EMAIL ? [CONTACT_EMAIL] : admins.map(({ email }) => email);
    for (const reader of readers) await queueMail(tx, { now, uuid, languages }, message, reader);
  });
  wakeJobs();
  return "sent";
}

/** Minimum time for a person to write a message. */
const FASTEST_MS = 1_000;

type Needs = Pick<Deps, "store" | "random" | "now">;

async function stampOf(at: number, deps: Needs): Promise<string> {
  const key = await keptSecret(deps, "contact-form", () => deps.random(32).toString("base64url"));
  return `${at}.${createHmac("sha256", key).update(String(at)).digest("base64url")}`;
}

async function isOurs(stamp: string, deps: Needs): Promise<boolean> {
  const [right, given] = [Buffer.from(await stampOf(Number(stamp.split(".")[0]), deps)), Buffer.from(stamp)];
  return right.length === given.length && timingSafeEqual(right, given);
}

/** When a form was first shown: a corrected one, which takes a moment to send again, keeps its stamp. */
export const contactStamp = async (deps: Needs, given = ""): Promise<string> =>
  (await isOurs(given, deps)) ? given : stampOf(deps.now().getTime(), deps);

export const isTooFast = async (stamp: string, deps: Needs): Promise<boolean> =>
  !(await isOurs(stamp, deps)) || deps.now().getTime() - Number(stamp.split(".")[0]) < FASTEST_MS;
