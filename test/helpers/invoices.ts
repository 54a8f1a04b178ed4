import type { InvoiceContent, InvoiceLine } from "../../domain/invoices/invoice.ts";

export const line = (
  description = "Launch, week of 23 November 2026",
  given: Partial<InvoiceLine> = {},
): InvoiceLine => ({
  description,
  quantity: 1,
  unitPriceCents: 4900,
  netCents: 4900,
  vatRateBasisPoints: 1900,
  vatCents: 931,
  totalCents: 5831,
  ...given,
});

/** An invoice from Debut in Berlin to Acme in Munich, with whatever the test wants different. Totals follow from the lines. */
export function invoiceContent(given: Partial<InvoiceContent> = {}): InvoiceContent {
  const lines = given.lines ?? [line()];
  const sum = (key: "netCents" | "vatCents" | "totalCents") => lines.reduce((all, one) => all + one[key], 0);
  return {
    kind: "invoice",
    credits: null,
    seller: {
      name: "Debut GmbH",
      addressLines: ["Torstraße 1", "10119 Berlin"],
      country: "DE",
      vatNumber: "DE123456789",
      email: "billing@debut.example",
    },
    buyer: {
      name: "Acme Books GmbH",
      addressLines: ["Rosenweg 5", "80331 München"],
      country: "DE",
      vatNumber: null,
      email: "ann@acme.example",
    },
    orderNumber: "ORD-2026-000123",
    issuedOn: "2026-11-18",
    paidOn: "2026-11-18",
    currency: "USD",
    lines,
    totals: { netCents: sum("netCents"), vatCents: sum("vatCents"), totalCents: sum("totalCents") },
    vatNote: null,
    ...given,
  };
}
