import { beginningOf } from "../domain/text/text.ts";
import { type Letter, layout, type Section } from "./layout.ts";

/**
 * An email without id and recipient. `unsubscribeUrl` is for one click (RFC 8058); useless after
 * `expiresAt`.
 */
export type Message = {
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl?: string;
  /** Who receives replies, if not the team. */
  replyTo?: string;
  expiresAt?: Date;
};

const LONGEST = 120;
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const flat = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

/** User text as one line of limited length that cannot change the text direction around it. */
export function oneLine(text: string): string {
  const line = Array.from(flat(text.replace(DIRECTIONS, "")))
    .slice(0, LONGEST)
    .join("");
  return RIGHT_TO_LEFT.test(line) ? `\u2068${line}\u2069` : line;
}

const sectionText = ({ title, rows, more }: Section): string =>
  [
    title,
    ...rows.map(({ name, url, text, note }) => [name, text, note, url].filter((line) => line !== undefined).join("\n")),
    ...(more ? [`${more.label}\n${more.url}`] : []),
  ].join("\n\n");

export function compose(letter: Letter): Message {
  const {
    before,
    items = [],
    sections = [],
    figures = [],
    action,
    steps = [],
    picture,
    after = [],
    unsubscribeUrl,
    site,
  } = letter;
  const subject = beginningOf(flat(letter.subject), LONGEST);
  const heading = letter.heading ?? subject;
  const why = letter.why ?? `You got this email because this address was entered on ${site.name}.`;
  const text = [
    ...(heading === subject ? [] : [heading]),
    ...before,
    ...items.map(({ title, text: item }) => `${title}\n${item}`),
    ...sections.map(sectionText),
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
    html: layout({ ...letter, subject, heading, why, items, sections, figures, steps, after }),
  };
}
