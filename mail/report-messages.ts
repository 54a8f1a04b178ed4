import { type Ground, type Outcome, type Side, statementText, titleText } from "#domain/moderation/report.ts";
import { joined, type Text, t, type Words } from "#languages/words.ts";
import { compose, inOneLine, type Message } from "./compose.ts";
import { greeting, hasAccount, type MailSite, orAnswer } from "./messages.ts";

const sentTo = ({ SITE_NAME }: MailSite): Words =>
  t`You got this email because someone reported something on ${SITE_NAME} with this address.`;
/** "Kelpline" or "a review of Kelpline". */
const named = (about: string): Words => inOneLine(titleText(about));
const OTHER_MEMBER = t`If possible, a different team member decides.`;
/** Stands after every decision (DSA, Art. 17 and 20). */
const COURTS = t`You can also turn to a certified out-of-court dispute settlement body (Digital Services Act, Art. 21) or go to court.`;

type Received = { id: number; name: string | null; about: string; url: string };

export const reportReceivedMessage = (site: MailSite, { id, name, about, url }: Received): Message =>
  compose(site, {
    subject: t`We received your report ${id}`,
    before: [
      greeting(name),
      t`Thank you for reporting ${named(about)}. Your report number is ${id}. A person on the site team will read it and decide. The decision is not automated.`,
      t`We will email you the decision and the reason. Nothing is hidden because of a report alone.`,
    ],
    action: { label: t`View report`, url },
    after: [
      t`Do not share the link. Anyone who has it can read your report and appeal for you.`,
      orAnswer(
        site,
        t`If you did not report anything, reply to this email.`,
        (address) => t`If you did not report anything, contact us: ${address}`,
      ),
    ],
    why: sentTo(site),
  });

type Decided = { about: string; outcome: Outcome; ground: Ground | null; rule: string | null; statement: string };
type ReporterNews = Decided & { id: number; name: string | null; isWarned: boolean; isChanged: boolean; url?: string };

const TITLES: Record<Outcome, Words> = {
  hidden: t`It was hidden.`,
  kept: t`It stays.`,
  gone: t`It was gone before we decided.`,
};
const WHAT: Record<Outcome, (about: Words) => Words> = {
  hidden: (about) => t`We reviewed your report and hid ${about}. No one else can see it.`,
  kept: (about) => t`We reviewed your report. ${about} stays as it is.`,
  gone: (about) => t`Before we decided, ${about} was changed or deleted. There is nothing left to decide.`,
};

export function groundWords(ground: Ground | null, rule: string | null): Text {
  if (ground === null) return "";
  if (ground === "law") return rule ? t`The decision is based on a law: ${rule}.` : t`The decision is based on a law.`;
  return rule ? t`The decision is based on our terms of use: ${rule}.` : t`The decision is based on our terms of use.`;
}

export function reportDecidedMessage(
  site: MailSite,
  { id, name, about, outcome, ground, rule, statement, isWarned, isChanged, url }: ReporterNews,
): Message {
  const label = named(about);
  return compose(site, {
    subject: isChanged ? t`The decision on your report ${id} changed` : t`We decided on your report ${id}`,
    heading: isChanged ? t`The decision changed.` : TITLES[outcome],
    before: [
      greeting(name),
      WHAT[outcome](label),
      ...(statement ? [t`Reason: ${statementText(statement)}`] : []),
      ...(ground ? [groundWords(ground, rule)] : []),
      ...(isWarned
        ? [
            t`Most of your recent reports were unfounded. Until that changes, we accept one report a day from you and read it after the others.`,
          ]
        : []),
    ],
    ...(url ? { action: { label: t`View report`, url } } : {}),
    after: [
      ...(outcome === "kept"
        ? [
            joined(
              [
                url
                  ? t`If you think this is wrong, you can appeal once within six months, on your report page.`
                  : t`If you think this is wrong, you can appeal once within six months, through the link in our first email.`,
                OTHER_MEMBER,
                COURTS,
              ],
              " ",
            ),
          ]
        : []),
    ],
    why: sentTo(site),
  });
}

type AuthorNews = Decided & {
  name: string | null;
  url: string;
  isReported: boolean;
  heldFor: readonly Text[];
};

export const causeWords = ({ isReported, heldFor }: Pick<AuthorNews, "isReported" | "heldFor">): Words =>
  joined(
    [
      isReported
        ? t`Someone reported it.`
        : heldFor.length > 0
          ? t`A rule held it for review: ${joined(heldFor, ", ")}.`
          : t`The site team read it before it was published.`,
      isReported || heldFor.length === 0
        ? t`A person on the site team decided. No automated means were used.`
        : t`A person on the site team decided. The decision was not automated.`,
    ],
    " ",
  );

export const statementMessage = (
  site: MailSite,
  { name, about, ground, rule, statement, url, ...cause }: AuthorNews,
): Message =>
  compose(site, {
    subject: t`We hid ${named(about)}`,
    before: [
      greeting(name),
      t`We hid ${named(about)}. No one else can see it anywhere unless the decision changes.`,
      t`Reason: ${statementText(statement)}`,
      groundWords(ground, rule),
      causeWords(cause),
    ],
    action: { label: t`View decision and appeal`, url },
    after: [joined([t`If you think this is wrong, you can appeal once within six months.`, OTHER_MEMBER, COURTS], " ")],
    why: hasAccount(site),
  });

const STANDS = t`The decision stands.`;
type AppealNews = {
  name: string | null;
  about: string;
  isGranted: boolean;
  statement: string;
  side: Side;
  url?: string;
};

export const appealDecidedMessage = (
  site: MailSite,
  { name, about, isGranted, statement, side, url }: AppealNews,
): Message => {
  const result = !isGranted
    ? STANDS
    : side === "author"
      ? t`We changed our decision. It is shown again.`
      : t`We changed our decision. It is hidden now.`;
  return compose(site, {
    subject: t`Your appeal about ${named(about)}`,
    heading: isGranted ? t`Your appeal was granted.` : STANDS,
    before: [
      greeting(name),
      joined([t`We reviewed your appeal about ${named(about)}.`, result], " "),
      t`Reason: ${statementText(statement)}`,
    ],
    ...(url ? { action: { label: t`View decision`, url } } : {}),
    after: [...(isGranted ? [] : [COURTS])],
    why: side === "author" ? hasAccount(site) : sentTo(site),
  });
};
