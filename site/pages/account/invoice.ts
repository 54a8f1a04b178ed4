import { type Response, Router } from "express";
import { LRUCache } from "lru-cache";
import { type Invoice, invoicePath } from "../../../domain/invoices/invoice.ts";
import { invoiceSheet } from "../../../domain/invoices/invoice-sheet.ts";
import { electronicInvoice } from "../../../payments/invoices/electronic/model.ts";
import { ublXml } from "../../../payments/invoices/electronic/ubl.ts";
import type { Site } from "../../kit/site.ts";
import { sendDocument, sendPdf, sheetHtml } from "../../parts/invoices/invoice-sheet.ts";

const MOST_KEPT = 50;

/**
 * An invoice as a page, as a PDF (Factur-X) and as XML (XRechnung). Anyone with the link can read it,
 * for example an accountant, or a program.
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
    const pdf = `${invoicePath(invoice)}/pdf`;
    const xml = electronicInvoice(invoice) && `${invoicePath(invoice)}/xml`;
    res.set("X-Robots-Tag", "noindex, nofollow");
    for (const [path, type] of [[pdf, "application/pdf"], ...(xml ? [[xml, "application/xml"]] : [])])
      res.append("Link", `<${path}>; rel="alternate"; type="${type}"`);
    pages.render(res, { title: sheet.title, body: sheetHtml(sheet, pdf, xml) });
  });

  router.get("/invoices/:token/pdf", async (req, res) => {
    const invoice = await store.invoices.findByToken(req.params.token);
    if (!invoice) return notFound(res);
    sendPdf(res, invoice.number, await pdfOf(invoice));
  });

  router.get("/invoices/:token/xml", async (req, res) => {
    const invoice = await store.invoices.findByToken(req.params.token);
    const electronic = invoice && electronicInvoice(invoice);
    if (!electronic) return notFound(res);
    sendDocument(res, `${invoice.number}.xml`, "application/xml", ublXml(electronic));
  });

  return router;
}
