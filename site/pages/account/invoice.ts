import { type Response, Router } from "express";
import { LRUCache } from "lru-cache";
import { type Invoice, invoicePath } from "../../../domain/invoice.ts";
import { invoiceSheet } from "../../../domain/invoice-sheet.ts";
import type { Site } from "../../kit/site.ts";
import { sendPdf, sheetHtml } from "../../parts/invoice-sheet.ts";

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
    sendPdf(res, invoice.number, await pdfOf(invoice));
  });

  return router;
}
