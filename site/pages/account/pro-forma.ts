import type { Request } from "express";
import { proFormaOf } from "#actions/invoices/invoicing.ts";
import { bankAccountOf } from "#core/settings/bank-account.ts";
import type { ProForma } from "#domain/invoices/invoice.ts";
import { proFormaSheet } from "#domain/invoices/invoice-sheet.ts";
import { TRANSFER } from "#domain/orders/order.ts";
import { ENGLISH } from "#languages/language.ts";
import { orNotFound, type Site } from "../../kit/site.ts";
import { sendPdf, sheetHtml } from "../../parts/invoices/invoice-sheet.ts";

/** The pro-forma of an order that waits for a transfer, for whoever has the link of its checkout. */
export function proFormaPages({ deps, pages, router }: Pick<Site, "deps" | "pages" | "router">): void {
  const { settings, store } = deps;

  async function awaited(req: Request) {
    const account = bankAccountOf(settings);
    const order = await store.orders.findByToken(String(req.params.token));
    const isAwaited = order && (await store.orders.payments(order.id)).some(({ provider }) => provider === TRANSFER);
    return account && isAwaited && order.paidAt === null ? proFormaOf(order, account, deps) : undefined;
  }

  const sheetOf = (content: ProForma) => proFormaSheet(content, deps.languages.of(content.language, ENGLISH));

  router.get("/checkout/:token/pro-forma", async (req, res) => {
    const content = orNotFound(await awaited(req));
    const sheet = sheetOf(content);
    res.set("X-Robots-Tag", "noindex, nofollow");
    const pdf = `/checkout/${String(req.params.token)}/pro-forma/pdf`;
    pages.render(res, { title: sheet.title, body: sheetHtml(sheet, res, pdf) });
  });

  router.get("/checkout/:token/pro-forma/pdf", async (req, res) => {
    const content = orNotFound(await awaited(req));
    const { proFormaPdf } = await import("#payments/invoices/pdf.ts");
    sendPdf(res, `Pro-forma ${content.orderNumber}`, await proFormaPdf(content, sheetOf(content)));
  });
}
