import { documentTitle, type Invoice } from "../../domain/invoice.ts";
import { showMoney } from "../../domain/money.ts";
import type { Order } from "../../domain/order.ts";
import type { Message } from "../../mail/messages.ts";
import {
  orderAlarmMessage,
  orderDocumentMessage,
  orderHeldMessage,
  orderPaidMessage,
  orderRefundedMessage,
} from "../../mail/order-messages.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { invoiceUrl } from "./invoicing.ts";

export type Telling = Pick<Deps, "settings" | "uuid" | "now" | "random">;

/** Emails about an order, in the change that they report. */
export async function tellBuyer(
  tx: Tx,
  order: Order,
  news: "paid" | "held" | "refunded",
  documents: readonly Invoice[],
  deps: Telling,
): Promise<void> {
  const buyer = await tx.accounts.find(order.accountId);
  if (buyer?.status !== "active") return;
  const facts = {
    name: buyer.name,
    number: order.number,
    lines: order.lines.map(({ description }) => description),
    total: showMoney(order.totalCents, order.currency),
    document: linkTo(documents.at(-1), deps),
  };
  const { settings } = deps;
  const messages: Record<typeof news, () => Message> = {
    paid: () => orderPaidMessage(settings, facts),
    held: () => orderHeldMessage(settings, { ...facts, reason: order.statusReason ?? "" }),
    refunded: () => orderRefundedMessage(settings, facts),
  };
  await queueMail(tx, deps, messages[news](), buyer.email);
}

const linkTo = (document: Invoice | undefined, { settings }: Telling) =>
  document && { title: documentTitle(document), url: invoiceUrl(settings, document) };

/**
 * Emails documents to the billing address, and to the account's if no other email of this change
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
          orderDocumentMessage(deps.settings, { number: order.number, document: linkTo(document, deps)! }),
          address,
        );
}

export async function tellAdmins(tx: Tx, subject: string, facts: string[], deps: Telling): Promise<void> {
  const message = orderAlarmMessage(deps.settings, { subject, facts });
  for (const { email } of await tx.accounts.admins()) await queueMail(tx, deps, message, email);
}
