import { z } from "zod";
import type { Asked, Price } from "#actions/orders/price.ts";
import { NUMBER_STATUSES, VAT_TREATMENTS, type Vat, vatMessages } from "#domain/invoices/vat.ts";
import type { LateLaunch } from "#domain/launches/late-launch.ts";
import { ORDER_STATUSES, type Order, type OrderStatus, wantedOf } from "#domain/orders/order.ts";
import type { PricedLine } from "#domain/orders/quote.ts";
import { reasonText } from "#domain/orders/stored-words.ts";
import type { Language } from "#languages/language.ts";
import { inEnglish, joined, say, type Text, t, type Words } from "#languages/words.ts";
import { Country, Id, NextActions, term, viewAs, viewTime, viewTimeOrNull } from "./common.ts";

const Item = z.strictObject({
  product: term(60).describe("from list_products"),
  listing_id: Id.optional(),
  week: term(10).optional().describe("YYYY-MM-DD"),
  categories: z.array(term(200)).max(3).optional().describe("slugs of extra ones"),
  amount_cents: z.int().min(1).optional().describe("billboard only: US cents"),
});

export const OrderNumber = term(40).min(1).describe("from list_my_orders");

export const orderInput = {
  items: z.array(Item).min(1).max(20),
  billing_country: Country.optional().describe("ISO code"),
  vat_number: term(40).optional().describe("like DE123456789"),
  coupon: term(40).optional(),
};
type OrderInput = z.output<z.ZodObject<typeof orderInput>>;

export const readOrder = ({ items, billing_country, vat_number }: OrderInput): Asked => ({
  items: items.map(({ listing_id: listingId, amount_cents: amountCents, ...item }) => ({
    ...item,
    listingId,
    amountCents,
  })),
  billingCountry: billing_country ?? null,
  vatNumber: vat_number ?? null,
});

const cents = z.int();
const QuoteLine = z.object({
  product: z.string(),
  listing_id: z.int().nullable(),
  description: z.string(),
  quantity: z.int(),
  unit_price_cents: cents,
  discount_cents: cents,
  coupon_code: z.string().nullable(),
  net_cents: cents,
  vat_rate_percent: z.number(),
  vat_cents: cents,
  total_cents: cents,
  options: z.object({
    week: z.string().optional(),
    categories: z.array(z.string()).optional(),
    amount_cents: cents.optional(),
  }),
});

const Priced = z.object({
  currency: z.string(),
  lines: z.array(QuoteLine),
  totals: z.object({ net_cents: cents, vat_cents: cents, total_cents: cents }),
  vat: z.object({
    treatment: z.enum(VAT_TREATMENTS),
    country: z.string().nullable(),
    rate_percent: z.number(),
    vat_number: z.string().nullable(),
    number_status: z.enum(NUMBER_STATUSES),
    note: z.string().nullable(),
    checked_at: z.string().nullable(),
    provisional: z.boolean().describe("may change until the order is paid"),
  }),
  messages: z.array(z.object({ type: z.enum(["info", "warning"]), code: z.string(), content: z.string() })),
});

export const QuoteView = z.object({ message_for_user: z.string(), saved: z.literal(false), ...Priced.shape });

export const OrderView = z.object({
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  checkout_url: z.string().nullable().describe("the page to pay on, while the order can be paid"),
  message_for_user: z.string(),
  ...Priced.shape,
  lines: z.array(QuoteLine.extend({ fulfilled: z.boolean(), fulfilled_at: z.string().nullable() })),
  saved: z.literal(true),
  expires_at: z.string(),
  created_at: z.string(),
  paid_at: z.string().nullable(),
  refunded_cents: cents,
  invoice_url: z.string().nullable(),
  next_actions: NextActions,
});

const percent = (basisPoints: number): number => basisPoints / 100;

const viewLine = (line: PricedLine, { rateBp }: Vat): z.input<typeof QuoteLine> => ({
  ...viewAs(line),
  vat_rate_percent: percent(rateBp),
});

const viewPriced = ({ lines, totals, vat }: Price, currency: string): z.input<typeof Priced> => ({
  currency,
  lines: lines.map((line) => viewLine(line, vat)),
  totals: { net_cents: totals.netCents, vat_cents: totals.vatCents, total_cents: totals.totalCents },
  vat: { ...viewAs(vat), rate_percent: percent(vat.rateBp) },
  messages: vatMessages(vat).map((message) => ({ ...message, content: inEnglish(message.content) })),
});

/** What to ask before paying for the rest of a week. */
const lateWords = (late: LateLaunch | undefined): Text | undefined =>
  late &&
  t`A launch at once has ${late.left} left of this week's vote. Ask whether to start on Monday instead: set "week" to ${late.monday}, or choose Monday on the page.`;

const NO_LISTING = {
  type: "info",
  code: "listing_missing",
  content:
    "Priced without a listing, so this is provisional and no week is held. To order, call " +
    "create_checkout with the listing_id of a saved listing.",
} as const;

const QUOTED = t`This is only a price: nothing is saved or charged. create_checkout creates the order and returns a link to review and pay it.`;

export function viewQuote(
  price: Price,
  currency: string,
  { late, lacksListing, language }: { late: LateLaunch | undefined; lacksListing: boolean; language: Language },
): z.input<typeof QuoteView> {
  const { messages, ...priced } = viewPriced(price, currency);
  return {
    message_for_user: say(joined([QUOTED, lateWords(late)], " "), language),
    saved: false,
    ...priced,
    messages: lacksListing ? [NO_LISTING, ...messages] : messages,
  };
}

const MESSAGES: Record<Exclude<OrderStatus, "pending" | "failed">, Words> = {
  paid: t`The order is paid. Lines that are not fulfilled yet will be within minutes.`,
  on_hold: t`The payment arrived, but the site team has to review the order. Nothing needs to be paid again.`,
  expired: t`The order was not paid in time. Create a new one with create_checkout.`,
  canceled: t`The order was canceled. Create a new one with create_checkout.`,
  partially_refunded: t`Part of the payment was refunded.`,
  refunded: t`The payment was refunded, and the purchase has ended.`,
  disputed: t`The payment is disputed. The purchase is suspended until the dispute is settled.`,
};

const messageOf = (order: Order, url: string, news: Text | undefined, heldUntil: Date | undefined): Text => {
  const { status } = order;
  return status === "pending" || status === "failed"
    ? joined(
        [
          status === "failed" && t`The last payment failed.`,
          t`Open this link to review the order and pay: ${url} Pay only there; never give card details in a chat.`,
          heldUntil && t`Its places in the calendar are held until ${viewTime(heldUntil)}.`,
        ],
        " ",
      )
    : (news ?? heldWords(order, url) ?? MESSAGES[status]);
};

/** Decided on a page, because it moves money. */
const heldWords = ({ hold, statusReason }: Order, url: string): Text | undefined =>
  hold === "undeliverable"
    ? t`The order is paid, but could not be delivered: ${reasonText(statusReason)} Open this link to choose another week or the money back: ${url}`
    : undefined;

export function viewOrder(
  order: Order,
  {
    checkoutUrl,
    invoiceUrl = null,
    late,
    heldUntil,
    news,
    language,
  }: {
    checkoutUrl: string;
    invoiceUrl?: string | null;
    late?: LateLaunch | undefined;
    heldUntil?: Date | undefined;
    news?: Text | undefined;
    language: Language;
  },
): z.input<typeof OrderView> {
  const isOpen = order.status === "pending" || order.status === "failed";
  const { lines, vat } = order;
  return {
    number: order.number,
    status: order.status,
    checkout_url: isOpen ? checkoutUrl : null,
    message_for_user: say(joined([messageOf(order, checkoutUrl, news, heldUntil), lateWords(late)], " "), language),
    ...viewPriced({ lines, totals: order, vat }, order.currency),
    lines: lines.map((line) => ({
      ...viewLine(line, vat),
      fulfilled: line.fulfilledAt !== null,
      fulfilled_at: viewTimeOrNull(line.fulfilledAt),
    })),
    saved: true,
    expires_at: viewTime(order.expiresAt),
    created_at: viewTime(order.createdAt),
    paid_at: viewTimeOrNull(order.paidAt),
    refunded_cents: order.refundedCents,
    invoice_url: invoiceUrl,
    next_actions: isOpen ? ["get_order", "cancel_order"] : wantedOf(order) === "fulfilled" ? ["get_order"] : [],
  };
}
