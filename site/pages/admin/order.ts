import type { Request, Response } from "express";
import { correctInvoice } from "#actions/invoices/correct-invoice.ts";
import { checkPaidNumber } from "#actions/invoices/credit-vat.ts";
import { declineCorrection } from "#actions/invoices/invoice-requests.ts";
import { heldUntil } from "#actions/launches/places.ts";
import { releaseHold } from "#actions/orders/apply-payment.ts";
import { cancelAsAdmin, changeWeek, giveOrder } from "#actions/orders/by-admin.ts";
import { correctAmount, markPaid, recordRefund, refundPayment } from "#actions/orders/by-hand.ts";
import { readDetails } from "#actions/orders/checkout.ts";
import { pollPayment } from "#actions/orders/poll-payment.ts";
import { isWaiting, markSent, refundLine, sendAgain } from "#actions/orders/refunds.ts";
import { AppError } from "#core/errors/errors.ts";
import { type Html, html, type Part } from "#core/text/html.ts";
import { chargedBy } from "#domain/invoices/invoice.ts";
import { moneyText, readMoney, typedMoney } from "#domain/orders/money.ts";
import {
  FREE,
  isPayable,
  isSoldByMerchant,
  keptOf,
  ORDER_STATES,
  type Order,
  overpaidBy,
  type ReportedState,
  TRANSFER,
} from "#domain/orders/order.ts";
import { reasonText } from "#domain/orders/stored-words.ts";
import type { AuditAction } from "#domain/site/audit.ts";
import { joined, PHRASES, type Text, t, type Words } from "#languages/words.ts";
import type { Gateways } from "#payments/gateway.ts";
import type { KnownEvent, Payment } from "#store/repos/orders/orders.ts";
import type { AdminSite, AuditedDeps } from "../../kit/admin-action.ts";
import { formFault, formText, formTo, hidden } from "../../kit/form.ts";
import { showTime } from "../../kit/show.ts";
import { orNotFound, seeOther } from "../../kit/site.ts";
import { costsFacts } from "../../parts/invoices/book-parts.ts";
import { invoiceDesk } from "../../parts/invoices/invoice-desk.ts";
import { readBilling } from "../../parts/orders/billing-form.ts";
import {
  billingFacts,
  documentLinks,
  merchantNote,
  missingSellerNotice,
  orderTable,
  orderTag,
  vatNotes,
} from "../../parts/orders/order-parts.ts";
import { holdNotice, orderDecisions, orderPath, refundCards } from "./order-decisions.ts";

const DISPUTES: Record<Exclude<Payment["dispute"], "none">, Words> = {
  open: t`dispute open`,
  won: t`dispute won`,
};
const stateOf = (state: ReportedState): Words => (state === "dispute_won" ? DISPUTES.won : ORDER_STATES[state]);

const WRONG_AMOUNT = t`Enter an amount like 49.00.`;

export function orderAdminPage(site: AdminSite): void {
  const { deps, pages, router, act } = site;
  const { settings, store, now } = deps;

  const pathOf = orderPath;
  const labelIn =
    (gateways: Gateways) =>
    (provider: string): Text =>
      provider === FREE ? t`Nothing to pay` : (gateways.get(provider)?.label ?? provider);

  async function show(res: Response, order: Order, fault?: Text, status = 200): Promise<void> {
    const gateways = await deps.gateways();
    const labelOf = labelIn(gateways);
    const [payments, booked, refunds, events, buyer, documents, held] = await Promise.all([
      store.orders.payments(order.id),
      store.books.paymentsOf([order.id]),
      store.refunds.ofOrder(order.id),
      store.orders.events(order.id),
      store.accounts.find(order.accountId),
      store.invoices.ofOrder(order.number),
      heldUntil(order, store, now()),
    ]);
    const about = { payments, refunds, labelOf, gateways };
    const isUninvoiced = chargedBy(documents) !== keptOf(order, payments);
    pages.render(res, {
      status,
      title: t`Order ${order.number}`,
      width: "reading",
      body: html`<p class="eyebrow"><a href="/admin/orders">Orders</a></p>
<h1>Order <span class="whole">${order.number}</span></h1>
${formFault(fault)}
<dl class="facts">
<dt>Status</dt><dd>${orderTag(order.status)} ${reasonText(order.statusReason)}</dd>
<dt>Buyer</dt><dd>${buyer ? joined([buyer.name ?? t`No name`, buyer.email], PHRASES) : t`deleted`}</dd>
<dt>Placed</dt><dd>${showTime(order.createdAt)}</dd>
${isPayable(order, now()) && html`<dt>Payable until</dt><dd>${showTime(order.expiresAt)}</dd>`}
${held && html`<dt>Places held until</dt><dd>${showTime(held)}</dd>`}
${order.paidAt && html`<dt>Paid on</dt><dd>${showTime(order.paidAt)}</dd>`}
${order.given !== null && html`<dt>Given for free</dt><dd>${order.given}</dd>`}
</dl>
${order.status === "on_hold" && (await holdNotice(res, order, refunds, site))}
${refundCards(res, order, about)}
${orderTable(order)}
${vatNotes(order)}
${documentLinks(documents)}
${merchantNote(payments)}
${isUninvoiced && !isSoldByMerchant(payments) && missingSellerNotice(settings)}
${await invoiceDesk(res, order, { documents, payments }, deps)}
${order.billing && html`<h2>Billing details</h2>${billingFacts(order)}`}
${await orderDecisions(res, order, about, site)}
<h2>Payments</h2>
${payments.length === 0 && html`<p class="muted">No payments yet.</p>`}
${payments.map((payment) => paymentCard(res, order, payment, { isLeaving: refunds.some(isWaiting), costs: costsFacts(booked, payment), gateways }))}
${order.totalCents > 0 && !payments.some(({ isPaid }) => isPaid) && paidForm(res, order)}
${events.length > 0 && eventTable(events, order, labelOf)}`,
    });
  }

  const paidForm = (res: Response, order: Order): Html => html`<h3>Bank transfer</h3>
${formTo(res, `${pathOf(order)}/paid`, "row labelled")}
<label>Amount received, in ${order.currency}
<input name="amount" value="${typedMoney(order.totalCents)}" inputmode="decimal" maxlength="12" required></label>
<button>Mark as paid</button>
</form>`;

  type About = { isLeaving: boolean; costs: Part; gateways: Gateways };
  function paymentCard(res: Response, order: Order, payment: Payment, { isLeaving, costs, gateways }: About): Html {
    const { provider, paymentId, isPaid, isRefunded, attempt, dispute, startedAt } = payment;
    const currency = currencyOf(payment, order);
    const left = payment.amountCents - payment.refundedCents;
    const back = overpaidBy(order, [payment]);
    return html`<article class="card">
<h3>${labelIn(gateways)(provider)}</h3>
<dl class="facts">
${provider !== TRANSFER && html`<dt>Payment ID</dt><dd class="mono">${paymentId}</dd>`}
<dt>Started</dt><dd>${showTime(startedAt)}</dd>
<dt>Status</dt><dd>${
      isPaid
        ? html`<span class="tag good">paid</span> ${moneyText(payment.amountCents, currency)}`
        : html`<span class="tag">${ORDER_STATES[attempt]}</span>`
    }${
      dispute !== "none" && html` <span class="tag bad">${DISPUTES[dispute]}</span>`
    }${dispute === "open" && payment.disputeDueAt && html` Evidence is due by ${showTime(payment.disputeDueAt)}.`}</dd>
${payment.refundsFailedCents > 0 && html`<dt>Failed refunds</dt><dd>${moneyText(payment.refundsFailedCents, currency)}</dd>`}
${payment.refundedCents > 0 && html`<dt>Refunded</dt><dd>${moneyText(payment.refundedCents, currency)}</dd>`}
${costs}
</dl>
${
  gateways.has(provider) &&
  provider !== TRANSFER &&
  html`${formTo(res, `${pathOf(order)}/poll`)}${paymentFields(payment)}<button class="quiet slim">Check with provider</button></form>`
}
${payment.correction && html`<p class="muted small">Amount corrected: ${payment.correction}</p>`}
${isPaid && !isLeaving && !isRefunded && left > 0 && refundForm(res, order, payment, back || left)}
${isPaid && !isLeaving && provider === TRANSFER && payment.refundedCents === 0 && correctForm(res, order, payment)}
</article>`;
  }

  const eventTable = (
    events: KnownEvent[],
    order: Order,
    labelOf: (provider: string) => Text,
  ): Html => html`<h2>Provider events</h2>
<div class="table folds"><table>
<thead><tr><th scope="col">Date</th><th scope="col">Provider</th><th scope="col">Status</th><th scope="col" class="end">Amount</th></tr></thead>
<tbody>${events.map(({ provider, eventId, event, receivedAt }) => {
    const money = (cents: number) => moneyText(cents, currencyOf(event, order));
    return html`<tr>
<td class="small">${showTime(receivedAt)}</td>
<td data-label="Provider">${labelOf(provider)}${provider !== TRANSFER && html`<br><span class="mono small muted">${eventId}</span>`}</td>
<td data-label="Status">${stateOf(event.state)}</td>
<td data-label="Amount" class="end">${
      event.refundedCents > 0
        ? t`${money(event.amountCents)}, ${money(event.refundedCents)} refunded`
        : money(event.amountCents)
    }</td>
</tr>`;
  })}</tbody>
</table></div>`;

  const paymentFields = ({ provider, paymentId, refundedCents }: Payment): Html =>
    html`${hidden("payment_provider", provider)}${hidden("payment_id", paymentId)}${hidden("refunded", refundedCents)}`;

  const refundForm = (
    res: Response,
    order: Order,
    payment: Payment,
    left: number,
  ): Html => html`${formTo(res, `${pathOf(order)}/refund`)}${paymentFields(payment)}
<p class="hint">${joined(
    [
      t`A full refund removes the purchase; a partial refund keeps it.`,
      payment.provider === TRANSFER && t`Send the money at your bank first.`,
    ],
    " ",
  )}</p>
<div class="row labelled">
<label>Amount <input name="amount" value="${typedMoney(left)}" inputmode="decimal" maxlength="12" required></label>
${payment.provider !== TRANSFER && html`<button class="danger" name="how" value="provider">Refund</button>`}
<button class="${payment.provider === TRANSFER ? "danger" : "quiet"}" name="how" value="hand">Record manual refund</button>
</div>
</form>`;

  const correctForm = (
    res: Response,
    order: Order,
    payment: Payment,
  ): Html => html`<details><summary>Correct amount</summary>
${formTo(res, `${pathOf(order)}/correct`)}${hidden("before", payment.amountCents)}
<p class="hint">Use this if your bank shows a different amount. Enter 0.00 if no money arrived.
The purchase and the invoice are updated.</p>
<div class="row labelled">
<label>Amount received <input name="amount" value="${typedMoney(payment.amountCents)}" inputmode="decimal" maxlength="12" required></label>
<label class="grow">Reason, for the audit log <input name="reason" maxlength="200" required></label>
<button class="quiet">Correct</button>
</div>
</form></details>`;

  router.get("/admin/orders/:number", async (req, res) => {
    const order = orNotFound(await store.orders.find(req.params.number));
    await show(res, order);
  });

  /** A form on the page of an order; the page shows refusals. */
  const action = (
    path: string,
    name: AuditAction,
    work: (req: Request, order: Order, audited: AuditedDeps) => Promise<void>,
  ) =>
    act(`/admin/orders/:number/${path}`, name, async (req, res, audited) => {
      const order = orNotFound(await store.orders.find(String(req.params.number)));
      try {
        await work(req, order, audited);
      } catch (error) {
        if (!(error instanceof AppError) || error.code === "internal_error") throw error;
        return show(res, order, error.detail, error.status);
      }
      deps.wakeJobs();
      seeOther(res, pathOf(order), "order-changed");
    });

  async function paymentIn(req: Request, order: Order): Promise<Payment> {
    const payment = await store.orders.findPayment(formText(req, "payment_provider"), formText(req, "payment_id"));
    if (payment?.orderId !== order.id) throw new AppError("not_found", t`This payment does not belong to this order.`);
    return payment;
  }

  function amountIn(req: Request): number {
    const cents = readMoney(formText(req, "amount"));
    if (cents === undefined || cents === 0) throw new AppError("validation_failed", WRONG_AMOUNT);
    return cents;
  }

  action("paid", "order.pay", (req, order, audited) => markPaid(order, amountIn(req), audited));

  action("correct", "order.correct", async (req, order, audited) => {
    const amountCents = readMoney(formText(req, "amount"));
    if (amountCents === undefined) throw new AppError("validation_failed", WRONG_AMOUNT);
    const amountBefore = Number(formText(req, "before"));
    await correctAmount(order, { amountCents, amountBefore, reason: formText(req, "reason") }, audited);
  });

  action("invoice", "order.invoice", async (req, order, audited) => {
    const billing = await readDetails(readBilling(req), audited);
    await correctInvoice(order, { billing, invoice: formText(req, "invoice") }, audited);
  });

  action("decline", "order.decline", (req, order, audited) =>
    declineCorrection(order, formText(req, "answer"), audited),
  );

  action("vat", "order.vat", async (_req, order, audited) => {
    if (!(await checkPaidNumber(order.number, audited)))
      throw new AppError("service_unavailable", t`The VAT register is unavailable. Try again later.`);
  });

  action("poll", "order.poll", async (req, order, audited) => {
    await pollPayment(await paymentIn(req, order), audited);
  });

  action("refund", "order.refund", async (req, order, audited) => {
    const payment = await paymentIn(req, order);
    const refund = { amountCents: amountIn(req), refundedBefore: Number(formText(req, "refunded")) };
    if (formText(req, "how") === "provider") await refundPayment(payment, refund, audited);
    else await recordRefund(order, payment, refund, audited);
  });

  const decisionIn = (req: Request, { number }: Order) => ({ number, reason: formText(req, "reason") });

  action("week", "order.move", async (req, order, audited) => {
    const decision = decisionIn(req, order);
    const asked = { lineId: formText(req, "line"), monday: formText(req, "week") };
    audited.because(decision.reason);
    await audited.store.change((tx) => changeWeek(tx, { ...decision, ...asked }, deps));
  });

  action("cancel", "order.cancel", async (req, order, audited) => {
    const decision = decisionIn(req, order);
    audited.because(decision.reason);
    await audited.store.change((tx) => cancelAsAdmin(tx, decision, deps));
  });

  action("give", "order.give", async (req, order, audited) => {
    await audited.store.change((tx) => giveOrder(tx, decisionIn(req, order), deps));
  });

  action("refund-line", "order.refund", async (req, order, audited) => {
    const { reason } = decisionIn(req, order);
    const asked = { lineId: formText(req, "line"), by: audited.by, reason, isSent: formText(req, "how") === "hand" };
    audited.because(reason);
    await audited.store.change((tx) => refundLine(tx, order.number, asked, deps));
  });

  action("refunds", "order.refund", async (req, _order, audited) => {
    const decide = formText(req, "how") === "again" ? sendAgain : markSent;
    await audited.store.change((tx) => decide(tx, formText(req, "refund"), deps));
  });

  action("release", "order.release", async (req, order, audited) => {
    audited.because(formText(req, "reason"));
    await audited.store.change((tx) => releaseHold(tx, order.number, deps));
  });
}

const currencyOf = ({ currency }: { currency: string | null }, order: Order): string =>
  currency && /^[A-Z]{3}$/.test(currency) ? currency : order.currency;
