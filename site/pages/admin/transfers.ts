import type { Response } from "express";
import { markPaid } from "#actions/orders/by-hand.ts";
import { type WaitingRefund, waitingRefunds } from "#actions/orders/refunds.ts";
import {
  addStatement,
  awaitedTransfers,
  countLine,
  dueOf,
  openLines,
  orderNamed,
  type SuggestedLine,
  setAside,
} from "#actions/orders/statements.ts";
import { AppError } from "#core/errors/errors.ts";
import { bankAccountOf, TRANSFER_SETTINGS } from "#core/settings/bank-account.ts";
import { type Html, html } from "#core/text/html.ts";
import { type Statement, UnreadableStatement } from "#domain/orders/bank-statement.ts";
import { moneyText } from "#domain/orders/money.ts";
import { joined, type Text, t } from "#languages/words.ts";
import { readInThread } from "#payments/statements/read-in-thread.ts";
import type { AwaitedTransfer } from "#store/repos/orders/orders.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formFault, formList, formText, formTo } from "../../kit/form.ts";
import { formFile } from "../../kit/multipart.ts";
import { showDay, showWhen } from "../../kit/show.ts";
import { seeOther } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";
import { orderTag, statusNow } from "../../parts/orders/order-parts.ts";
import { accountWords } from "./order-decisions.ts";

const PATH = "/admin/transfers";
const CHOOSE = { label: t`Select`, unseen: true } as const;

export function transferAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store, settings, now } = deps;

  async function show(res: Response, fault?: Text): Promise<void> {
    const [waiting, lines] = [await awaitedTransfers(deps), await openLines(deps)];
    const refunds = await waitingRefunds(deps);
    pages.render(res, {
      status: fault ? 400 : 200,
      heading: t`Bank transfers`,
      above: ["/admin/orders", t`Orders`],
      body: html`<p class="lead">Upload a bank statement to match payments to orders. Nothing is marked as paid until you confirm it.</p>
${formFault(fault)}
${!bankAccountOf(settings) && html`<p class="notice">To offer bank transfer, set ${TRANSFER_SETTINGS}.</p>`}
${statementForm(res)}
${refunds.length > 0 && refundTable(refunds)}
${lines.length > 0 && linesForm(res, lines)}
<h2 id="waiting">Awaiting payment</h2>
${waiting.length === 0 ? html`<p class="empty">No orders awaiting transfer.</p>` : waitingForm(res, waiting)}`,
    });
  }

  const refundTable = (refunds: readonly WaitingRefund[]): Html => html`<h2 id="refunds">Refunds to send</h2>
${table(
  [t`Order`, t`Recipient`, t`Requested`, { label: t`Amount`, end: true }],
  refunds.map(({ refund, order }) => [
    html`<a class="whole" href="/admin/orders/${order.number}#refund">${order.number}</a>`,
    refund.account
      ? html`<bdi>${refund.holder}</bdi><br><bdi class="small mono">${accountWords(refund.account)}</bdi>`
      : t`Original payment method`,
    showWhen(refund.askedAt, now()),
    html`<b>${moneyText(refund.amountCents, order.currency)}</b>`,
  ]),
)}`;

  const statementForm = (
    res: Response,
  ): Html => html`${formTo(res, "/admin/transfers/statement", html` enctype="multipart/form-data" class="card"`)}
<div class="field"><label for="statement">Bank statement</label>
<p class="hint" id="statement-hint">CAMT.053 (XML), or CSV with headings. Statements may overlap. Only incoming payments are stored.</p>
<input id="statement" name="statement" type="file" accept=".xml,.csv,.txt,.c53,text/csv,text/xml,application/xml"
aria-describedby="statement-hint" required></div>
<div class="row labelled"><label>Currency, if not in the file
<input name="currency" value="USD" maxlength="3" size="4" class="short" autocomplete="off"
required></label><button>Upload statement</button></div>
</form>`;

  const linesForm = (
    res: Response,
    lines: readonly SuggestedLine[],
  ): Html => html`<h2 id="arrived">Incoming payments</h2>
${formTo(res, "/admin/transfers/lines")}
${table(
  [CHOOSE, t`Paid by`, t`Date`, t`Reference`, { label: t`Amount`, end: true }, t`Order`],
  lines.map((line) => {
    const { id, payer, reference, bookedOn, match } = line;
    return [
      html`<label class="check"><input type="checkbox" name="line" value="${id}"${
        match?.isSure && html` checked`
      }><span class="unseen">${
        payer ? t`Select the payment of ${money(line)} by ${payer}` : t`Select the payment of ${money(line)}`
      }</span></label>`,
      html`<bdi>${payer || t`No name`}</bdi>`,
      html`<span class="small">${showDay(new Date(`${bookedOn}T00:00:00Z`))}</span>`,
      html`<bdi class="small">${reference.slice(0, 200) || t`None`}</bdi>`,
      html`<b>${money(line)}</b>`,
      html`<input name="order.${id}" value="${match?.number ?? ""}" placeholder="ORD-…" maxlength="20" size="16"
autocomplete="off" aria-label="${
        payer ? t`Order for the payment of ${money(line)} by ${payer}` : t`Order for the payment of ${money(line)}`
      }">${
        match && html`<p class="hint">${match.isSure && html`<span class="tag good">match</span> `}${match.reason}</p>`
      }`,
    ];
  }),
)}
<div class="row"><button>Mark as paid</button><button class="quiet" formaction="/admin/transfers/aside">Dismiss</button></div>
</form>`;

  const waitingForm = (
    res: Response,
    waiting: readonly AwaitedTransfer[],
  ): Html => html`<p class="muted">Oldest first. Without a statement, select orders whose full amount has arrived.</p>
${formTo(res, "/admin/transfers/paid")}
${table(
  [CHOOSE, t`Order`, t`Buyer`, t`Waiting since`, t`Status`, { label: t`Amount due`, end: true }],
  waiting.map((one) => {
    const { order, payment } = one;
    const due = moneyText(dueOf(one), order.currency);
    return [
      html`<label class="check"><input type="checkbox" name="order" value="${order.number}"><span
class="unseen">Select ${order.number}</span></label>`,
      html`<a class="whole" href="/admin/orders/${order.number}">${order.number}</a>`,
      html`<bdi>${order.billing?.name ?? t`No name`}</bdi>`,
      showWhen(payment.startedAt, now()),
      orderTag(statusNow(order, now())),
      payment.isPaid
        ? html`<b>${due}</b><br><span class="small muted">of ${moneyText(order.totalCents, order.currency)}</span>`
        : due,
    ];
  }),
)}
<p><button>Mark as paid in full</button></p>
</form>`;

  router.get(PATH, (_req, res) => show(res));

  act("/admin/transfers/statement", "statement.read", async (req, res, audited) => {
    audited.on("bank");
    const file = formFile(req, "statement");
    if (!file) return show(res, t`Choose a statement file.`);
    const currency = formText(req, "currency").toUpperCase();
    if (!/^[A-Z]{3}$/.test(currency)) return show(res, t`Enter a three-letter currency code, like EUR.`);
    let statement: Statement;
    try {
      statement = await readInThread(file.bytes, currency);
    } catch (error) {
      if (error instanceof UnreadableStatement) return show(res, error.detail);
      throw error;
    }
    if (statement.lines.length === 0) return show(res, t`This file contains no incoming payments.`);
    const added = await audited.store.change((tx) => addStatement(tx, statement.lines, now()));
    seeOther(res, PATH, added > 0 ? "statement-read" : "statement-known");
  });

  /** Each order in a change of its own: what was refused keeps nothing else from being paid. */
  async function forEach(res: Response, names: string[], work: (name: string) => Promise<void>): Promise<void> {
    const faults: Text[] = [];
    for (const name of names)
      try {
        await work(name);
      } catch (error) {
        if (!(error instanceof AppError) || error.code === "internal_error") throw error;
        faults.push(error.detail);
      }
    deps.wakeJobs();
    if (names.length === 0) return show(res, t`Select at least one row.`);
    if (faults.length > 0) return show(res, joined(faults, " "));
    seeOther(res, PATH, "transfers-paid");
  }

  act("/admin/transfers/paid", "order.pay", async (req, res, audited) => {
    await forEach(res, formList(req, "order"), async (number) => {
      const order = await orderNamed(number, store);
      audited.on(order.number);
      await markPaid(order, order.totalCents, audited);
    });
  });

  act("/admin/transfers/lines", "order.pay", async (req, res, audited) => {
    await forEach(res, formList(req, "line"), async (id) => {
      const order = await orderNamed(formText(req, `order.${id}`), store);
      audited.on(order.number);
      await audited.store.change((tx) => countLine(tx, id, order, deps));
    });
  });

  act("/admin/transfers/aside", "statement.aside", async (req, res, audited) => {
    audited.on("bank");
    const ids = formList(req, "line");
    if (ids.length === 0) return show(res, t`Select at least one row.`);
    await audited.store.change((tx) => setAside(tx, ids, now()));
    seeOther(res, PATH, "lines-aside");
  });
}

/** Banks may state currencies that no formatter knows. */
const money = ({ amountCents, currency }: { amountCents: number; currency: string }): Text =>
  /^[A-Z]{3}$/.test(currency) ? moneyText(amountCents, currency) : `${amountCents / 100} ${currency}`;
