import { bankAccountOf, TRANSFER_SETTINGS } from "#core/settings/bank-account.ts";
import type { Settings } from "#core/settings/config.ts";
import { SELLING_CURE, sellingFault } from "#core/settings/selling.ts";
import { MODEL_FAILURES, type ModelCall } from "#domain/drafts/model-call.ts";
import { given } from "#domain/text/given.ts";
import { momentText } from "#domain/time/date-words.ts";
import { joined, plural, type Text, t, type Words } from "#languages/words.ts";
import type { Questions } from "#store/questions.ts";
import { isNamed, missingPage } from "../site/missing-page.ts";
import { type Finding, Ill, look } from "./finding.ts";
import { checkSecrets } from "./secrets.ts";
import { checkThreshold } from "./threshold.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LATE_MS = 15 * MINUTE_MS;
const CLOCK_MS = 5 * MINUTE_MS;
/** Payments in this period show whether webhooks arrive. */
const NOTICED_MS = 7 * 24 * HOUR_MS;

export function examineRows(db: Questions, settings: Settings, now: Date): Promise<Finding[]> {
  const at = now.getTime();
  const { one } = db;

  return Promise.all([
    look("clock", async () => {
      const newest = (await one<number | null>("select max(created_at) from jobs")) ?? 0;
      if (newest > at + CLOCK_MS)
        throw new Ill(
          t`the clock shows ${momentText(now)}, but a job was created on ${momentText(new Date(newest))}`,
          t`Set the clock of this machine and sync it with a time server. If it is right now, it was ahead before: nothing is lost, and this message disappears on ${momentText(new Date(newest - CLOCK_MS))}.`,
        );
      return t`${momentText(now)}, not behind stored times`;
    }),
    look("admin", async () => {
      if (await one("select 1 from accounts where is_admin = 1 and status <> 'deleted'")) return t`there is one`;
      throw new Ill(t`there is no admin`, t`Open the setup link that serve prints, or: debut user create --admin`);
    }),
    look("pages", () => checkPages(db, settings)),
    look("jobs", () => checkJobs(db, at)),
    look("model", () => checkModel(db, at)),
    look("mails", async () => {
      const failed = await one<number>("select count(*) from mails where state = 'failed'");
      const kept = await one<number>("select count(*) from mails where state = 'kept'");
      if (failed) throw new Ill(t`${failed} could not be delivered`, t`See /admin/outbox for the reasons.`);
      const late = given(
        (
          await db.all<{ count: number; reason: string | null }>(
            "select count(*) as count, max(last_error) as reason from mails where state = 'queued' and created_at < ?",
            at - HOUR_MS,
          )
        )[0],
      );
      if (late.count)
        throw new Ill(
          t`${plural(
            late.count,
            "has been waiting for more than an hour",
            "have been waiting for more than an hour",
          )}: ${late.reason ?? t`not tried yet`}`,
          t`Is the mail server of SMTP_URL up? Each email is retried for three days, then it fails.`,
        );
      if (kept && settings.SMTP_URL) return t`${kept} from before there was a mail server are in /admin/outbox`;
      return settings.CONTACT_EMAIL
        ? t`none are stuck`
        : t`none are stuck; nobody reads answers to emails, so they ask for the contact form: set CONTACT_EMAIL`;
    }),
    look("secrets", () => checkSecrets(db, settings)),
    look("webhooks", () => checkWebhooks(db, at)),
    look("orders", () => checkOrders(db)),
    look("invoices", () => checkInvoices(db, settings, at)),
    look("payments", () => checkPayments(db, settings, at)),
    look("threshold", () => checkThreshold(db, settings, now)),
  ]);
}

async function checkPages(db: Questions, settings: Settings): Promise<Text> {
  const own = (await db.all<{ value: string }>("select slug as value from site_pages")).map(({ value }) => value);
  const missing = missingPage(settings, own);
  if (missing) throw new Ill(t`visitors cannot see who runs the site`, missing);
  if (!isNamed(settings, own)) return t`the imprint names no operator, which a public site requires`;
  return own.length ? t`${own.length} written by the team, the others standard` : t`standard texts`;
}

/** Fails if none of the last calls within a week worked. */
async function checkModel(db: Questions, at: number): Promise<Text> {
  const calls = await db.all<Pick<ModelCall, "model" | "failure" | "detail">>(
    "select model, failure, detail from model_calls where at > ? order by id desc limit 5",
    at - NOTICED_MS,
  );
  const [last] = calls;
  if (!last) return t`not used in 7 days`;
  if (last.failure && calls.every(({ failure }) => failure !== null))
    throw new Ill(
      calls.length === 1
        ? t`the last call of ${last.model} failed: ${last.detail ?? ""}`
        : t`the last ${calls.length} calls of ${last.model} failed: ${last.detail ?? ""}`,
      joined([MODEL_FAILURES[last.failure], t`Then draft a sample at /admin/settings/model.`], " "),
    );
  return t`${last.model} answers`;
}

async function checkJobs(db: Questions, at: number): Promise<Text> {
  const failed = await db.all<{ kind: string; count: number }>(
    "select kind, count(*) as count from jobs where state = 'failed' group by kind order by kind",
  );
  if (failed.length)
    throw new Ill(
      t`failed for good: ${failed.map(({ kind, count }) => `${count} ${kind}`).join(", ")}`,
      t`See debut jobs list --state failed, fix the cause, then run debut jobs retry --all`,
    );
  const late = await db.all<{ kind: string; count: number; since: number }>(
    `select kind, count(*) as count, min(run_at) as since from jobs
       where state in ('queued', 'running') and run_at < ? group by kind order by since`,
    at - LATE_MS,
  );
  const lateWords = ({ kind, count, since }: (typeof late)[number]) =>
    t`${count} ${kind}, the oldest overdue by ${plural(Math.round((at - since) / MINUTE_MS), "minute")}`;
  if (late.length)
    throw new Ill(
      t`late: ${joined(late.map(lateWords), "; ")}`,
      t`Is the site running (debut serve)? If so, restart it: interrupted jobs continue.`,
    );
  const open = await db.one<number>("select count(*) from jobs where state in ('queued', 'running')");
  return t`${open ?? 0} waiting or running, none late`;
}

async function checkWebhooks(db: Questions, at: number): Promise<Text> {
  const { late, oldest } = given(
    (
      await db.all<{ late: number; oldest: number }>(
        `select count(*) as late, min(next_at) as oldest from webhook_deliveries delivery
       join webhook_endpoints endpoint on endpoint.id = delivery.endpoint_id
       where state = 'waiting' and next_at < ? and off_since is null and coalesce(held_until, 0) < ?`,
        at - LATE_MS,
        at - LATE_MS,
      )
    )[0],
  );
  if (late)
    throw new Ill(
      t`${plural(late, "delivery hangs", "deliveries hang")}, the oldest overdue by ${plural(
        Math.round((at - oldest) / MINUTE_MS),
        "minute",
      )}`,
      t`Is the site running (debut serve)? If so, restart it: what is overdue is sent within ten minutes.`,
    );
  const failing = await db.one<number>(
    "select count(*) from webhook_endpoints where off_since is null and failing_since is not null",
  );
  return failing ? t`none hang; endpoints that fail: ${failing}, retried for three days` : t`none hang`;
}

type Dispute = { number: string; due: number | null };

function disputeWords(disputes: readonly Dispute[]): Words[] {
  const [first] = disputes;
  if (!first) return [];
  const count = plural(disputes.length, "is disputed", "are disputed");
  return [first.due === null ? count : t`${count}, evidence for ${first.number} by ${momentText(new Date(first.due))}`];
}

/** Orders whose payment needs a decision. Waiting for a transfer is normal. */
async function checkOrders(db: Questions): Promise<Text> {
  const held = (await db.one<number>("select count(*) from orders where status = 'on_hold'")) ?? 0;
  const disputes =
    await db.all<Dispute>(`select number, min(dispute_due_at) as due from orders join payments on order_id = orders.id
       where status = 'disputed' and dispute = 'open' group by orders.id
        order by min(dispute_due_at) is null, min(dispute_due_at), orders.id`);
  const faults = [
    held > 0 &&
      plural(
        held,
        "is paid and on hold because of the amount or the listing",
        "are paid and on hold because of the amount or the listing",
      ),
    ...disputeWords(disputes),
  ];
  if (held > 0 || disputes.length > 0)
    throw new Ill(
      joined(faults, "; "),
      joined(
        [
          held > 0 &&
            t`Open /admin/orders and choose the status on hold. Decide about each order. Buyers whose week is full can also decide.`,
          disputes.length > 0 && t`Open /admin/orders?status=disputed. Submit evidence at the provider in time.`,
        ],
        " ",
      ),
    );
  const due = await db.one<number>(
    "select count(*) from orders where status = 'pending' and exists (select 1 from payments where " +
      "order_id = orders.id and provider = 'manual')",
  );
  return due ? t`${due} wait for a bank transfer` : t`none are held`;
}

const RATE_LATE_MS = 48 * HOUR_MS;

/** Whether required seller settings are present, and which invoices are blocked. */
async function checkInvoices(db: Questions, settings: Settings, at: number): Promise<Text> {
  const fault = sellingFault(settings);
  const isOffered = hasProvider(settings) || bankAccountOf(settings) !== undefined;
  if (fault && isOffered) throw new Ill(t`nothing is sold: ${fault}`, SELLING_CURE);
  const waits = await db.all<{ reason: string; count: number; since: number }>(
    "select reason, count(*) as count, min(since) as since from invoice_waits group by reason",
  );
  const waiting = (reason: string) => waits.find((wait) => wait.reason === reason);
  const numberless = waiting("vat_number");
  if (numberless)
    throw new Ill(
      t`${plural(numberless.count, "invoice")} with VAT cannot be issued: SELLER_VAT_NUMBER is not set`,
      SELLING_CURE,
    );
  const rateless = waiting("exchange_rate");
  if (rateless && rateless.since < at - RATE_LATE_MS)
    throw new Ill(
      t`${plural(rateless.count, "invoice")} waiting for an exchange rate since ${momentText(new Date(rateless.since))}`,
      t`The log says why rates could not be read. Set EXCHANGE_RATES_FILE to a file of the European Central Bank with that day.`,
    );
  return rateless
    ? t`${plural(rateless.count, "invoice")} waiting for the exchange rate of the day, which is published in the afternoon`
    : fault
      ? t`none wait; before anything is sold, set what is missing: ${fault}`
      : t`none wait`;
}

const hasProvider = (settings: Settings): boolean =>
  [settings.STRIPE_SECRET_KEY, settings.PAYPAL_CLIENT_ID, settings.BTCPAY_URL, settings.PADDLE_API_KEY].some(
    (setting) => setting !== undefined,
  );

async function checkPayments(db: Questions, settings: Settings, at: number): Promise<Text> {
  const rows = await db.all<{ provider: string; paid: number; told: number }>(
    `select provider, count(*) as paid, sum(exists (select 1 from payment_events e where e.provider = p.provider
         and e.payment_id = p.payment_id and e.event_id not like 'poll:%')) as told
       from payments p where is_paid = 1 and provider <> 'manual' and started_at between ? and ? group by provider`,
    at - NOTICED_MS,
    at - HOUR_MS,
  );
  const silent = rows.filter(({ told }) => told === 0).map(({ provider }) => provider);
  const webhook = `${settings.BASE_URL}/webhooks/${silent[0]}`;
  if (silent.length)
    throw new Ill(
      t`no webhook arrived from ${silent.join(", ")} in 7 days; payments were found by polling`,
      t`At the provider, check the webhook ${webhook}: its URL, its secret and its failed deliveries.`,
    );
  const off = bankAccountOf(settings) ? undefined : t`bank transfer is not offered without ${TRANSFER_SETTINGS}`;
  if (off && rows.length === 0 && !hasProvider(settings)) {
    const waiting = await db.one<number>(
      "select count(*) from orders where status in ('pending', 'failed') and expires_at > ?",
      at,
    );
    if (waiting)
      throw new Ill(
        t`nobody can pay ${plural(waiting, "open order")}: no provider is set up, and ${off}`,
        t`Set BANK_IBAN, or the settings of a provider: see docs/payments.md.`,
      );
    return t`payments are off: no provider is set up, and ${off}`;
  }
  const webhooks = rows.length ? t`webhooks arrive` : t`there were no payments in 7 days`;
  return joined([webhooks, off], "; ");
}
