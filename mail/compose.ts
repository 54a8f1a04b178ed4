import { layout } from "./layout.ts";

/**
 * An email before it has an id and a recipient. `unsubscribeUrl` lets mail programs unsubscribe with one click (RFC 8058);
 * after `expiresAt` it is useless.
 */
export type Message = {
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl?: string;
  /** Who gets an answer, if not the team. */
  replyTo?: string;
  expiresAt?: Date;
};

/** The content of an email, in the order in which it is shown. */
export type Letter = {
  subject: string;
  /** On the sky; the subject when absent. */
  heading?: string;
  before: readonly string[];
  figures?: readonly { label: string; value: string }[];
  /** `expiresAt` for a link that expires sooner than an email may be retried. */
  action?: { label: string; url: string; expiresAt?: Date };
  /** What to do next, in order. A quote is text to copy. */
  steps?: readonly { title: string; text: string; quote?: string }[];
  /** A picture of the site, at an address that is the same for every reader. */
  picture?: { url: string; alt: string; caption: string };
  /** Small print. */
  after?: readonly string[];
  /** Why the reader got this email, as a sentence; there is a default that is always true. */
  why?: string;
  /** For emails to followers: the link to unsubscribe. */
  unsubscribeUrl?: string;
  /** Name and address of the site, for the last line. */
  site: { name: string; url: string };
};

const LONGEST = 120;
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const flat = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

/** User text as one line of limited length. It changes the direction of nothing around it. */
export function oneLine(text: string): string {
  const line = Array.from(flat(text.replace(DIRECTIONS, "")))
    .slice(0, LONGEST)
    .join("");
  return RIGHT_TO_LEFT.test(line) ? `\u2068${line}\u2069` : line;
}

/** The same content twice: plain text, and HTML. Whatever one says, the other says too. */
export function compose(letter: Letter): Message {
  const { before, figures = [], action, steps = [], picture, after = [], unsubscribeUrl, site } = letter;
  const subject = Array.from(flat(letter.subject)).slice(0, LONGEST).join("");
  const heading = letter.heading ?? subject;
  const why = letter.why ?? `You got this email because this address was entered at ${site.name}.`;
  const text = [
    ...(heading === subject ? [] : [heading]),
    ...before,
    ...(figures.length > 0 ? [figures.map(({ label, value }) => `${label}: ${value}`).join("\n")] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...steps.map(({ title, text: step, quote }, at) =>
      [`${at + 1}. ${title}`, step, ...(quote ? [`   ${quote}`] : [])].join("\n"),
    ),
    ...(picture ? [`${picture.caption}\n${picture.url}`] : []),
    ...after,
    ...(unsubscribeUrl ? [`Unsubscribe:\n${unsubscribeUrl}`] : []),
    `-- \n${site.name}\n${site.url}\n${why}`,
  ];
  return {
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    ...(action?.expiresAt ? { expiresAt: action.expiresAt } : {}),
    subject,
    text: `${text.join("\n\n")}\n`,
    html: layout({ ...letter, subject, heading, why, figures, steps, after }),
  };
}
