import type { Ground, Outcome, Side } from "../domain/moderation/report.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, hasAccount, type MailSite, orAnswer, siteOf } from "./messages.ts";

const sentTo = ({ SITE_NAME }: MailSite): string =>
  `You got this email because someone reported something on ${SITE_NAME} with this address.`;
/** Stands after every decision (DSA, Art. 17 and 20). */
const COURTS =
  "You can also turn to a certified body for out-of-court disputes (Digital Services Act, Art. 21) or to a court.";

type Received = { id: number; name: string | null; about: string; url: string };

export const reportReceivedMessage = (site: MailSite, { id, name, about, url }: Received): Message =>
  compose({
    subject: `We received your report ${id}`,
    before: [
      greeting(name),
      `Thank you for reporting ${oneLine(about)}. Your report has the number ${id}. ` +
        "A person on the site team will read it and decide; no program does.",
      "We will email you the decision and the reason. Nothing is hidden because of a report alone.",
    ],
    action: { label: "View your report", url },
    after: [
      "Keep the link to yourself: anyone who has it can read your report and appeal for you.",
      orAnswer(site, "If you did not report anything,"),
    ],
    why: sentTo(site),
    site: siteOf(site),
  });

type Decided = { about: string; outcome: Outcome; ground: Ground | null; rule: string | null; statement: string };
type ReporterNews = Decided & { id: number; name: string | null; isWarned: boolean; isChanged: boolean; url?: string };

const TITLES: Record<Outcome, string> = {
  hidden: "It was hidden.",
  kept: "It stays.",
  gone: "It was gone before we decided.",
};
const WHAT: Record<Outcome, (about: string) => string> = {
  hidden: (about) => `We reviewed your report and hid ${about}. No one else can see it.`,
  kept: (about) => `We reviewed your report. ${about} stays as it is.`,
  gone: (about) => `Before we decided, ${about} was changed or deleted. There is nothing left to hide.`,
};
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const groundWords = (ground: Ground | null, rule: string | null): string =>
  ground === null
    ? ""
    : ground === "law"
      ? `It is based on a law${rule ? `: ${rule}` : ""}.`
      : `It is based on our terms of use${rule ? `: ${rule}` : ""}.`;

export function reportDecidedMessage(
  site: MailSite,
  { id, name, about, outcome, ground, rule, statement, isWarned, isChanged, url }: ReporterNews,
): Message {
  const label = oneLine(about);
  return compose({
    subject: `Your report ${id}: ${isChanged ? "the decision changed" : "decided"}`,
    heading: isChanged ? "The decision changed." : TITLES[outcome],
    before: [
      greeting(name),
      capital(WHAT[outcome](label)),
      ...(statement ? [`The reason: ${statement}`] : []),
      ...(ground ? [groundWords(ground, rule)] : []),
      ...(isWarned
        ? [
            "Most of your recent reports were unfounded. " +
              "Until that changes, we accept one report a day from you and read it after the others.",
          ]
        : []),
    ],
    ...(url ? { action: { label: "See your report", url } } : {}),
    after: [
      ...(outcome === "kept"
        ? [
            `If you think this is wrong, you can appeal once within six months, ${
              url ? "on your report page" : "through the link in our first email"
            }. A different team member decides, if there is one. ${COURTS}`,
          ]
        : []),
    ],
    why: sentTo(site),
    site: siteOf(site),
  });
}

type AuthorNews = Decided & {
  name: string | null;
  url: string;
  isReported: boolean;
  heldFor: readonly string[];
};

export const causeWords = ({ isReported, heldFor }: Pick<AuthorNews, "isReported" | "heldFor">): string =>
  [
    isReported
      ? "Someone reported it."
      : heldFor.length > 0
        ? `A rule held it for review: ${heldFor.join(", ")}.`
        : "The site team read it before it was published.",
    `A person on the site team decided. No program ${isReported || heldFor.length === 0 ? "took part" : "decides"}.`,
  ].join(" ");

export const statementMessage = (
  site: MailSite,
  { name, about, ground, rule, statement, url, ...cause }: AuthorNews,
): Message =>
  compose({
    subject: `We hid ${oneLine(about)}`,
    before: [
      greeting(name),
      `We hid ${oneLine(about)}. No one else can see it anywhere unless the decision changes.`,
      `The reason: ${statement}`,
      groundWords(ground, rule),
      causeWords(cause),
    ],
    action: { label: "See the decision and appeal", url },
    after: [
      `If you think this is wrong, you can appeal once within six months. A different team member decides, if there is one. ${COURTS}`,
    ],
    why: hasAccount(site),
    site: siteOf(site),
  });

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
  const changed = side === "author" ? "It is shown again." : "It is hidden now.";
  return compose({
    subject: `Your appeal about ${oneLine(about)}`,
    heading: isGranted ? "Your appeal was granted." : "The decision stands.",
    before: [
      greeting(name),
      `We reviewed your appeal about ${oneLine(about)}. ${isGranted ? `We changed our decision. ${changed}` : "The decision stands."}`,
      `The reason: ${statement}`,
    ],
    ...(url ? { action: { label: "See the decision", url } } : {}),
    after: [...(isGranted ? [] : [COURTS])],
    why: side === "author" ? hasAccount(site) : sentTo(site),
    site: siteOf(site),
  });
};
