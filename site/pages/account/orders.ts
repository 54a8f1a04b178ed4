import type { Request, RequestHandler, Response } from "express";
import { LRUCache } from "lru-cache";
import { openInvoice } from "#actions/invoices/correct-invoice.ts";
import { correctDetails } from "#actions/invoices/invoice-requests.ts";
import { readDetails } from "#actions/orders/checkout.ts";
import { heldChoice, takeMoneyBack, takeOtherWeek } from "#actions/orders/held-order.ts";
import { orderUrls } from "#actions/orders/order-urls.ts";
import { AppError } from "#core/errors/errors.ts";
import { addressKey, takeQuota } from "#core/limits/limiter.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { type Invoice, invoicePath } from "#domain/invoices/invoice.ts";
import { invoiceSheet } from "#domain/invoices/invoice-sheet.ts";
import { moneyText } from "#domain/orders/money.ts";
import { isPayable, type Order } from "#domain/orders/order.ts";
import { lineText } from "#domain/orders/stored-words.ts";
import { beginningOf } from "#domain/text/text.ts";
import { ENGLISH } from "#languages/language.ts";
import { joined, type Text, t } from "#languages/words.ts";
import { electronicInvoice } from "#payments/invoices/electronic/model.ts";
import { ublXml } from "#payments/invoices/electronic/ubl.ts";
import { type Faults, formFault, formText, hasFaults } from "../../kit/form.ts";
import type { Notice } from "../../kit/notices.ts";
import { showDay, showTime } from "../../kit/show.ts";
import { accountOf, accountOnly, addressOf, orNotFound, type Site, seeOther } from "../../kit/site.ts";
import { pageNumber, pager } from "../../kit/table.ts";
import { sendDocument, sendPdf, sheetHtml } from "../../parts/invoices/invoice-sheet.ts";
import {
  type BillingInput,
  billingFaults,
  billingForm,
  checkBilling,
  readBilling,
} from "../../parts/orders/billing-form.ts";
import { heldOrderPart, type MoneyBackForm } from "../../parts/orders/held-order.ts";
import {
  billingFacts,
  documentLinks,
  merchantNote,
  orderTable,
  orderTag,
  statusNow,
  vatNotes,
} from "../../parts/orders/order-parts.ts";

const PER_PAGE = 20;

const detailsIn = (req: Request) => ({ holder: formText(req, "holder"), account: formText(req, "account") });

export function orderPages({ deps, pages, router }: Site): void {
  const { store, now } = deps;
  router.use("/account/orders", accountOnly);

  router.get("/account/orders", async (req, res) => {
    const page = pageNumber(req);
    const { items, total } = await store.orders.listOwned(accountOf(res).id, { page, perPage: PER_PAGE });
    pages.render(res, {
      heading: t`Your orders`,
      above: ["/account", t`Your account`],
      width: "reading",
      body: html`${
        items.length === 0
          ? html`<p class="lead">${page > 1 ? t`No older orders.` : t`No orders yet.`}</p>`
          : html`<div class="table folds"><table>
<thead><tr><th scope="col">Order</th><th scope="col">Placed</th><th scope="col">Status</th>
<th scope="col" class="end">Total</th></tr></thead>
<tbody>${items.map(
              (order) => html`<tr>
<td><a class="whole" href="/account/orders/${order.number}">${order.number}</a><br><span class="small muted">${joined(
                order.lines.map(({ description }) => lineText(description)),
                ", ",
              )}</span></td>
<td data-label="Placed" class="small">${showDay(order.createdAt)}</td>
<td data-label="Status">${orderTag(statusNow(order, now()))}</td>
<td data-label="Total" class="end">${moneyText(order.totalCents, order.currency)}</td>
</tr>`,
            )}</tbody>
</table></div>`
      }
${pager("/account/orders", {}, { page, total_pages: Math.ceil(total / PER_PAGE) })}`,
    });
  });

  type View = { details?: DetailsForm; moneyBack?: MoneyBackForm; fault?: Text; status?: number };

  async function show(
    res: Response,
    order: Order,
    { fault, status = 200, details = {}, moneyBack = {} }: View = {},
  ): Promise<void> {
    const choice = await heldChoice(order, store, deps);
    const documents = await store.invoices.ofOrder(order.number);
    const { heldUntil: held, news } = (await orderUrls([order], deps))(order);
    pages.render(res, {
      status,
      title: t`Order ${order.number}`,
      width: "reading",
      body: html`<p class="eyebrow"><a href="/account/orders">Your orders</a></p>
<h1>Order <span class="whole">${order.number}</span></h1>
${formFault(fault)}
<dl class="facts">
<dt>Status</dt><dd>${orderTag(statusNow(order, now()))}</dd>
<dt>Placed</dt><dd>${showTime(order.createdAt)}</dd>
${order.paidAt && html`<dt>Paid on</dt><dd>${showTime(order.paidAt)}</dd>`}
</dl>
${
  isPayable(order, now()) &&
  html`<p class="row"><a class="button" href="${href(
    `/checkout/${order.token}`,
  )}">Review and pay</a> <span class="muted small">until ${showTime(order.expiresAt)}</span></p>
${held && html`<p class="muted">We hold your booking until ${showTime(held)}.</p>`}`
}
${news && html`<p class="notice" role="status">${news}</p>`}
${choice && heldOrderPart(res, order, choice, moneyBack)}
${
  order.hold === "not_fulfilled" &&
  html`<p class="notice" role="status">Your order is paid, but something went wrong on our side.
You don’t need to do anything. We will email you.</p>`
}
${orderTable(order)}
${vatNotes(order)}
${documentLinks(documents)}
${merchantNote(await store.orders.payments(order.id))}
${order.billing && html`<h2>Billing details</h2>${billingFacts(order)}`}
${await detailsForm(res, order, documents, details, store)}`,
    });
  }

  router.get("/account/orders/:number", async (req, res) => {
    const order = orNotFound(await store.orders.findOwned(req.params.number, accountOf(res).id));
    await show(res, order);
  });

  router.post("/account/orders/:number/details", async (req, res) => {
    const order = orNotFound(await store.orders.findOwned(req.params.number, accountOf(res).id));
    await takeQuota(deps.limiter, "checkout-form", addressKey(addressOf(req)));
    const given = readBilling(req);
    const faults = checkBilling(given);
    if (hasFaults(faults)) return show(res, order, { details: { given, faults }, status: 400 });
    try {
      const billing = await readDetails(given, deps);
      const note = beginningOf(formText(req, "note"), MOST_NOTE);
      const done = await correctDetails(order, { billing, note }, deps);
      seeOther(res, `/account/orders/${order.number}`, done === "asked" ? "correction-asked" : "details-saved");
    } catch (error) {
      if (!(error instanceof AppError) || error.code === "internal_error") throw error;
      const wrong = error.faults.length > 0 ? billingFaults(error) : undefined;
      await show(res, order, {
        details: { given, ...(wrong && { faults: wrong }) },
        ...(!wrong && { fault: error.detail }),
        status: error.status,
      });
    }
  });

  /** What the buyer decides about a held order. The page shows refusals. */
  const decision = (notice: Notice, work: (req: Request, order: Order) => Promise<void>) =>
    (async (req, res) => {
      const order = orNotFound(await store.orders.findOwned(String(req.params.number), accountOf(res).id));
      try {
        await work(req, order);
      } catch (error) {
        if (!(error instanceof AppError) || error.code === "internal_error") throw error;
        const faults = billingFaults(error);
        const current = (await store.orders.findById(order.id)) ?? order;
        const said = faults ? { moneyBack: { faults, given: detailsIn(req) } } : { fault: error.detail };
        return show(res, current, { status: error.status, ...said });
      }
      seeOther(res, `/account/orders/${order.number}`, notice);
    }) satisfies RequestHandler;

  router.post(
    "/account/orders/:number/week",
    decision("held-week", (req, order) => takeOtherWeek(order, formText(req, "week"), deps)),
  );

  router.post(
    "/account/orders/:number/money-back",
    decision("money-back", (req, order) => takeMoneyBack(order, detailsIn(req), deps)),
  );
}

const MOST_NOTE = 500;
type DetailsForm = { given?: BillingInput; faults?: Faults };

/** Details can be changed until there is an invoice; then the buyer can request a correction. */
async function detailsForm(
  res: Response,
  order: Order,
  documents: readonly Invoice[],
  { given, faults = {} }: DetailsForm,
  store: Site["deps"]["store"],
): Promise<Html | false> {
  if (order.paidAt === null || (documents.length > 0 && !openInvoice(documents))) return false;
  const isIssued = documents.length > 0;
  const asked = await store.invoiceRequests.open(order.id);
  const billing = asked?.billing ?? order.billing;
  return html`${
    asked &&
    html`<p class="notice" role="status">You requested a correction of invoice ${asked.invoiceNumber}. We will email you.</p>`
  }
<details class="qa"${given && html` open`}><summary>${
    isIssued ? t`Request an invoice correction` : t`Edit billing details`
  }</summary>
${billingForm(res, {
  action: `/account/orders/${order.number}/details`,
  countries: await store.reference.countries(),
  faults,
  label: isIssued ? t`Request correction` : t`Save details`,
  isNext: false,
  given: given ?? {
    ...{ name: billing?.name ?? "", address: billing?.address ?? "", country: billing?.country ?? "" },
    ...{ vatNumber: billing?.vatNumber ?? "", email: billing?.email ?? "", reference: billing?.reference ?? "" },
  },
  ...(isIssued && {
    more: html`<div class="field">
<label for="note">Anything else we should know?</label><textarea id="note" name="note" rows="2" maxlength="${MOST_NOTE}"></textarea></div>`,
  }),
})}</details>`;
}

const MOST_KEPT = 50;

/**
 * An invoice as a page, as a PDF (Factur-X) and as XML (XRechnung). Anyone with the link can read it,
 * for example an accountant, or a program.
 */
export function invoicePages({ deps, pages, router }: Site): void {
  const { store } = deps;
  // An invoice never changes, so neither does its PDF.
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: MOST_KEPT });

  const sheetOf = (invoice: Invoice) => invoiceSheet(invoice, deps.languages.of(invoice.content.language, ENGLISH));

  function pdfOf(invoice: Invoice): Promise<Buffer> {
    const pdf =
      drawn.get(invoice.number) ??
      import("#payments/invoices/pdf.ts").then(({ invoicePdf }) => invoicePdf(invoice, sheetOf(invoice)));
    drawn.set(invoice.number, pdf);
    pdf.catch(() => drawn.delete(invoice.number));
    return pdf;
  }

  router.get("/invoices/:token", async (req, res) => {
    const invoice = orNotFound(await store.invoices.findByToken(req.params.token));
    const sheet = sheetOf(invoice);
    const pdf = `${invoicePath(invoice)}/pdf`;
    const xml = electronicInvoice(invoice) && `${invoicePath(invoice)}/xml`;
    res.set("X-Robots-Tag", "noindex, nofollow");
    for (const [path, type] of [[pdf, "application/pdf"], ...(xml ? [[xml, "application/xml"]] : [])])
      res.append("Link", `<${path}>; rel="alternate"; type="${type}"`);
    pages.render(res, { title: sheet.title, body: sheetHtml(sheet, res, pdf, xml) });
  });

  router.get("/invoices/:token/pdf", async (req, res) => {
    const invoice = orNotFound(await store.invoices.findByToken(req.params.token));
    sendPdf(res, invoice.number, await pdfOf(invoice));
  });

  router.get("/invoices/:token/xml", async (req, res) => {
    const invoice = orNotFound(await store.invoices.findByToken(req.params.token));
    const electronic = orNotFound(electronicInvoice(invoice));
    sendDocument(res, `${invoice.number}.xml`, "application/xml", ublXml(electronic));
  });
}
