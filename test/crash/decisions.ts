import type Database from "better-sqlite3";
import type { Hands } from "./deeds.ts";
import type { Answer, Ledger } from "./ledger.ts";

/** Where the log keeps what a decision changes, by the kind of object. */
const FACTS: Record<string, { fact: string; now: string }> = {
  "review.decide": { fact: "status", now: "select status from reviews where id = ?" },
  "vote.rule": { fact: "ruling", now: "select ruling from votes where id = ?" },
  "product.save": { fact: "price in cents", now: "select cast(price_cents as text) from products where product = ?" },
  "account.change": { fact: "status", now: "select status from accounts where id = ?" },
  "listing.moderate": { fact: "status", now: "select status from listings where id = ?" },
};

/** What the team of the site decides. Each decision that holds is in the audit log once. */
export function decisionDeeds({ ground, ledger, random, form, set, mark }: Hands) {
  const admin = ground.people[0]!;
  const { accounts, listings, reviews, votes } = ground.bystanders;

  /** Only to another value than the one that holds, so that every decision that is taken leaves its line. */
  const decide = async (
    action: string,
    id: string | number,
    value: string,
    send: () => Promise<Answer>,
    notice: string,
  ): Promise<void> => {
    const name = `${action} ${id}`;
    const { known, isBusy, maybe } = ledger.register(name);
    if (isBusy || maybe.size > 0 || known === value) return;
    const lines = ledger.decided.get(name) ?? { least: 0, most: 0 };
    ledger.decided.set(name, lines);
    lines.most++;
    await set(name, value, send, ({ headers }) => headers.get("location")?.includes(notice) === true);
    const after = ledger.register(name);
    if (after.known === value) lines.least++;
    // One that was refused leaves no line; one whose answer got lost may have left one.
    else if (after.maybe.size === 0) lines.most--;
  };
  const known = (name: string) => ledger.register(name).known;
  for (const id of accounts) ledger.register(`account.change ${id}`).known = "active";
  for (const id of listings) ledger.register(`listing.moderate ${id}`).known = "live";
  for (const { id } of reviews) ledger.register(`review.decide ${id}`).known = "pending";

  return {
    decideReview: {
      weight: 1,
      async run(base: string) {
        const { id, seenAt } = random.pick(reviews);
        const isGood = random.chance(0.6);
        if (known(`review.decide ${id}`) !== "pending") return;
        const fields = { decision: isGood ? "approve" : "reject", seen_at: seenAt };
        const send = () => form(base, admin, `/admin/reviews/${id}`, fields);
        const verdict = isGood ? "published" : "rejected";
        await decide("review.decide", id, verdict, send, `review-${verdict}`);
      },
    },
    ruleVote: {
      weight: 1,
      async run(base: string) {
        const id = random.pick(votes);
        const isOut = known(`vote.rule ${id}`) !== "not_counted";
        const send = () => form(base, admin, `/admin/votes/${id}`, { decision: isOut ? "drop" : "restore" });
        await decide(
          "vote.rule",
          id,
          isOut ? "not_counted" : "counted",
          send,
          isOut ? "vote-dropped" : "vote-restored",
        );
      },
    },
    savePrice: {
      weight: 1,
      async run(base: string) {
        const product = random.pick(["launch", "featured-week", "extra-categories", "story-unlock", "media-unlock"]);
        const cents = 1000 + Number(mark("").slice(0, -1));
        const send = () =>
          form(base, admin, `/admin/products/${product}`, { price: (cents / 100).toFixed(2), active: "yes" });
        await decide("product.save", product, String(cents), send, "product-saved");
      },
    },
    suspendAccount: {
      weight: 0.5,
      async run(base: string) {
        const id = random.pick(accounts);
        const isOut = known(`account.change ${id}`) !== "suspended";
        const send = () => form(base, admin, `/admin/users/${id}`, { do: isOut ? "suspend" : "restore" });
        await decide("account.change", id, isOut ? "suspended" : "active", send, "notice=account-");
      },
    },
    suspendListing: {
      weight: 1,
      async run(base: string) {
        const id = random.pick(listings);
        const isOut = known(`listing.moderate ${id}`) !== "suspended";
        const fields = { step: isOut ? "suspend" : "restore", reason: "A test of crashes." };
        const send = () => form(base, admin, `/admin/listings/${id}/moderate`, fields);
        await decide("listing.moderate", id, isOut ? "suspended" : "live", send, "notice=listing-");
      },
    },
  };
}

export const DECISION_REGISTERS = Object.fromEntries(Object.entries(FACTS).map(([action, { now }]) => [action, now]));

/** The log tells each decision once: every line begins where the one before ended, and the last ends at what holds now. */
export function checkAudit(
  db: Database.Database,
  { decided }: Ledger,
  found: { lost: string[]; doubled: string[]; wrong: string[] },
): void {
  const lines = db.prepare(
    `select cast(before_json ->> ? as text) as before, cast(after_json ->> ? as text) as after ` +
      `from audit_entries where action = ? and object_id = ? order by id`,
  );
  for (const [name, { least, most }] of decided) {
    const [action = "", id = ""] = name.split(" ");
    const { fact, now } = FACTS[action]!;
    const path = `$."${fact}"`;
    const log = lines.all(path, path, action, id) as { before: string | null; after: string | null }[];
    const holds = db.prepare(now).pluck().get(id) ?? null;
    if (log.length < least) found.lost.push(`line of ${name} in the audit log: ${log.length} of ${least} decisions`);
    if (log.length > most) found.doubled.push(`line of ${name} in the audit log: ${log.length} of ${most} decisions`);
    for (const [index, line] of log.entries())
      if (index > 0 && line.before !== log[index - 1]!.after)
        found.doubled.push(`${name} in the audit log: from ${line.before}, after ${log[index - 1]!.after}`);
    if (log.length > 0 && log.at(-1)!.after !== holds)
      found.lost.push(`line of ${name} in the audit log: it is ${holds}, the last line says ${log.at(-1)!.after}`);
  }
}
