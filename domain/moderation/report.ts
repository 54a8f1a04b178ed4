import { type Text, t, type Words } from "#languages/words.ts";
import { keysOf } from "../text/keys.ts";
import { retold } from "../text/retold.ts";

export const SUBJECT_TYPES = ["listing", "review", "comment", "profile", "collection"] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];
export type Subject = { type: SubjectType; id: string };

/** Titles are stored in English, and shown by `titleText` within a sentence or by `headingOf`. */
export const SUBJECT_TITLES = {
  review: (product: Text) => t`a review of ${product}`,
  comment: (product: Text) => t`a comment on ${product}`,
  profile: (handle: Text) => t`the profile @${handle}`,
  collection: (title: Text) => t`the collection ${title}`,
  ownComment: (product: Text) => t`your comment on ${product}`,
  ownCollection: (title: Text) => t`your collection ${title}`,
};
const TITLES = Object.values(SUBJECT_TITLES);
export const titleText = (title: string): Text => retold(title, TITLES);
const HEADINGS = [
  (product: Text) => t`A review of ${product}`,
  (product: Text) => t`A comment on ${product}`,
  (handle: Text) => t`The profile @${handle}`,
  (title: Text) => t`The collection ${title}`,
];
/** Statements of reasons that nobody wrote. Stored in English, and shown by `statementText`. */
export const STATEMENTS = {
  rejected: () => t`It does not follow our terms of use. Edit it, and we will review it again.`,
  reversed: () => t`We reviewed it again and reversed our decision: it follows our terms of use.`,
};
const SAID = Object.values(STATEMENTS);
export const statementText = (statement: string): Text => retold(statement, SAID);

/** The title on its own: "A review of Kelpline". Listing names stay as they are. */
export const headingOf = (type: string, title: string): Text =>
  type === "listing" ? title : retold(title.charAt(0).toUpperCase() + title.slice(1), HEADINGS);

export const isSubjectType = (type: string): type is SubjectType => SUBJECT_TYPES.some((known) => known === type);
export const reportPath = ({ type, id }: Subject): string => `/report/${type}/${encodeURIComponent(id)}`;
export const nameOfSubject = ({ type, id }: Subject): string => `${type}:${id}`;
export function subjectNamed(name: string): Subject | undefined {
  const [, type = "", id = ""] = /^(\w+):(.+)$/.exec(name) ?? [];
  return isSubjectType(type) ? { type, id } : undefined;
}

type Reason = {
  label: Words;
  hint: Words;
  /** 1 is the most serious and reviewed first. */
  gravity: 1 | 2 | 3;
  /**
   * Whether it alleges an illegal act, for which the reporter must identify themselves (DSA, Art.
   * 16).
   */
  isLegal: boolean;
  needsName: boolean;
};

const law = { gravity: 2, isLegal: true, needsName: true } as const;
const terms = { gravity: 1, isLegal: false, needsName: false } as const;

export const REPORT_REASONS = {
  false: { label: t`False or misleading`, hint: t`It makes false claims.`, ...terms },
  spam: { label: t`Spam or hidden advertising`, hint: t`It only promotes links, or repeats the same text.`, ...terms },
  fraud: { label: t`Scam, phishing or malware`, hint: t`It tricks people into giving money or data.`, ...law },
  rights: { label: t`Copyright or trademark`, hint: t`It uses someone else's work or brand.`, ...law },
  privacy: { label: t`Private information`, hint: t`It publishes someone's private data.`, ...law },
  hate: { label: t`Hate, threats or harassment`, hint: t`It attacks or threatens people.`, ...law },
  illegal: { label: t`Breaks another law`, hint: t`Say which law if you know.`, ...law },
  child: {
    label: t`Child sexual abuse`,
    hint: t`You can stay anonymous.`,
    ...{ gravity: 3, isLegal: true, needsName: false },
  },
  other: { label: t`Something else`, hint: t`It breaks the terms of use in another way.`, ...terms },
} as const satisfies Record<string, Reason>;
export type ReportReason = keyof typeof REPORT_REASONS;
export const REASON_NAMES = keysOf(REPORT_REASONS);
export const isReason = (reason: string): reason is ReportReason => Object.hasOwn(REPORT_REASONS, reason);

export const REPORT_TEXT = { min: 10, max: 3000 } as const;

export const OUTCOMES = ["kept", "hidden", "gone"] as const;
export type Outcome = (typeof OUTCOMES)[number];
/** Basis of a decision to hide: law or terms of use (DSA, Art. 17). */
export const GROUNDS = ["law", "terms"] as const;
export type Ground = (typeof GROUNDS)[number];

/** The appeal period that the law requires (DSA, Art. 20). */
export const APPEAL_DAYS = 183;
const DAY_MS = 24 * 3600_000;

export type Side = "author" | "reporter";
export const sideOf = ({ reportId }: { reportId: number | null }): Side => (reportId === null ? "author" : "reporter");
type Decided = { outcome: Outcome | null; decidedAt: Date | null };

/** Each side may appeal once, against a decision that went against it. */
export const mayAppeal = ({ outcome, decidedAt }: Decided, side: Side, hasAppealed: boolean, now: Date): boolean =>
  !hasAppealed &&
  decidedAt !== null &&
  outcome === (side === "author" ? "hidden" : "kept") &&
  now.getTime() - decidedAt.getTime() <= APPEAL_DAYS * DAY_MS;

export const reversed = (outcome: Outcome): Outcome => (outcome === "hidden" ? "kept" : "hidden");

export type ReporterRecord = { founded: number; unfounded: number };

export const RECORD_DAYS = 180;
const ENOUGH_DECIDED = 5;
const MOST_UNFOUNDED = 0.8;
const A_DAY = { trusted: 20, slowed: 1 } as const;

export type Standing = keyof typeof A_DAY;

/**
 * People whose reports are mostly unfounded are slowed down (DSA, Art. 23) until those decisions
 * age.
 */
export const standingOf = ({ founded, unfounded }: ReporterRecord): Standing => {
  const decided = founded + unfounded;
  return decided >= ENOUGH_DECIDED && unfounded / decided >= MOST_UNFOUNDED ? "slowed" : "trusted";
};

/** Milliseconds until this person may report again. `times` are their reports of the last day. */
export function reportWaitMs(standing: Standing, times: readonly Date[], now: Date): number {
  const recent = times.map((at) => at.getTime() + DAY_MS - now.getTime()).filter((left) => left > 0);
  const excess = recent.length - A_DAY[standing];
  return excess < 0 ? 0 : (recent.toSorted((a, b) => a - b)[excess] ?? 0);
}

type Waiting = { reasons: readonly ReportReason[]; people: number; openedAt: Date };
const gravityOf = ({ reasons }: Waiting): number => Math.max(0, ...reasons.map((name) => REPORT_REASONS[name].gravity));

/**
 * Most serious first, then most reported, then oldest. Subjects reported only by slowed people come
 * last.
 */
export const byUrgency = (one: Waiting, other: Waiting): number =>
  gravityOf(other) - gravityOf(one) || other.people - one.people || one.openedAt.getTime() - other.openedAt.getTime();

/** Yearly figures for the transparency report (DSA, Art. 15 and 24). */
export type ReportFigures = {
  received: number;
  byReason: Partial<Record<ReportReason, number>>;
  decided: Record<Outcome, number>;
  byLaw: number;
  medianHours: number | null;
  appeals: Record<Side, number>;
  reversed: number;
  slowedReports: number;
  heldTexts: number;
};

export function medianHours(durationsMs: readonly number[]): number | null {
  const sorted = durationsMs.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 720_000) / 10;
}
