import type { Deps } from "../context.ts";
import { showMoney } from "../domain/money.ts";
import type { Order } from "../domain/order.ts";
import type { Message } from "../mail/messages.ts";
import { orderAlarmMessage, orderHeldMessage, orderPaidMessage, orderRefundedMessage } from "../mail/order-messages.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { Tx } from "../store/store.ts";

export type Telling = Pick<Deps, "settings" | "uuid" | "now">;

/** Mails of an order, in the change that makes them true. */
export async function tellBuyer(
  tx: Tx,
  order: Order,
  news: "paid" | "held" | "refunded",
  deps: Telling,
): Promise<void> {
  const buyer = await tx.accounts.find(order.accountId);
  if (buyer?.status !== "active") return;
  const facts = {
    name: buyer.name,
    number: order.number,
    lines: order.lines.map(({ description }) => description),
    total: showMoney(order.totalCents, order.currency),
  };
  const { settings } = deps;
  const messages: Record<typeof news, () => Message> = {
    paid: () => orderPaidMessage(settings, facts),
    held: () => orderHeldMessage(settings, { ...facts, reason: order.statusReason ?? "" }),
    refunded: () => orderRefundedMessage(settings, facts),
  };
  await queueMail(tx, deps, messages[news](), buyer.email);
}

export async function tellAdmins(tx: Tx, subject: string, facts: string[], deps: Telling): Promise<void> {
  const message = orderAlarmMessage(deps.settings, { subject, facts });
  for (const { email } of await tx.accounts.admins()) await queueMail(tx, deps, message, email);
}
