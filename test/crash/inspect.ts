import Database from "better-sqlite3";
import { UNANSWERED } from "../../jobs/send-mail.ts";
import { asMatch, checkSearchIndex, wordsIn } from "../../store/search/check-index.ts";
import { checkDatabase } from "../../store/sqlite/check.ts";
import { counters, recomputed } from "../helpers/community.ts";
import { rawConnection } from "../helpers/postgres/raw.ts";
import { checkTokens } from "./credentials.ts";
import { checkAudit, DECISION_REGISTERS } from "./decisions.ts";
import type { Delivery, Ground } from "./ground.ts";
import type { Ledger } from "./ledger.ts";
import { checkEvents } from "./sent-events.ts";

/** Mails that the job runner sends at a time, news among them: what a crash can cut off between the server's yes and the note of it. */
const MAILS_AT_ONCE = 4;

export type Finding = { lost: string[]; doubled: string[]; wrong: string[] };

/** Everything that broke a promise, a line each. */
export const brokenBy = ({ lost, doubled, wrong, faults }: Finding & { faults: string[] }): string[] =>
  Object.entries({ lost, doubled, wrong, faults }).flatMap(([kind, texts]) => texts.map((text) => `${kind}: ${text}`));

/**
 * Holds a database against everything that was promised, in one snapshot. With `url` it is on PostgreSQL, and
 * `file` is where one of its nodes searches. What is undecided stays so while the server that decides it is alive.
 */
export function inspect(
  { deliveries, received }: Pick<Ground, "deliveries" | "received">,
  file: string,
  ledger: Ledger,
  { isOver = false, isAlive = false, url = undefined as string | undefined } = {},
): Finding {
  const found: Finding = { lost: [], doubled: [], wrong: [] };
  found.wrong.push(...checkDatabase(file));
  const searched = new Database(file, { readonly: true });
  const db = url === undefined ? searched : (rawConnection(url) as never as Database.Database);
  try {
    if (url === undefined) db.exec("begin");
    checkPromises(db, ledger, found);
    checkRegisters(db, ledger, found, isAlive);
    checkOnce(db, found);
    checkMoney(db, ledger, found, isOver);
    checkTokens(db, ledger.families, found);
    checkAudit(db, ledger, found);
    checkCounters(db, found);
    checkSearch(searched, found);
    checkMails(db, deliveries, found, isOver);
    checkEvents(db, received, found, isOver);
    if (isOver) checkEnd(db, found);
  } finally {
    searched.close();
  }
  return found;
}

/** The marks that are there, by kind of promise. */
const PROMISES: Record<string, string> = {
  draft: "select id from drafts",
  listing: "select id from listings",
  invite: "select email from invites",
  update: "select title from listing_updates",
  milestone: "select json_extract(value, '$.title') from listings, json_each(profile_json, '$.milestones')",
  order: "select number from orders",
  event: "select event_id from payment_events",
  claim: "select id from claims",
  "verified claim":
    "select claims.id from claims join listing_members using (listing_id, account_id) where status = 'verified'",
  account: "select email from accounts",
  client: "select id from oauth_objects where model = 'Client'",
};

/** What was acknowledged is there, once. */
function checkPromises(db: Database.Database, { promised }: Ledger, found: Finding): void {
  for (const [kind, marks] of promised) {
    const there = countsOf(db.prepare(PROMISES[kind]!).pluck().all());
    for (const mark of marks) {
      const times = there.get(mark) ?? 0;
      if (times === 0) found.lost.push(`${kind} ${mark}`);
      if (times > 1) found.doubled.push(`${kind} ${mark} (${times})`);
    }
  }
}

function countsOf(values: unknown[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  return counts;
}

const REGISTERS: Record<string, string> = {
  "draft-tagline": "select json_extract(content_json, '$.fields.tagline.value') from drafts where id = ?",
  "listing-summary": "select json_extract(profile_json, '$.summary') from listings where id = ?",
  interview: "select answer from interview_answers where account_id = ? and question_id = 1",
  vote: `select iif(withdrawn_at is null, 'on', 'off') from votes join listings on listings.id = listing_id
    where account_id = ? and slug = ?`,
  follow: "select 'on' from follows join listings on listings.id = listing_id where account_id = ? and slug = ?",
  review: "select body from reviews join listings on listings.id = listing_id where account_id = ? and slug = ?",
  key: "select iif(revoked_at is null, 'works', 'revoked') from api_keys where hash = ?",
  ...DECISION_REGISTERS,
};
const ABSENT: Record<string, string> = { vote: "off", follow: "off" };

/** What has one value has the one that was acknowledged last, or one whose answer got lost. */
function checkRegisters(db: Database.Database, { registers }: Ledger, found: Finding, isAlive: boolean): void {
  for (const [name, register] of registers) {
    const [kind = "", ...keys] = name.split(" ");
    const actual =
      (db
        .prepare(REGISTERS[kind]!)
        .pluck()
        .get(...keys) as string | null | undefined) ??
      ABSENT[kind] ??
      null;
    const isInitial = register.known === null;
    if (actual !== register.known && !(actual !== null && register.maybe.has(actual)) && !isInitial)
      found.lost.push(`${name} is ${actual}, not ${register.known} (or ${[...register.maybe].join(", ")})`);
    if (isAlive) continue;
    // From here on it is known: the server that left it undecided is dead.
    if (!isInitial || (actual !== null && register.maybe.has(actual))) register.known = actual;
    register.maybe.clear();
  }
}

/** As many effects as keys: the two commit together, so every difference is an effect without its key, or a second one. */
const EFFECTS: [effect: string, operations: string[], count: string][] = [
  ["drafts", ["submit_listing"], "select count(*) from drafts"],
  ["updates", ["post_listing_update"], "select count(*) from listing_updates"],
  ["orders", ["create_checkout"], "select count(*) from orders"],
  ["invites", ["invite_cofounder"], "select count(*) from invites"],
  ["milestones", ["add_milestone"], "select count(*) from listings, json_each(profile_json, '$.milestones')"],
  ["claims", ["claim_listing"], "select count(*) from claims"],
];

function checkOnce(db: Database.Database, { wrong, doubled }: Finding): void {
  for (const [effect, operations, sql] of EFFECTS) {
    const keys = db
      .prepare(
        `select count(*) from idempotency_keys where status < 400 and operation in (${operations.map(() => "?")})`,
      )
      .pluck()
      .get(...operations) as number;
    const effects = db.prepare(sql).pluck().get() as number;
    if (effects !== keys) (effects > keys ? doubled : wrong).push(`${effects} ${effect} by ${keys} requests`);
  }
  for (const [what, sql] of [
    ["update", "select title from listing_updates group by title having count(*) > 1"],
    ["invite", "select email from invites group by email having count(*) > 1"],
    ["draft", "select url from drafts group by url having count(*) > 1"],
    ["listing", "select site_key from listings group by site_key having count(*) > 1"],
  ] as const)
    for (const mark of db.prepare(sql).pluck().all()) doubled.push(`${what} ${mark}`);
}

function checkMoney(db: Database.Database, { orders }: Ledger, found: Finding, isOver: boolean): void {
  const subjects = countsOf(db.prepare("select subject from mails").pluck().all());
  const row = db.prepare(
    `select status, (select sum(amount_cents) from billboard_contributions where id = number || '/1') as given
     from orders where number = ?`,
  );
  for (const order of orders.values()) {
    const { number, netCents, isAcknowledged } = order;
    const now = row.get(number) as { status: string; given: number | null } | undefined;
    if (!now) continue; // told of above
    const mails = subjects.get(`Your order ${number} is paid`) ?? 0;
    if (isAcknowledged && now.status !== "paid") found.lost.push(`payment of ${number}: it is ${now.status}`);
    if (mails > 1) found.doubled.push(`mail on the payment of ${number}`);
    if ((now.status === "paid") !== (mails === 1)) found.wrong.push(`${number} is ${now.status} with ${mails} mails`);
    if (now.given !== null && now.given !== netCents)
      found.wrong.push(`${number} gave ${now.given} of ${netCents} cents`);
    if (isOver && now.status === "paid" && now.given === null) found.lost.push(`what ${number} stands for`);
  }
}

function checkCounters(db: Database.Database, { wrong }: Finding): void {
  const kept = counters(db) as { id: number; trending: number }[];
  for (const [index, expected] of recomputed(db).entries()) {
    const { trending, ...rest } = kept[index]!;
    const { trending: sum, ...others } = expected;
    if (JSON.stringify(rest) !== JSON.stringify(others))
      wrong.push(`counters of listing ${rest.id}: ${JSON.stringify(rest)}, not ${JSON.stringify(others)}`);
    // A sum of fractions depends on its order.
    if (Math.abs(trending - sum) > 1e-6 * Math.max(1, Math.abs(sum))) wrong.push(`trending of listing ${rest.id}`);
  }
  const founders = db
    .prepare(
      `select slug from founders where live_listings <> (select count(*) from listing_founders link
        join listings on listings.id = link.listing_id where link.founder_id = founders.id and listings.status = 'live')`,
    )
    .pluck();
  for (const slug of founders.all()) wrong.push(`live listings of founder ${slug}`);
  const versions = db
    .prepare(
      "select id from listings where version <> (select max(version) from listing_versions where listing_id = id)",
    )
    .pluck();
  for (const id of versions.all()) wrong.push(`newest version of listing ${id}`);
}

/** Every listing is found by each of its words and by no other. */
function checkSearch(db: Database.Database, { wrong }: Finding): void {
  wrong.push(...checkSearchIndex(db, { sampleEvery: 10 }));
  const expected = new Map<string, Set<number>>();
  type Row = { listing_id: number; words: string };
  for (const { listing_id, words } of db.prepare("select listing_id, words from listing_texts").all() as Row[])
    for (const word of wordsIn(words)) expected.set(word, (expected.get(word) ?? new Set()).add(listing_id));
  const vocabulary = db.prepare("select term from listing_search_words").pluck().all() as string[];
  const matches = db.prepare("select count(*) from listing_search where listing_search match ?").pluck();
  for (const word of new Set([...vocabulary, ...expected.keys()])) {
    const count = matches.get(asMatch(word));
    if (count !== (expected.get(word)?.size ?? 0)) wrong.push(`"${word}" finds ${count} listings`);
  }
}

/**
 * A mail may come twice only when the process died after the mail server took it and before the database knew: SMTP has no way to
 * ask. So never twice by one process, and for each death at most as many as were being sent. Both have the same Message-ID.
 */
function checkMails(db: Database.Database, deliveries: Delivery[], found: Finding, isOver: boolean): void {
  const byMail = Map.groupBy(deliveries, ({ mailId }) => mailId);
  const cutOff = new Map<number, number>();
  for (const [mailId, all] of byMail) {
    const lives = all.map(({ life }) => life);
    if (new Set(lives).size !== lives.length) found.doubled.push(`mail ${mailId} within one life of the process`);
    for (const life of lives.slice(0, -1)) cutOff.set(life, (cutOff.get(life) ?? 0) + 1);
  }
  for (const [life, count] of cutOff)
    if (count > MAILS_AT_ONCE) found.doubled.push(`${count} mails of process ${life}`);
  const known = new Set(db.prepare("select id from mails").pluck().all() as string[]);
  // A mail that is sent while this looks is newer than the snapshot, but its row is older than its sending.
  for (const mailId of byMail.keys())
    if (!known.has(mailId) && isOver) found.wrong.push(`mail ${mailId} was sent and is in no table`);
  const missing = (db.prepare(SENT_MAILS).all() as { id: string; last_error: string | null }[]).filter(
    ({ id }) => !byMail.has(id),
  );
  // News is marked just before its last bytes, so that nobody gets it twice: a kill between the two loses what was being sent.
  const unanswered = missing.filter(({ last_error }) => last_error === UNANSWERED);
  const deaths = Math.max(0, ...deliveries.map(({ life }) => life));
  if (unanswered.length > Math.max(MAILS_AT_ONCE, deaths))
    found.lost.push(`${unanswered.length} mails between their mark and their end`);
  for (const { id, last_error } of missing)
    if (last_error !== UNANSWERED) found.lost.push(`mail ${id}, which counts as sent`);
  const twice = db
    .prepare(
      `select recipient || ' ' || unsubscribe_url from mails where unsubscribe_url is not null
       group by 1 having count(*) > 1`,
    )
    .pluck();
  for (const mail of twice.all()) found.doubled.push(`news to ${mail}`);
  const recipients = countsOf(db.prepare("select recipient from mails").pluck().all());
  for (const email of db.prepare("select email from invites").pluck().all() as string[])
    if (recipients.get(email) !== 1) found.wrong.push(`invitation of ${email} without its one mail`);
}

const SENT_MAILS = "select id, last_error from mails where state = 'sent'";
const UNSENT_MAILS = `select concat_ws(' ', 'mail', mails.id, mails.state, mails.last_error, 'job', jobs.state, jobs.last_error)
  from mails left join jobs on json_extract(jobs.payload_json, '$.mailId') = mails.id where mails.state <> 'sent'`;

/** Nothing waits any more. */
function checkEnd(db: Database.Database, { lost, wrong }: Finding): void {
  for (const url of db.prepare("select url from drafts where status <> 'ready'").pluck().all())
    lost.push(`draft of ${url}`);
  for (const text of db.prepare(UNSENT_MAILS).pluck().all()) lost.push(String(text));
  for (const id of db.prepare("select id || ': ' || last_error from jobs where state = 'failed'").pluck().all())
    wrong.push(`job ${id}`);
}
