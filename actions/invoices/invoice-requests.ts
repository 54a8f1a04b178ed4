import { AppError } from "#core/errors/errors.ts";
import type { Billing, Order } from "#domain/orders/order.ts";
import { t } from "#languages/words.ts";
import { correctionAskedMessage, correctionDeclinedMessage } from "#mail/book-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { identifyAgain, openInvoice, priceAgain, saveRepriced } from "./correct-invoice.ts";

type Needs = Pick<Deps, "store" | "settings" | "now" | "uuid" | "random" | "checkVatNumber" | "wakeJobs" | "languages">;

/**
 * New billing details for a paid order, from its buyer. Before the invoice is issued they apply at
 * once if VAT is unchanged; afterwards the site team decides.
 */
export async function correctDetails(
  order: Order,
  { billing, note }: { billing: Billing; note: string },
  deps: Needs,
): Promise<"changed" | "asked"> {
  const { store, now } = deps;
  if (order.paidAt === null) throw new AppError("validation_failed", t`Change the details on the checkout page.`);
  const buyer = await identifyAgain(order, billing, deps);
  const done = await store.change(async (tx) => {
    const current = (await tx.orders.findById(order.id)) ?? order;
    const documents = await tx.invoices.ofOrder(order.number);
    if (documents.length > 0) {
      const invoice = openInvoice(documents);
      if (!invoice)
        throw new AppError("validation_failed", t`This invoice was fully credited, so there is nothing to correct.`);
      await ask(tx, current, { invoiceNumber: invoice.number, billing, note, askedAt: now() }, deps);
      return "asked";
    }
    const price = await priceAgain(tx, current, buyer, deps);
    if (price.totals.totalCents !== current.totalCents)
      throw new AppError(
        "validation_failed",
        t`These details change the VAT. Request a correction here once you have the invoice.`,
      );
    await saveRepriced(tx, current, price, billing, now());
    return "changed";
  });
  deps.wakeJobs();
  return done;
}

type Asked = { invoiceNumber: string; billing: Billing; note: string; askedAt: Date };

async function ask(tx: Tx, order: Order, asked: Asked, deps: Needs): Promise<void> {
  await tx.invoiceRequests.ask({ orderId: order.id, ...asked });
  const { name, address } = asked.billing;
  const message = correctionAskedMessage(deps.settings, {
    ...{ number: order.number, invoice: asked.invoiceNumber, note: asked.note },
    details: `${name}\n${address}`,
  });
  for (const { email } of await tx.accounts.admins()) await queueMail(tx, deps, message, email);
}

/** Admin: keeps the invoice and tells the buyer why. */
export async function declineCorrection(order: Order, answer: string, deps: Needs): Promise<void> {
  if (answer === "") throw new AppError("validation_failed", t`Give a reason for the buyer.`);
  await deps.store.change(async (tx) => {
    const request = await tx.invoiceRequests.open(order.id);
    if (!request) throw new AppError("validation_failed", t`This has already been decided.`);
    await tx.invoiceRequests.decide(order.id, { decision: "declined", answer }, deps.now());
    const buyer = await tx.accounts.find(order.accountId);
    if (buyer?.status !== "active") return;
    const facts = { name: buyer.name, number: order.number, invoice: request.invoiceNumber, answer };
    await queueMail(tx, deps, correctionDeclinedMessage(deps.settings, facts), buyer.email);
  });
  deps.wakeJobs();
}
