/** What the people who run the site can do, as the audit log tells it. The part before the dot is the kind of object. */
export const AUDIT_ACTIONS = {
  "listing.moderate": "Moderated",
  "listing.merge": "Merged duplicate",
  "listing.pick": "Picked for a week",
  "listing.revenue": "Set revenue",
  "listing.attributes": "Set attributes",
  "listing.alternatives": "Set alternatives",
  "listing.version": "Put a version back",
  "review.decide": "Decided review",
  "claim.decide": "Decided claim",
  "vote.rule": "Ruled on vote",
  "week.capacity": "Set capacity",
  "category.save": "Saved category",
  "question.save": "Saved question",
  "post.save": "Saved post",
  "order.pay": "Marked as paid",
  "order.poll": "Asked the provider",
  "order.refund": "Refunded",
  "order.release": "Released order",
  "product.save": "Saved product",
  "payment.test": "Tested way to pay",
  "account.change": "Changed account",
  "job.change": "Changed job",
  "backup.make": "Made backup",
} as const;
export type AuditAction = keyof typeof AUDIT_ACTIONS;
type KindOf<A> = A extends `${infer Kind}.${string}` ? Kind : never;
export type AuditKind = KindOf<AuditAction>;

export const kindOf = (action: AuditAction): AuditKind => action.split(".")[0] as AuditKind;
export const AUDIT_KINDS = [...new Set((Object.keys(AUDIT_ACTIONS) as AuditAction[]).map(kindOf))];

/** Who acts where nobody is signed in: whoever may run commands on the server. */
export const COMMAND_LINE = "command line";

/** Facts about an object by their names, as an entry keeps them. */
export type AuditFacts = Record<string, string | number | boolean | null>;

const LONGEST = 120;

/** Long texts are kept by their beginning and their length: the log says that they changed, the object's own history how. */
const inShort = (value: AuditFacts[string]): AuditFacts[string] =>
  typeof value === "string" && value.length > LONGEST
    ? `${value.slice(0, LONGEST - 40).trimEnd()}… (${value.length} characters)`
    : value;

/** The facts that differ, on both sides; undefined when none does. A fact that one side has not is absent there. */
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
