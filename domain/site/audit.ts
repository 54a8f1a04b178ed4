import { type Text, t, type Words } from "#languages/words.ts";
import { keysOf } from "../text/keys.ts";
import { beginningOf, lengthOf } from "../text/text.ts";

/** Actions of site admins in the audit log. The part before the dot is the kind of object. */
export const AUDIT_ACTIONS = {
  "listing.moderate": t`Moderated`,
  "listing.edit": t`Edited listing`,
  "listing.delete": t`Deleted listing`,
  "listing.undelete": t`Restored listing`,
  "listing.merge": t`Merged duplicate`,
  "listing.pick": t`Changed team pick`,
  "listing.revenue": t`Set revenue`,
  "listing.attributes": t`Set attributes`,
  "listing.alternatives": t`Set alternatives`,
  "listing.version": t`Restored version`,
  "listing.pause": t`Paused own listing`,
  "listing.resume": t`Resumed own listing`,
  "listing.withdraw": t`Withdrew own launch`,
  "listing.update": t`Edited own update`,
  "bulk.change": t`Changed listings`,
  "bulk.undo": t`Undid bulk change`,
  "launch.move": t`Moved own launch`,
  "review.decide": t`Decided review`,
  "report.decide": t`Decided report`,
  "report.appeal": t`Decided appeal`,
  "text.decide": t`Decided held text`,
  "words.save": t`Saved watched words`,
  "comment.decide": t`Decided comment`,
  "claim.decide": t`Decided claim`,
  "collection.decide": t`Decided collection`,
  "vote.rule": t`Decided vote`,
  "week.capacity": t`Set week capacity`,
  "category.save": t`Saved category`,
  "import.read": t`Uploaded import`,
  "import.check": t`Checked import`,
  "import.run": t`Imported listings`,
  "import.undo": t`Undid import`,
  "source.add": t`Added import source`,
  "source.read": t`Read import source`,
  "source.pause": t`Paused import source`,
  "source.resume": t`Resumed import source`,
  "source.delete": t`Deleted import source`,
  "search.save": t`Saved search rule`,
  "search.delete": t`Deleted search rule`,
  "field.save": t`Saved field`,
  "field.move": t`Moved field`,
  "field.delete": t`Deleted field`,
  "category.arrange": t`Moved category`,
  "category.remove": t`Deleted category`,
  "category.import": t`Imported categories`,
  "category.preset": t`Used a preset`,
  "question.save": t`Saved interview question`,
  "post.save": t`Saved post`,
  "page.save": t`Saved page`,
  "page.delete": t`Deleted page`,
  "order.pay": t`Marked as paid`,
  "order.correct": t`Corrected amount`,
  "order.invoice": t`Corrected invoice`,
  "order.decline": t`Declined correction`,
  "order.vat": t`Checked VAT number`,
  "order.poll": t`Checked with provider`,
  "order.refund": t`Recorded refund`,
  "order.release": t`Released order`,
  "order.move": t`Changed week`,
  "order.cancel": t`Canceled order`,
  "order.give": t`Gave for free`,
  "statement.read": t`Uploaded bank statement`,
  "statement.aside": t`Dismissed bank lines`,
  "rate.save": t`Saved VAT rate`,
  "rate.remove": t`Removed VAT rate`,
  "product.save": t`Saved product`,
  "coupon.add": t`Created coupon`,
  "coupon.pause": t`Paused coupon`,
  "coupon.resume": t`Resumed coupon`,
  "site.save": t`Saved site settings`,
  "site.start": t`Set up site`,
  "translation.save": t`Saved translation`,
  "sentence.save": t`Changed wording`,
  "sentence.reset": t`Reset wording`,
  "site.model": t`Set language model`,
  "site.first-run": t`Skipped setup step`,
  "site.demo": t`Removed demo`,
  "upload.save": t`Uploaded picture`,
  "upload.remove": t`Deleted picture`,
  "payment.test": t`Tested payment method`,
  "account.change": t`Changed account`,
  "audit.purge": t`Deleted old entries`,
  "job.change": t`Changed job`,
  "backup.make": t`Created backup`,
  "mail.sample": t`Sent sample email`,
  "digest.pause": t`Paused weekly digest`,
  "digest.resume": t`Resumed weekly digest`,
  "digest.preview": t`Sent digest preview`,
  "channel.add": t`Added channel`,
  "channel.change": t`Changed channel`,
  "channel.test": t`Sent test to channel`,
  "channel.on": t`Turned on channel`,
  "channel.off": t`Turned off channel`,
  "channel.delete": t`Deleted channel`,
} as const satisfies Record<string, Words>;
export type AuditAction = keyof typeof AUDIT_ACTIONS;
type KindOf<A> = A extends `${infer Kind}.${string}` ? Kind : never;
export type AuditKind = KindOf<AuditAction>;

export const kindOf = (action: AuditAction): AuditKind => action.split(".")[0] as AuditKind;
export const AUDIT_KINDS = [...new Set(keysOf(AUDIT_ACTIONS).map(kindOf))];

/** The actor of commands, which have no account. */
export const COMMAND_LINE = "command line";
export const THE_SITE = "the site";

type Actor = { accountId: string; by: { name: string | null; email: string } | null };
const PROGRAMS = new Map([
  [COMMAND_LINE, t`command line`],
  [THE_SITE, t`the site`],
]);
export const actorOf = ({ accountId, by }: Actor): Text =>
  by?.name ?? by?.email ?? PROGRAMS.get(accountId) ?? t`deleted account`;

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
