import { bankAccountOf } from "#core/settings/bank-account.ts";
import { documentTitle, type Invoice } from "#domain/invoices/invoice.ts";
import type { WordsOf } from "#domain/notifications/notification.ts";
import { moneyText } from "#domain/orders/money.ts";
import type { Order } from "#domain/orders/order.ts";
import { lineText, reasonText } from "#domain/orders/stored-words.ts";
import { missingCents, moneyNews, transferFacts } from "#domain/orders/transfer.ts";
import { given } from "#domain/text/given.ts";
import { momentText } from "#domain/time/date-words.ts";
import { type Text, t } from "#languages/words.ts";
import type { Message } from "#mail/messages.ts";
import {
  moneyBackMessage,
  orderAlarmMessage,
  orderCanceledMessage,
  orderDiffersMessage,
  orderDocumentMessage,
  orderFreeMessage,
  orderHeldMessage,
  orderMovedMessage,
  orderPaidMessage,
  orderRefundedMessage,
  orderRefundFailedMessage,
  transferAwaitedMessage,
  transferReminderMessage,
} from "#mail/order-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { invoiceUrl } from "../invoices/invoicing.ts";
import { notify } from "../notifications/notify.ts";

export type Telling = Pick<Deps, "settings" | "uuid" | "now" | "random" | "languages">;

const OTHER_MONEY = t`We received another payment for this order. You do not need to do anything: we will check it and email you.`;

export async function tellBuyer(
  tx: Tx,
  order: Order,
  news: "paid" | "held" | "moved" | "canceled" | "refunded" | "refund_failed" | "differs",
  documents: readonly Invoice[],
  deps: Telling,
): Promise<void> {
  const buyer = await tx.accounts.find(order.accountId);
  if (buyer?.status !== "active") return;
  const facts = {
    name: buyer.name,
    number: order.number,
    lines: order.lines.map(({ description }) => lineText(description)),
    total: moneyText(order.totalCents, order.currency),
    document: linkTo(documents.at(-1), deps),
  };
  const { settings } = deps;
  const payments = await tx.orders.payments(order.id);
  const reason = reasonText(order.statusReason);
  const isGiven = order.given !== null;
  const messages: Record<typeof news, () => Message> = {
    paid: () =>
      order.totalCents > 0 ? orderPaidMessage(settings, facts) : orderFreeMessage(settings, { ...facts, isGiven }),
    held: () => orderHeldMessage(settings, { ...facts, reason, hasChoice: order.hold === "undeliverable" }),
    moved: () => orderMovedMessage(settings, { ...facts, reason }),
    canceled: () => orderCanceledMessage(settings, { ...facts, reason }),
    refunded: () => orderRefundedMessage(settings, facts),
    refund_failed: () => orderRefundFailedMessage(settings, facts),
    differs: () =>
      orderDiffersMessage(settings, {
        ...facts,
        news: moneyNews(order, payments) ?? OTHER_MONEY,
        missing: missingFacts(order, missingCents(order, payments), settings),
      }),
  };
  await queueMail(tx, deps, messages[news](), buyer.email, { always: order.language });
  await notifyBuyer(tx, order, news, deps);
}

/** One notification per order, showing the latest news. */
const notifyBuyer = (
  tx: Tx,
  { accountId, number }: Order,
  news: WordsOf<"order">["news"],
  { now }: Pick<Telling, "now">,
): Promise<void> =>
  notify(tx, {
    accountId,
    kind: "order",
    key: `order:${number}`,
    words: { number, news },
    path: `/account/orders/${number}`,
    at: now(),
    by: null,
  });

/** Confirms a refund, with the last digits of the account. */
export async function tellMoneyBack(tx: Tx, order: Order, deps: Telling): Promise<void> {
  const buyer = await tx.accounts.find(order.accountId);
  const refunds = (await tx.refunds.ofOrder(order.id)).filter(({ doneAt }) => doneAt === null);
  if (buyer?.status !== "active" || refunds.length === 0) return;
  const cents = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const account = refunds.find((refund) => refund.account !== null)?.account ?? null;
  const facts = {
    name: buyer.name,
    number: order.number,
    total: moneyText(cents, order.currency),
    account: account && `…${account.slice(-4)}`,
  };
  await queueMail(tx, deps, moneyBackMessage(deps.settings, facts), buyer.email, { always: order.language });
  await notifyBuyer(tx, order, "money_back", deps);
}

function missingFacts({ number, currency }: Order, cents: number | undefined, settings: Telling["settings"]) {
  const account = bankAccountOf(settings);
  if (cents === undefined || !account) return [];
  return transferFacts(account, { amountCents: cents, currency, reference: number });
}

/** Emails transfer instructions to the buyer and the billing address, first or as a reminder. */
export async function tellOfTransfer(
  tx: Tx,
  order: Order,
  news: "awaited" | "reminder",
  pages: { checkout: string; proForma: string },
  deps: Telling,
): Promise<void> {
  const account = bankAccountOf(deps.settings);
  if (!account) return;
  const buyer = await tx.accounts.find(order.accountId);
  const isActive = buyer?.status === "active";
  const facts = {
    name: isActive ? buyer.name : null,
    number: order.number,
    total: moneyText(order.totalCents, order.currency),
    transfer: transferFacts(account, {
      ...{ amountCents: order.totalCents, currency: order.currency, reference: order.number },
    }),
    until: momentText(order.expiresAt),
    ...pages,
  };
  const message = (news === "awaited" ? transferAwaitedMessage : transferReminderMessage)(deps.settings, facts);
  const addresses = new Set([order.billing?.email, isActive ? buyer.email : undefined]);
  const languages = { always: order.language, language: buyer?.language };
  for (const address of addresses) if (address) await queueMail(tx, deps, message, address, languages);
  // The first time, the buyer has just chosen the transfer.
  if (isActive && news === "reminder") await notifyBuyer(tx, order, news, deps);
}

const linkTo = (document: Invoice | undefined, { settings }: Telling) =>
  document && { title: documentTitle(document), url: invoiceUrl(settings, document) };

/**
 * Emails documents to the billing address, and to the account's unless another email of this change
 * has the link.
 */
export async function sendDocuments(
  tx: Tx,
  order: Order,
  documents: readonly Invoice[],
  isTold: boolean,
  deps: Telling,
): Promise<void> {
  const buyer = await tx.accounts.find(order.accountId);
  const account = buyer?.status === "active" ? buyer.email : undefined;
  const addresses = new Set([order.billing?.email ?? account, ...(isTold ? [] : [account])]);
  if (isTold) addresses.delete(account);
  for (const document of documents)
    for (const address of addresses)
      if (address)
        await queueMail(
          tx,
          deps,
          orderDocumentMessage(deps.settings, { number: order.number, document: given(linkTo(document, deps)) }),
          address,
          { always: order.language, language: buyer?.language },
        );
}

export async function tellAdmins(tx: Tx, subject: Text, facts: readonly Text[], deps: Telling): Promise<void> {
  const message = orderAlarmMessage(deps.settings, { subject, facts });
  for (const { email } of await tx.accounts.admins()) await queueMail(tx, deps, message, email);
}
