import { type Response, Router } from "express";
import { LRUCache } from "lru-cache";
import { type Html, href, html } from "../../../core/html.ts";
import { type Invoice, invoicePath } from "../../../domain/invoice.ts";
import { type InvoiceSheet, invoiceSheet } from "../../../domain/invoice-sheet.ts";
import type { Site } from "../../kit/site.ts";

const MOST_KEPT = 50;

/**
 * An invoice as a page and as a PDF. Anyone with the link can read it, for example an accountant.
 */
export function invoicePages({ deps, pages }: Site, notFound: (res: Response) => void): Router {
  const { store } = deps;
  const router = Router();
  // An invoice never changes, so neither does its PDF.
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: MOST_KEPT });

  function pdfOf(invoice: Invoice): Promise<Buffer> {
    const pdf =
      drawn.get(invoice.number) ??
      import("../../../payments/invoices/pdf.ts").then(({ invoicePdf }) => invoicePdf(invoice));
    drawn.set(invoice.number, pdf);
    pdf.catch(() => drawn.delete(invoice.number));
    return pdf;
  }

  router.get("/invoices/:token", async (req, res) => {
    const invoice = await store.invoices.findByToken(req.params.token);
    if (!invoice) return notFound(res);
    const sheet = invoiceSheet(invoice);
    res.set("X-Robots-Tag", "noindex, nofollow");
    pages.render(res, { title: sheet.title, body: sheetHtml(sheet, `${invoicePath(invoice)}/pdf`) });
  });

  router.get("/invoices/:token/pdf", async (req, res) => {
    const invoice = await store.invoices.findByToken(req.params.token);
    if (!invoice) return notFound(res);
    const pdf = await pdfOf(invoice);
    res.set({
      "Cache-Control": "private, no-store",
      "Content-Disposition": `inline; filename="${invoice.number}.pdf"`,
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex, nofollow",
    });
    res.type("application/pdf").end(pdf);
  });

  return router;
}

const sheetHtml = ({ title, facts, parties, columns, rows, sums, total, notes }: InvoiceSheet, pdf: string): Html =>
  html`<article class="invoice">
<h1>${title}</h1>
<p class="invoice-actions"><a class="button" href="${href(pdf)}">Open the PDF</a></p>
<dl class="facts">${facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<div class="invoice-parties">${parties.map(
    ({ label, name, lines }) => html`<section>
<h2 class="small muted">${label}</h2>
<address><strong><bdi>${name}</bdi></strong>${lines.map((line) => html`<br><bdi>${line}</bdi>`)}</address>
</section>`,
  )}</div>
<div class="table folds"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([description, ...figures]) => html`<tr>
<td><bdi>${description}</bdi></td>
${figures.map((figure, index) => html`<td data-label="${columns[index + 1]}">${figure}</td>`)}
</tr>`,
  )}</tbody>
</table></div>
<dl class="invoice-sums">${[...sums, total].map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${notes.map((note) => html`<p>${note}</p>`)}
</article>`;
