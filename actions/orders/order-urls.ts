import type { LateLaunch } from "#domain/launches/late-launch.ts";
import { isPayable, type Order } from "#domain/orders/order.ts";
import { moneyNews } from "#domain/orders/transfer.ts";
import type { Words } from "#languages/words.ts";
import type { Deps } from "../context.ts";
import { invoiceUrl } from "../invoices/invoicing.ts";
import { lateLaunchOf } from "../launches/choose-week.ts";
import { heldUntil } from "../launches/places.ts";
import { checkoutUrl } from "./unpaid.ts";

type Beside = {
  checkoutUrl: string;
  invoiceUrl: string | null;
  late: LateLaunch | undefined;
  heldUntil: Date | undefined;
  news: Words | undefined;
};

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
  const held = new Map<string, Date | undefined>();
  const news = new Map<string, Words | undefined>();
  for (const order of orders) {
    const isUnpaid = isPayable(order, now());
    if (isUnpaid) late.set(order.number, await lateLaunchOf(order.lines, store, { settings, now }));
    if (isUnpaid) held.set(order.number, await heldUntil(order, store, now()));
    if (order.paidAt === null) news.set(order.number, moneyNews(order, await store.orders.payments(order.id)));
  }
  return ({ number, token }) => {
    const invoice = newest.get(number);
    return {
      checkoutUrl: checkoutUrl(settings, token),
      invoiceUrl: invoice ? invoiceUrl(settings, invoice) : null,
      late: late.get(number),
      heldUntil: held.get(number),
      news: news.get(number),
    };
  };
}
