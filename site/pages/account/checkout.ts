import { type Request, type RequestHandler, type Response, Router } from "express";
import { cancelOrder, setBilling, startPayment } from "../../../actions/orders/checkout.ts";
import { pollOpenPayments } from "../../../actions/orders/poll-payment.ts";
import { AppError } from "../../../core/errors.ts";
import { type Html, href, html } from "../../../core/html.ts";
import { addressKey, takeQuota } from "../../../core/limiter.ts";
import { agreement } from "../../../core/policies.ts";
import { showMoney } from "../../../domain/money.ts";
import { isPayable, type Order, type OrderStatus } from "../../../domain/order.ts";
import type { Payment } from "../../../store/repos/orders.ts";
import { countryName } from "../../kit/country.ts";
import { csrfField, type Faults, formFault, hasFaults } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { showTime } from "../../kit/show.ts";
import { addressOf, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { type BillingInput, billingFaults, billingForm, checkBilling, readBilling } from "../../parts/billing-form.ts";
import { dayInWords } from "../../parts/calendar.ts";
import { launchSteps } from "../../parts/launch-plans.ts";
import { billingFacts, documentLinks, statusNow } from "../../parts/order-parts.ts";
import { launchMonday, orderSummary } from "../../parts/order-summary.ts";

type View = { order: Order; given?: BillingInput; faults?: Faults; fault?: string; status?: number };

const ENDS: Record<Exclude<OrderStatus, "pending" | "failed">, readonly [title: string, tone: string, text: string]> = {
  paid: [
    "Thank you, your order is paid",
    "good",
    "What you bought follows within minutes. You don't need to do anything else.",
  ],
  on_hold: [
    "Your payment arrived",
    "",
    "We have to review this order before it continues. You do not need to pay again. We will email you.",
  ],
  expired: ["This order has expired", "", "It was not paid in time, and nothing was charged. Place a new order."],
  canceled: ["This order is canceled", "", "Nothing was charged. If you change your mind, place a new order."],
  partially_refunded: ["Your order is paid", "good", "Part of your payment was refunded."],
  refunded: ["Your payment was refunded", "", "This order was refunded, and the purchase has ended."],
  disputed: ["This payment is disputed", "bad", "The purchase is suspended until the dispute is settled."],
};

const DONE = [ENDS.paid[0], "good", "Everything you bought is in place. You don't need to do anything else."] as const;

/**
 * Where a person reviews an order, enters billing details and goes on to a provider. Anyone with
 * the link may, signed in or not. It never asks for payment details.
 */
export function checkoutPages({ deps, sessions, pages }: Site, notFound: (res: Response) => void): Router {
  const { settings, store, now, gateways, limiter } = deps;
  const router = Router();

  /** Limits requests that make us call a register or a provider; pages are cheap. */
  const limited: RequestHandler = async (req, _res, next) => {
    const isCheap = req.method === "GET" && req.query.returned === undefined;
    const address = addressKey(addressOf(req));
    await takeQuota(limiter, isCheap ? "checkout-page" : "checkout-form", address);
    next();
  };
  router.use("/checkout", limited);

  const tokenOf = (req: Request): string => String(req.params.token);
  const pathOf = ({ token }: Pick<Order, "token">): string => `/checkout/${token}`;

  async function show(res: Response, { order, status = 200, ...form }: View): Promise<void> {
    const state = statusNow(order, now());
    const canPay = isPayable(order, now());
    const isDone = state === "paid" && order.lines.every(({ fulfilledAt }) => fulfilledAt !== null);
    const end = state === "pending" || state === "failed" ? undefined : isDone ? DONE : ENDS[state];
    const title = end ? end[0] : "Review and pay";
    const listingId = order.lines.find((line) => line.listingId !== null)?.listingId;
    const listing = listingId ? await store.listings.find(listingId) : undefined;
    const isLaunch = order.lines.some(({ product }) => product === "launch");
    pages.render(res, {
      status,
      kind: "interaction",
      width: "wide",
      title,
      body: html`${isLaunch && launchSteps(canPay ? "Pay" : "Launch")}<p class="eyebrow">Order ${order.number}</p>
<h1>${title}</h1>
${end && html`<p class="notice ${end[1]}" role="status">${end[2]}</p>`}
${formFault(form.fault)}
${canPay && (await openPaymentNotice(order, state))}
<div class="columns checkout">${orderSummary(order, listing, settings)}<div>${documentLinks(await store.invoices.ofOrder(order.number))}
${canPay ? await paySteps(res, { order, ...form }) : isOwner(res, order) && html`<p><a href="/account/orders/${order.number}">See your orders</a></p>`}</div></div>`,
    });
  }

  const isOwner = (res: Response, order: Order): boolean => sessionOf(res)?.account?.id === order.accountId;

  /** Notices about payments that have started and are not confirmed. */
  async function openPaymentNotice(order: Order, state: OrderStatus): Promise<Html | undefined> {
    const open = await openAt(order);
    if (open)
      return html`<div class="notice" role="status"><p>A payment by ${labelOf(open)} has started and is not confirmed yet. If you have paid, wait a moment and <a href="${href(`${pathOf(order)}?returned=1`)}">check again</a>. Do not pay a second time. If you have not paid, continue below.</p></div>`;
    return state === "failed"
      ? html`<p class="notice bad" role="status">The last payment failed, and nothing was charged. Try again, or pay another way.</p>`
      : undefined;
  }

  /** An open payment at a provider that can be asked about it. */
  const openAt = async (order: Order): Promise<Payment | undefined> =>
    (await store.orders.payments(order.id)).find(
      ({ attempt, isPaid, redirectUrl }) => attempt === "pending" && !isPaid && redirectUrl !== null,
    );

  const labelOf = ({ provider }: Payment): string => gateways.get(provider)?.label ?? provider;

  async function paySteps(res: Response, { order, given, faults = {} }: View): Promise<Html> {
    const account = isOwner(res, order) ? sessionOf(res)?.account : undefined;
    const { billing, vat } = order;
    const form = billingForm(res, {
      action: `${pathOf(order)}/billing`,
      countries: await store.reference.countries(),
      faults,
      label: billing ? "Save the details" : "Continue to payment",
      isNext: !billing,
      given: given ?? {
        name: billing?.name ?? account?.name ?? "",
        address: billing?.address ?? "",
        country: billing?.country ?? vat.country ?? "",
        vatNumber: (billing ? billing.vatNumber : vat.vatNumber) ?? "",
        email: billing?.email ?? account?.email ?? "",
      },
    });
    return html`<div class="stack"><section aria-labelledby="billing"><h2 id="billing">Billing details</h2>
${
  billing
    ? html`${billingFacts(order)}
<details class="qa"${given && html` open`}><summary>Change these details</summary>${form}</details>`
    : form
}</section>
${billing && (await waysToPay(res, order))}
<section aria-labelledby="seller"><h2 id="seller">Who gets the money</h2>
<p>${settings.SELLER_NAME ?? settings.SITE_NAME} (${new URL(settings.BASE_URL).host})${settings.SELLER_COUNTRY && `, ${countryName(settings.SELLER_COUNTRY)}`}${settings.SELLER_VAT_NUMBER && `, VAT number ${settings.SELLER_VAT_NUMBER}`}. Your order waits for payment until ${showTime(order.expiresAt)}.</p>
<form method="post" action="${href(`${pathOf(order)}/cancel`)}">${csrfField(res)}<button class="quiet slim">Cancel this order</button></form>
</section></div>`;
  }

  async function waysToPay(res: Response, order: Order): Promise<Html> {
    const monday = launchMonday(order, settings);
    const known = await store.orders.payments(order.id);
    const instructions = known.find((payment) => payment.instructions !== null && !payment.isPaid)?.instructions;
    return html`<section aria-labelledby="pay"><h2 id="pay">Pay ${showMoney(order.totalCents, order.currency)}${monday && ` and book ${dayInWords(monday)}`}</h2>
<p class="muted">You pay on the page of the provider you choose. ${settings.SITE_NAME} never sees your card or your account.</p>
${agreement("paying", settings)}
<form method="post" action="${href(`${pathOf(order)}/pay`)}" class="row">
${csrfField(res)}
${[...gateways.values()].map(({ name, label }) => html`<button name="provider" value="${name}" class="${name === "manual" && gateways.size > 1 ? "quiet" : "sun"}">${label}</button>`)}
</form>
${
  instructions &&
  html`<div class="card"><h3>By bank transfer</h3>
<p class="prose">${instructions}</p>
<p class="muted small">Use exactly this reference. We will email you when your payment has arrived.</p></div>`
}
</section>`;
  }

  router.get("/checkout/:token", async (req, res) => {
    await sessions.ensure(req, res);
    const order = await store.orders.findByToken(tokenOf(req));
    if (!order) return notFound(res);
    if (req.query.returned === undefined) return show(res, { order });
    // Returning here proves nothing, so we ask the provider. The redirect makes reloading safe.
    await pollOpenPayments(order.id, deps);
    seeOther(res, pathOf(order));
  });

  /** A step of the checkout. The page shows refusals beside what was typed. */
  const step = (work: (req: Request, res: Response, order: Order) => Promise<void>, view = (_req: Request) => ({})) =>
    (async (req, res) => {
      const order = await store.orders.findByToken(tokenOf(req));
      if (!order) return notFound(res);
      try {
        await work(req, res, order);
      } catch (error) {
        if (!(error instanceof AppError) || error.code === "internal_error") throw error;
        const faults = billingFaults(error);
        const current = (await store.orders.findById(order.id)) ?? order;
        const said = faults ? { faults } : { fault: error.message };
        await show(res, { order: current, status: error.status, ...view(req), ...said });
      }
    }) satisfies RequestHandler;

  router.post(
    "/checkout/:token/billing",
    step(
      async (req, res, order) => {
        const given = readBilling(req);
        const faults = checkBilling(given);
        if (hasFaults(faults)) return show(res, { order, given, faults, status: 400 });
        await setBilling(order.token, { ...given, vatNumber: given.vatNumber || null }, deps);
        seeOther(res, `${pathOf(order)}#pay`);
      },
      (req) => ({ given: readBilling(req) }),
    ),
  );

  router.post(
    "/checkout/:token/pay",
    step(async (req, res, order) => {
      const provider: unknown = req.body?.provider;
      const { redirectUrl } = await startPayment(order.token, String(provider), deps);
      // The provider's own page, as its API gave it.
      res.redirect(303, redirectUrl ?? `${pathOf(order)}#pay`);
    }),
  );

  router.post(
    "/checkout/:token/cancel",
    step(async (_req, res, order) => {
      await cancelOrder(order.token, deps);
      seeOther(res, withNotice(pathOf(order), "order-canceled"));
    }),
  );

  return router;
}
