import type { Design } from "#domain/site/design.ts";
import { beginningOf } from "#domain/text/text.ts";
import type { Language } from "#languages/language.ts";
import { formatted, say, type Text, t, type Words } from "#languages/words.ts";
import { layout } from "./layout.ts";
import { type Letter, type Section, type Spoken, speak } from "./letter.ts";

export type Written = { subject: string; text: string; html: string };

/**
 * An email without id and recipient; `in` writes it in a language and a design. `unsubscribeUrl` is for one
 * click (RFC 8058); useless after `expiresAt`.
 */
export type Message = {
  in: (language: Language, design: Design) => Written;
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

/** A sentence with people's text in it, as one such line. */
export const inOneLine = (words: Text): Words => formatted((language) => oneLine(say(words, language)));

const sectionText = ({ title, rows, more }: Spoken<Section>): string =>
  [
    title,
    ...rows.map(({ name, url, text, note }) => [name, text, note, url].filter((line) => line !== undefined).join("\n")),
    ...(more ? [`${more.label}\n${more.url}`] : []),
  ].join("\n\n");

export const compose = (
  { SITE_NAME: name, BASE_URL: url }: { SITE_NAME: string; BASE_URL: string },
  letter: Omit<Letter, "site">,
): Message => ({
  ...(letter.unsubscribeUrl ? { unsubscribeUrl: letter.unsubscribeUrl } : {}),
  ...(letter.action?.expiresAt ? { expiresAt: letter.action.expiresAt } : {}),
  in: (language, design) => write(speak({ ...letter, site: { name, url } }, language), language, design),
});

function write(letter: Spoken<Letter>, language: Language, design: Design): Written {
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
  const why = letter.why ?? say(t`You got this email because this address was entered on ${site.name}.`, language);
  const text = [
    ...(heading === subject ? [] : [heading]),
    ...before,
    ...items.map(({ title, text: item }) => `${title}\n${item}`),
    ...sections.map(sectionText),
    ...(figures.length > 0 ? [figures.map(({ label, value }) => say(t`${label}: ${value}`, language)).join("\n")] : []),
    ...(action ? [`${say(t`${action.label}:`, language)}\n${action.url}`] : []),
    ...steps.map(({ title, text: step, quote }, at) =>
      [`${at + 1}. ${title}`, step, ...(quote ? [`   ${quote}`] : [])].join("\n"),
    ),
    ...(picture ? [`${picture.caption}\n${picture.url}`] : []),
    ...after,
    ...(unsubscribeUrl ? [`${say(t`${t`Unsubscribe`}:`, language)}\n${unsubscribeUrl}`] : []),
    `-- \n${site.name}\n${site.url}\n${why}`,
  ];
  return {
    subject,
    text: `${text.join("\n\n")}\n`,
    html: layout({ ...letter, subject, heading, why, items, sections, figures, steps, after }, language, design),
  };
}
