import type { Request, RequestHandler, Response } from "express";
import { chooseWeek, lateLaunchOf, startOnMonday } from "#actions/launches/choose-week.ts";
import { fullWeek, heldUntil } from "#actions/launches/places.ts";
import { cancelOrder, setBilling, startPayment } from "#actions/orders/checkout.ts";
import { applyCoupon, removeCoupon } from "#actions/orders/coupons.ts";
import { pollOpenPayments } from "#actions/orders/poll-payment.ts";
import { AppError } from "#core/errors/errors.ts";
import { addressKey, takeQuota } from "#core/limits/limiter.ts";
import { bankAccountOf, TRANSFER_SETTINGS } from "#core/settings/bank-account.ts";
import { agreement } from "#core/settings/policies.ts";
import { sellingFault } from "#core/settings/selling.ts";
import { type Html, href, html } from "#core/text/html.ts";
import type { LateLaunch } from "#domain/launches/late-launch.ts";
import { moneyText } from "#domain/orders/money.ts";
import {
  FREE,
  isOpen,
  isPayable,
  MERCHANTS_OF_RECORD,
  MOST_TRANSFERS_HELD,
  type Order,
  TRANSFER,
} from "#domain/orders/order.ts";
import { boundsWords, takes } from "#domain/orders/payment-bounds.ts";
import { reasonText } from "#domain/orders/stored-words.ts";
import { missingCents, moneyNews } from "#domain/orders/transfer.ts";
import { countryName, type Text, t, type Words } from "#languages/words.ts";
import type { Payment } from "#store/repos/orders/orders.ts";
import { plainWords } from "../../kit/attempt.ts";
import { type Faults, formFault, formText, formTo, hasFaults, queryText } from "../../kit/form.ts";
import { languageOf } from "../../kit/language.ts";
import { showTime } from "../../kit/show.ts";
import { addressOf, orNotFound, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { dayInWords } from "../../parts/launches/calendar.ts";
import { launchSteps } from "../../parts/launches/launch-plans.ts";
import {
  type BillingInput,
  billingFaults,
  billingForm,
  checkBilling,
  readBilling,
} from "../../parts/orders/billing-form.ts";
import { openPaymentNotice } from "../../parts/orders/open-payment.ts";
import {
  billingFacts,
  documentLinks,
  merchantNote,
  SOLD_BY_PADDLE,
  statusNow,
} from "../../parts/orders/order-parts.ts";
import { couponForm, launchMonday, orderSummary, outcomeOf, transferCard } from "../../parts/orders/order-summary.ts";
import { proFormaPages } from "./pro-forma.ts";

type View = {
  order: Order;
  given?: BillingInput;
  coupon?: string;
  faults?: Faults;
  fault?: Text;
  status?: number;
};

/**
 * Where a person reviews an order, enters billing details and goes on to a provider. Anyone with
 * the link may, signed in or not. It never asks for payment details.
 */
export function checkoutPages({ deps, sessions, pages, router }: Site): void {
  const { settings, store, now, limiter } = deps;

  /** Limits requests that make us call a register or a provider; pages are cheap. */
  const limited: RequestHandler = async (req, _res, next) => {
    const isCheap = req.method === "GET" && req.query.returned === undefined && !req.path.endsWith("/pdf");
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
    const end = outcomeOf(state, isDone);
    const listingId = order.lines.find((line) => line.listingId !== null)?.listingId;
    const listing = listingId ? await store.listings.find(listingId) : undefined;
    const payments = await store.orders.payments(order.id);
    const news = moneyNews({ ...order, status: state }, payments);
    const held =
      order.hold === "undeliverable"
        ? t`We could not deliver your order: ${reasonText(order.statusReason)} Choose another week or get a refund.`
        : undefined;
    const isShort = missingCents(order, payments) !== undefined;
    const open = awaitsTransfer(order, payments) ? t`Waiting for your transfer` : t`Review and pay`;
    const title = isShort ? t`We received part of your payment` : end ? end[0] : open;
    const isLaunch = order.lines.some(({ product }) => product === "launch");
    pages.render(res, {
      status,
      kind: "interaction",
      width: "wide",
      title,
      body: html`${isLaunch && launchSteps(canPay ? "pay" : "launch")}<p class="eyebrow">Order ${order.number}</p>
<h1>${title}</h1>
${end && html`<p class="notice ${end[1]}" role="status">${news ?? held ?? end[2]}</p>`}
${formFault(form.fault)}
${canPay && openPaymentNotice(pathOf(order), state, payments, await deps.gateways())}
${canPay && (await placesNotice(res, order))}
${canPay && lateNotice(res, order, await lateLaunchOf(order.lines, store, deps))}
<div class="columns checkout">${orderSummary(order, listing, settings)}
<div>${documentLinks(await store.invoices.ofOrder(order.number))}${merchantNote(payments)}
${!canPay && (await transferPart({ ...order, status: state }, payments))}
${canPay ? await paySteps(res, { order, ...form }) : endLink(res, order)}</div></div>`,
    });
  }

  const lateNotice = (res: Response, order: Order, late: LateLaunch | undefined): Html | undefined =>
    late &&
    html`<div class="notice" role="status"><p><b>This week ends in ${late.left}.</b>
Pay now to launch today for the rest of the week, or start on ${dayInWords(late.monday, { weekday: true })} at the same price.</p>
${formTo(res, `${pathOf(order)}/monday`)}<button class="sun">Start on ${dayInWords(late.monday, {
      weekday: true,
    })}</button></form></div>`;

  /** Decisions about money are made signed in, because anyone with the link sees this page. */
  const endLink = (res: Response, order: Order): Html | false => {
    const path = `/account/orders/${order.number}`;
    if (order.hold === "undeliverable")
      return html`<p><a class="button" href="${href(path)}">Choose a week or a refund</a></p>`;
    return isOwner(res, order) && html`<p><a href="${href(path)}">See your orders</a></p>`;
  };

  const isOwner = (res: Response, order: Order): boolean => sessionOf(res)?.account?.id === order.accountId;

  /** Until when the places of the order are held, or which weeks have one instead of a full week. */
  async function placesNotice(res: Response, order: Order): Promise<Html | undefined> {
    const full = await fullWeek(order, store, deps);
    if (!full) {
      const until = await heldUntil(order, store, now());
      return until && html`<p class="notice" role="status">We hold your booking until ${showTime(until)}.</p>`;
    }
    return html`<div class="notice bad" role="status">
<p>${html`<b>The week of ${dayInWords(full.monday)} is full.</b>`} ${
      full.others.length > 0 ? t`These weeks are available at the same price:` : t`No other week is available.`
    }</p>
${
  full.others.length > 0 &&
  html`${formTo(res, `${pathOf(order)}/week`, "row")}${full.others.map(
    (monday) => html`<button name="week" value="${monday}">${dayInWords(monday, { weekday: true })}</button>`,
  )}</form>`
}</div>`;
  }

  const awaitsTransfer = (order: Order, payments: readonly Payment[]): boolean =>
    isPayable(order, now()) && payments.some((payment) => payment.provider === TRANSFER && isOpen(payment));

  async function transferPart(order: Order, payments: readonly Payment[]): Promise<Html | undefined> {
    const account = bankAccountOf(settings);
    const missing = missingCents(order, payments);
    if (!account || (missing === undefined && !awaitsTransfer(order, payments))) return undefined;
    return transferCard(account, {
      amountCents: missing ?? order.totalCents,
      currency: order.currency,
      reference: order.number,
      until: missing === undefined ? order.expiresAt : null,
      proForma: missing === undefined ? `${pathOf(order)}/pro-forma` : null,
    });
  }

  async function paySteps(res: Response, { order, given, coupon = "", faults = {} }: View): Promise<Html> {
    const account = isOwner(res, order) ? sessionOf(res)?.account : undefined;
    const { billing, vat } = order;
    const form = billingForm(res, {
      action: `${pathOf(order)}/billing`,
      countries: await store.reference.countries(),
      faults,
      label: billing ? t`Save details` : t`Continue to payment`,
      isNext: !billing,
      given: given ?? {
        name: billing?.name ?? account?.name ?? "",
        address: billing?.address ?? "",
        country: billing?.country ?? vat.country ?? "",
        vatNumber: (billing ? billing.vatNumber : vat.vatNumber) ?? "",
        email: billing?.email ?? account?.email ?? "",
        reference: billing?.reference ?? "",
      },
    });
    return html`<div class="stack"><section aria-labelledby="billing"><h2 id="billing">Billing details</h2>
${
  billing
    ? html`${billingFacts(order)}
<details class="qa"${given && html` open`}><summary>Edit details</summary>${form}</details>`
    : form
}</section>
${couponForm(res, order, coupon)}
${billing && (await waysToPay(res, order))}
<section aria-labelledby="seller"><h2 id="seller">Seller</h2>
<p>${settings.SELLER_NAME ?? settings.SITE_NAME} (${new URL(settings.BASE_URL).host})${[
      settings.SELLER_COUNTRY && countryName(settings.SELLER_COUNTRY),
      settings.SELLER_VAT_NUMBER && t`VAT number ${settings.SELLER_VAT_NUMBER}`,
    ].map((line) => line && html`<br>${line}`)}</p>
<p>We hold your order until ${showTime(order.expiresAt)}.</p>
${formTo(res, `${pathOf(order)}/cancel`)}<button class="quiet slim">Cancel order</button></form>
</section></div>`;
  }

  async function waysToPay(res: Response, order: Order): Promise<Html> {
    const monday = launchMonday(order, settings);
    if (order.totalCents === 0) return nothingToPay(res, order, monday);
    const gateways = await deps.gateways();
    if (gateways.size === 0 || sellingFault(settings)) return cannotPay(res);
    const payments = await store.orders.payments(order.id);
    const transfer = await transferPart(order, payments);
    const ways = [...gateways.values()].filter(
      (gateway) => takes(gateway, order.totalCents) && !(transfer && gateway.name === TRANSFER),
    );
    const amount = moneyText(order.totalCents, order.currency);
    const refusing = [...gateways.values()].filter((gateway) => !takes(gateway, order.totalCents));
    return html`<section aria-labelledby="pay">
<h2 id="pay">${
      transfer
        ? monday
          ? t`Transfer ${amount} to book ${dayInWords(monday)}`
          : t`Transfer ${amount}`
        : monday
          ? t`Pay ${amount} and book ${dayInWords(monday)}`
          : t`Pay ${amount}`
    }</h2>
${transfer}
${transfer && ways.length > 0 && html`<h3>Pay another way</h3>`}
${ways.length > 0 && html`<p class="muted">${wayWords(ways)}</p>${agreement("paying", settings)}`}
${formTo(res, `${pathOf(order)}/pay`, "row")}
${ways.map(
  ({ name, label }) =>
    html`<button name="provider" value="${name}" class="${
      name === "manual" && ways.length > 1 ? "quiet" : "sun"
    }">${label}</button>`,
)}
</form>
${ways.some(({ name }) => MERCHANTS_OF_RECORD.includes(name)) && html`<p class="muted small">${SOLD_BY_PADDLE}</p>`}
${refusing.map((gateway) => html`<p class="muted small">${boundsWords(gateway, order.currency)}</p>`)}
${
  gateways.has(TRANSFER) &&
  order.lines.some(({ options }) => options.week !== undefined) &&
  html`<p class="small muted">With a bank transfer, we hold your booking for 14 days.
This applies to up to ${MOST_TRANSFERS_HELD} unpaid orders at a time, per account and per domain.</p>`
}
</section>`;
  }

  function wayWords(ways: readonly { name: string }[]): Words {
    if (ways.every(({ name }) => name === TRANSFER)) return t`We show our bank account and your reference next.`;
    return ways.some(({ name }) => name === TRANSFER)
      ? t`You pay by bank transfer, or on the payment provider’s page. ${settings.SITE_NAME} never sees your card.`
      : t`You pay on the payment provider’s page. ${settings.SITE_NAME} never sees your card or bank details.`;
  }

  const nothingToPay = (res: Response, order: Order, monday: string | undefined): Html =>
    html`<section aria-labelledby="pay"><h2 id="pay">Nothing to pay</h2>
${agreement("ordering", settings)}
${formTo(res, `${pathOf(order)}/pay`)}<button name="provider" value="${FREE}"
class="sun">${monday ? t`Book ${dayInWords(monday)}` : t`Complete order`}</button></form></section>`;

  /** Nothing is set up to pay with, which only the people who run the site can change. */
  const cannotPay = (res: Response): Html =>
    html`<section aria-labelledby="pay"><h2 id="pay">Pay</h2><p class="notice bad" role="status">${
      sessionOf(res)?.account?.isAdmin
        ? sellingFault(settings)
          ? t`Payment is not available yet: ${sellingFault(settings) ?? ""}.`
          : t`Payment is not available yet: no payment provider is set up, and bank transfers need ${TRANSFER_SETTINGS}.`
        : t`Payment is not available yet because no payment method is set up. Nothing was charged. Please tell the site team.`
    }</p></section>`;

  router.get("/checkout/:token", async (req, res) => {
    await sessions.ensure(req, res);
    const order = orNotFound(await store.orders.findByToken(tokenOf(req)));
    if (req.query.returned === undefined) return show(res, { order, coupon: queryText(req, "coupon").slice(0, 40) });
    // Returning here proves nothing, so we ask the provider. The redirect makes reloading safe.
    await pollOpenPayments(order.id, deps);
    seeOther(res, pathOf(order));
  });

  proFormaPages({ deps, pages, router });

  /** A step of the checkout. The page shows refusals beside what was typed. */
  const step = (work: (req: Request, res: Response, order: Order) => Promise<void>, view = (_req: Request) => ({})) =>
    (async (req, res) => {
      const order = orNotFound(await store.orders.findByToken(tokenOf(req)));
      try {
        await work(req, res, order);
      } catch (error) {
        if (!(error instanceof AppError) || error.code === "internal_error") throw error;
        const faults = billingFaults(error);
        const current = (await store.orders.findById(order.id)) ?? order;
        const said = faults ? { faults } : { fault: plainWords(error.detail) };
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
        const { IP_COUNTRY_HEADER: header } = settings;
        const ipCountry = header && req.get(header)?.toUpperCase();
        await setBilling(
          order.token,
          { ...given, vatNumber: given.vatNumber || null },
          deps,
          ipCountry,
          languageOf(res).tag,
        );
        seeOther(res, `${pathOf(order)}#pay`);
      },
      (req) => ({ given: readBilling(req) }),
    ),
  );

  router.post(
    "/checkout/:token/monday",
    step(async (_req, res, order) => {
      await startOnMonday(order.token, deps);
      seeOther(res, pathOf(order), "starts-monday");
    }),
  );

  router.post(
    "/checkout/:token/week",
    step(async (req, res, order) => {
      await chooseWeek(order.token, formText(req, "week"), deps);
      seeOther(res, pathOf(order), "week-chosen");
    }),
  );

  router.post(
    "/checkout/:token/coupon",
    step(
      async (req, res, order) => {
        const isRemoved = formText(req, "remove") !== "";
        if (isRemoved) await removeCoupon(order.token, deps);
        else await applyCoupon(order.token, formText(req, "code"), deps);
        seeOther(res, `${pathOf(order)}#coupon`, isRemoved ? "coupon-removed" : "coupon-applied");
      },
      (req) => ({ coupon: formText(req, "code").slice(0, 40) }),
    ),
  );

  router.post(
    "/checkout/:token/pay",
    step(async (req, res, order) => {
      const provider = String(req.body?.provider);
      const { redirectUrl } = await startPayment(order.token, provider, deps);
      res.redirect(303, redirectUrl ?? (provider === FREE ? pathOf(order) : `${pathOf(order)}#pay`));
    }),
  );

  router.post(
    "/checkout/:token/cancel",
    step(async (_req, res, order) => {
      await cancelOrder(order.token, deps);
      seeOther(res, pathOf(order), "order-canceled");
    }),
  );
}
