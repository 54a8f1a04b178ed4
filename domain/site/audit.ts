import { keysOf } from "../text/keys.ts";
import { beginningOf, lengthOf } from "../text/text.ts";
/** Actions of site admins in the audit log. The part before the dot is the kind of object. */
export const AUDIT_ACTIONS = {
  "listing.moderate": "Moderated",
  "listing.merge": "Merged duplicate",
  "listing.pick": "Featured in a week",
  "listing.revenue": "Set revenue",
  "listing.attributes": "Set attributes",
  "listing.alternatives": "Set alternatives",
  "listing.version": "Restored a version",
  "listing.pause": "Paused its own listing",
  "listing.resume": "Resumed its own listing",
  "listing.withdraw": "Withdrew its own launch",
  "listing.update": "Edited its own update",
  "launch.move": "Moved its own launch",
  "review.decide": "Decided review",
  "report.decide": "Decided report",
  "report.appeal": "Decided appeal",
  "text.decide": "Decided held text",
  "words.save": "Saved blocked words",
  "comment.decide": "Decided comment",
  "claim.decide": "Decided claim",
  "collection.decide": "Decided collection",
  "vote.rule": "Ruled on vote",
  "week.capacity": "Set capacity",
  "category.save": "Saved category",
  "question.save": "Saved question",
  "post.save": "Saved post",
  "page.save": "Saved page",
  "order.pay": "Marked as paid",
  "order.correct": "Corrected amount",
  "order.invoice": "Corrected invoice",
  "order.decline": "Declined a correction",
  "order.vat": "Checked VAT number",
  "order.poll": "Polled the provider",
  "order.refund": "Refunded",
  "order.release": "Released order",
  "order.move": "Changed the week",
  "order.cancel": "Canceled order",
  "order.give": "Gave for free",
  "statement.read": "Read bank statement",
  "statement.aside": "Dismissed bank lines",
  "rate.save": "Saved VAT rate",
  "rate.remove": "Removed VAT rate",
  "product.save": "Saved product",
  "coupon.add": "Made coupon",
  "coupon.pause": "Paused coupon",
  "coupon.resume": "Resumed coupon",
  "site.save": "Saved site settings",
  "site.model": "Set the language model",
  "site.first-run": "Dismissed a setup step",
  "site.demo": "Removed the demo",
  "upload.save": "Uploaded picture",
  "upload.remove": "Deleted picture",
  "payment.test": "Tested payment method",
  "account.change": "Changed account",
  "audit.purge": "Deleted old entries",
  "job.change": "Changed job",
  "backup.make": "Made backup",
  "mail.sample": "Sent sample",
  "digest.pause": "Paused weekly digest",
  "digest.resume": "Resumed weekly digest",
  "digest.preview": "Sent preview of the digest",
} as const;
export type AuditAction = keyof typeof AUDIT_ACTIONS;
type KindOf<A> = A extends `${infer Kind}.${string}` ? Kind : never;
export type AuditKind = KindOf<AuditAction>;

export const kindOf = (action: AuditAction): AuditKind => action.split(".")[0] as AuditKind;
export const AUDIT_KINDS = [...new Set(keysOf(AUDIT_ACTIONS).map(kindOf))];

/** The actor of commands, which have no account. */
export const COMMAND_LINE = "command line";
export const THE_SITE = "the site";

type Actor = { accountId: string; by: { name: string | null; email: string } | null };
export const actorOf = ({ accountId, by }: Actor): string =>
  by?.name ?? by?.email ?? ([COMMAND_LINE, THE_SITE].includes(accountId) ? accountId : "gone");

/** Replaces a deleted account in the log: stable, but not traceable to a person. */
export const pseudonymOf = (accountId: string): string => `deleted account ${accountId.slice(-6)}`;

export type AuditFacts = Record<string, string | number | boolean | null>;

const LONGEST = 120;

/** Long texts are stored as beginning and length; the object's history has the full text. */
const inShort = (value: AuditFacts[string]): AuditFacts[string] =>
  typeof value === "string" && lengthOf(value) > LONGEST
    ? `${beginningOf(value, LONGEST - 40).trimEnd()}… (${lengthOf(value)} characters)`
    : value;

/** The differing facts on both sides, or undefined. A fact that a side lacks is absent there. */
export function auditDifference(
  before: AuditFacts,
  after: AuditFacts,
): { before: AuditFacts; after: AuditFacts } | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => (before[name] ?? null) !== (after[name] ?? null),
  );
  if (names.length === 0) return undefined;
  const of = (facts: AuditFacts): AuditFacts =>
    Object.fromEntries(names.flatMap((name) => (facts[name] == null ? [] : [[name, inShort(facts[name])]])));
  return { before: of(before), after: of(after) };
}
