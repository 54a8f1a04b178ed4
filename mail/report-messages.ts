import type { Ground, Outcome, Side } from "../domain/moderation/report.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, hasAccount, type MailSite, orAnswer, siteOf } from "./messages.ts";

const sentTo = ({ SITE_NAME }: MailSite): string =>
  `You got this email because somebody reported something at ${SITE_NAME} with this address.`;
/** Stands after every decision (DSA, Art. 17 and 20). */
const COURTS =
  "You can also turn to a certified body for out-of-court disputes (Digital Services Act, Art. 21) or to a court.";

type Received = { id: number; name: string | null; about: string; url: string };

/** The confirmation of receipt for whoever reported something. */
export const reportReceivedMessage = (site: MailSite, { id, name, about, url }: Received): Message =>
  compose({
    subject: `We got your report ${id}`,
    before: [
      greeting(name),
      `Thank you. We got your report of ${oneLine(about)}, with the number ${id}. A person of the site team reads it and decides, no program does.`,
      "You get an email with the decision and its reason. Until then, nothing is hidden because of a report.",
    ],
    action: { label: "See what became of it", url },
    after: [
      "The link is yours alone: whoever has it can read your report and appeal for you.",
      orAnswer(site, "If you reported nothing,"),
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
  hidden: (about) => `We read what you reported and hid ${about}. Nobody else sees it any more.`,
  kept: (about) => `We read what you reported. ${about} stays as it is.`,
  gone: (about) => `Before we decided, ${about} was changed or deleted. There is nothing left to hide.`,
};
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What a decision is based on, in one sentence. */
export const groundWords = (ground: Ground | null, rule: string | null): string =>
  ground === null
    ? ""
    : ground === "law"
      ? `It is based on a law${rule ? `: ${rule}` : ""}.`
      : `It is based on our terms of use${rule ? `: ${rule}` : ""}.`;

/** For whoever reported something. */
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
            "Most of your last reports were unfounded. From now on we take one report a day from you and read it after the others, until that has changed.",
          ]
        : []),
    ],
    ...(url ? { action: { label: "See your report", url } } : {}),
    after: [
      ...(outcome === "kept"
        ? [
            `If you think that this is wrong, you can appeal once within six months, ${url ? "on the page of your report" : "through the link in our first email"}. Somebody else of the team decides, if there is somebody else. ${COURTS}`,
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
  /** Why a rule had held it back. */
  heldFor: readonly string[];
};

/** How it came to a decision, and what programs had to do with it. */
export const causeWords = ({ isReported, heldFor }: Pick<AuthorNews, "isReported" | "heldFor">): string =>
  [
    isReported
      ? "Somebody reported it."
      : heldFor.length > 0
        ? `A rule held it back for a person to read: ${heldFor.join(", ")}.`
        : "The site team read it before it was published.",
    `A person of the site team decided. No program ${isReported || heldFor.length === 0 ? "took part in that" : "decides"}.`,
  ].join(" ");

/** The statement of reasons for whoever wrote what was hidden. */
export const statementMessage = (
  site: MailSite,
  { name, about, ground, rule, statement, url, ...cause }: AuthorNews,
): Message =>
  compose({
    subject: `We hid ${oneLine(about)}`,
    before: [
      greeting(name),
      `We hid ${oneLine(about)}. Nobody else can see it, anywhere, until the decision changes.`,
      `The reason: ${statement}`,
      groundWords(ground, rule),
      causeWords(cause),
    ],
    action: { label: "See the decision and appeal", url },
    after: [
      `If you think that this is wrong, you can appeal once within six months. Somebody else of the team decides, if there is somebody else. ${COURTS}`,
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

/** The answer to an appeal. */
export const appealDecidedMessage = (
  site: MailSite,
  { name, about, isGranted, statement, side, url }: AppealNews,
): Message => {
  const changed = side === "author" ? "It is shown again." : "It is hidden now.";
  return compose({
    subject: `Your appeal about ${oneLine(about)}`,
    heading: isGranted ? "You were right." : "The decision stays.",
    before: [
      greeting(name),
      `We read your appeal about ${oneLine(about)}. ${isGranted ? `We decide otherwise than before. ${changed}` : "The decision stays as it was."}`,
      `The reason: ${statement}`,
    ],
    ...(url ? { action: { label: "See the decision", url } } : {}),
    after: [...(isGranted ? [] : [COURTS])],
    why: side === "author" ? hasAccount(site) : sentTo(site),
    site: siteOf(site),
  });
};
