import type { Settings } from "../../core/config.ts";
import type { Order } from "../../domain/order.ts";
import type { Reads } from "../../store/store.ts";
import { checkoutUrl } from "./checkout.ts";
import { invoiceUrl } from "./invoicing.ts";

/** URLs of orders: the checkout page, and the newest invoice if there is one. */
export async function orderUrls(
  orders: readonly Order[],
  { invoices }: Pick<Reads, "invoices">,
  settings: Pick<Settings, "BASE_URL">,
): Promise<(order: Order) => { checkoutUrl: string; invoiceUrl: string | null }> {
  const newest = await invoices.newestOf(orders.map(({ number }) => number));
  return ({ number, token }) => {
    const invoice = newest.get(number);
    return { checkoutUrl: checkoutUrl(settings, token), invoiceUrl: invoice ? invoiceUrl(settings, invoice) : null };
  };
}
