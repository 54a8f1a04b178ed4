import type { LateLaunch } from "../../domain/late-launch.ts";
import { isPayable, type Order } from "../../domain/order.ts";
import type { Deps } from "../context.ts";
import { checkoutUrl } from "./checkout.ts";
import { invoiceUrl } from "./invoicing.ts";
import { lateLaunchOf } from "./late-launch.ts";

type Beside = { checkoutUrl: string; invoiceUrl: string | null; late: LateLaunch | undefined };

/** What is said beside orders: the checkout page, the newest invoice, and whether Monday is a better start. */
export async function orderUrls(
  orders: readonly Order[],
  {
    store,
    settings,
    now,
  }: Pick<Deps, "settings" | "now"> & { store: Pick<Deps["store"], "invoices" | "listings" | "launches" | "orders"> },
): Promise<(order: Order) => Beside> {
  const newest = await store.invoices.newestOf(orders.map(({ number }) => number));
  const late = new Map<string, LateLaunch | undefined>();
  for (const order of orders.filter((each) => isPayable(each, now())))
    late.set(order.number, await lateLaunchOf(order.lines, store, { settings, now }));
  return ({ number, token }) => {
    const invoice = newest.get(number);
    return {
      checkoutUrl: checkoutUrl(settings, token),
      invoiceUrl: invoice ? invoiceUrl(settings, invoice) : null,
      late: late.get(number),
    };
  };
}
