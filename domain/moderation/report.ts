/** What people can report. Its id is the one that its addresses show. */
export const SUBJECT_TYPES = ["listing", "review", "comment", "profile", "collection"] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];
export type Subject = { type: SubjectType; id: string };

/** Its title where no sentence is around it: "A review of Kelpline". That of a listing is a name and stays as it is. */
export const headingOf = (type: string, title: string): string =>
  type === "listing" ? title : title.charAt(0).toUpperCase() + title.slice(1);

export const isSubjectType = (type: string): type is SubjectType => SUBJECT_TYPES.some((known) => known === type);
export const reportPath = ({ type, id }: Subject): string => `/report/${type}/${encodeURIComponent(id)}`;
/** A subject in one word, and back. */
export const nameOfSubject = ({ type, id }: Subject): string => `${type}:${id}`;
export function subjectNamed(name: string): Subject | undefined {
  const [, type = "", id = ""] = /^(\w+):(.+)$/.exec(name) ?? [];
  return isSubjectType(type) ? { type, id } : undefined;
}

type Reason = {
  label: string;
  hint: string;
  /** The gravest is read first. */
  gravity: 1 | 2 | 3;
  /** Whether it says that a law is broken. Then the law asks who says so (DSA, Art. 16). */
  isLegal: boolean;
  needsName: boolean;
};

const law = { gravity: 2, isLegal: true, needsName: true } as const;
const terms = { gravity: 1, isLegal: false, needsName: false } as const;

export const REPORT_REASONS = {
  child: {
    label: "Sexual abuse of a child",
    hint: "You need not say who you are.",
    ...{ gravity: 3, isLegal: true, needsName: false },
  },
  fraud: { label: "Scam, phishing or malware", hint: "It takes money or data by a trick.", ...law },
  hate: { label: "Hate, threats or harassment", hint: "It attacks or threatens people.", ...law },
  rights: { label: "Copyright or trademark", hint: "It uses what belongs to somebody else.", ...law },
  privacy: { label: "Private data of somebody", hint: "It shows what nobody may publish.", ...law },
  illegal: { label: "Breaks another law", hint: "Say which one, if you know.", ...law },
  spam: { label: "Spam or hidden advertising", hint: "It is there for its links, or repeated.", ...terms },
  false: { label: "False or misleading", hint: "It says what is not so.", ...terms },
  other: { label: "Something else", hint: "It breaks the terms of use in another way.", ...terms },
} as const satisfies Record<string, Reason>;
export type ReportReason = keyof typeof REPORT_REASONS;
export const REASON_NAMES = Object.keys(REPORT_REASONS) as ReportReason[];
export const isReason = (reason: string): reason is ReportReason => Object.hasOwn(REPORT_REASONS, reason);

export const REPORT_TEXT = { min: 10, max: 3000 } as const;

/** A decision: it stays, it is hidden, or its author took it away before. */
export const OUTCOMES = ["kept", "hidden", "gone"] as const;
export type Outcome = (typeof OUTCOMES)[number];
/** What a decision to hide is based on: a law, or the terms of use (DSA, Art. 17). */
export const GROUNDS = ["law", "terms"] as const;
export type Ground = (typeof GROUNDS)[number];

/** Whoever is affected may appeal as long as the law asks (DSA, Art. 20). */
export const APPEAL_DAYS = 183;
const DAY_MS = 24 * 3600_000;

export type Side = "author" | "reporter";
/** Who appeals: the sender of a report, or, without one, the author. */
export const sideOf = ({ reportId }: { reportId: number | null }): Side => (reportId === null ? "author" : "reporter");
type Decided = { outcome: Outcome | null; decidedAt: Date | null };

/** Whether a side may appeal now: once, against what went against it. */
export const mayAppeal = ({ outcome, decidedAt }: Decided, side: Side, hasAppealed: boolean, now: Date): boolean =>
  !hasAppealed &&
  decidedAt !== null &&
  outcome === (side === "author" ? "hidden" : "kept") &&
  now.getTime() - decidedAt.getTime() <= APPEAL_DAYS * DAY_MS;

/** The decision that an appeal which is right leads to. */
export const reversed = (outcome: Outcome): Outcome => (outcome === "hidden" ? "kept" : "hidden");

/** Reports of one person that were decided lately. */
export type ReporterRecord = { founded: number; unfounded: number };

/** For so long a decision says something about the person who asked for it. */
export const RECORD_DAYS = 180;
const ENOUGH_DECIDED = 5;
const MOST_UNFOUNDED = 0.8;
/** How many reports a day come from one person, and from one whose reports are mostly unfounded. */
const A_DAY = { trusted: 20, slowed: 1 } as const;

export type Standing = keyof typeof A_DAY;

/** Who mostly reports what is in order is slowed (DSA, Art. 23). That ends as decisions age. */
export const standingOf = ({ founded, unfounded }: ReporterRecord): Standing => {
  const decided = founded + unfounded;
  return decided >= ENOUGH_DECIDED && unfounded / decided >= MOST_UNFOUNDED ? "slowed" : "trusted";
};

/** Milliseconds until this person may report again, 0 if now. `times` are those of the last day. */
export function reportWaitMs(standing: Standing, times: readonly Date[], now: Date): number {
  const recent = times.map((at) => at.getTime() + DAY_MS - now.getTime()).filter((left) => left > 0);
  const excess = recent.length - A_DAY[standing];
  return excess < 0 ? 0 : (recent.toSorted((a, b) => a - b)[excess] ?? 0);
}

type Waiting = { reasons: readonly ReportReason[]; people: number; openedAt: Date };
const gravityOf = ({ reasons }: Waiting): number => Math.max(0, ...reasons.map((name) => REPORT_REASONS[name].gravity));

/** The gravest first, then what most people reported, then the oldest. What only slowed people reported comes last. */
export const byUrgency = (one: Waiting, other: Waiting): number =>
  gravityOf(other) - gravityOf(one) || other.people - one.people || one.openedAt.getTime() - other.openedAt.getTime();

/** Decisions of a year, as a report about them counts (DSA, Art. 15 and 24). */
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

/** The middle of some times, null without any. */
export function medianHours(durationsMs: readonly number[]): number | null {
  if (durationsMs.length === 0) return null;
  const sorted = durationsMs.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const middle = sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
  return Math.round(middle / 360_000) / 10;
}
