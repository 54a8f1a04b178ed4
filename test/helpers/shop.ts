import { setImmediate as breathe } from "node:timers/promises";
import { pino } from "pino";
import type { Deps } from "../../actions/context.ts";
import { applyPayment, newPayment, type ProviderEvent } from "../../actions/orders/apply-payment.ts";
import { addOrder } from "../../actions/orders/checkout.ts";
import { identifyBuyer, priceOf } from "../../actions/orders/price.ts";
import { createLanguages } from "../../core/languages.ts";
import { readSettings } from "../../core/settings/config.ts";
import { untraced } from "../../core/tracing/trace.ts";
import type { EuroRate } from "../../domain/invoices/exchange-rate.ts";
import type { NumberCheck } from "../../domain/invoices/vat.ts";
import type { OrderItem } from "../../domain/orders/quote.ts";
import { jobKinds } from "../../jobs/kinds.ts";
import { createJobRunner } from "../../jobs/runner.ts";
import type { Gateway, PaymentRequest, PaymentState } from "../../payments/gateway.ts";
import { communityOf } from "./community.ts";
import { createSeededDatabase } from "./database.ts";
import { presenceOf } from "./presence.ts";

/** A provider whose payments are what the test says they are. */
export function createTill(name: Gateway["name"] = "stripe") {
  const requests: PaymentRequest[] = [];
  const states = new Map<string, PaymentState>();
  let isAway = false;
  const setAway = (is: boolean) => {
    isAway = is;
  };
  const gateway: Gateway = {
    name,
    label: "Test till",
    bounds: { minimumCents: 50, maximumCents: 99_999_999 },
    async start(request) {
      if (isAway) throw new Error("away");
      requests.push(request);
      return {
        paymentId: `pay-${requests.length}`,
        redirectUrl: `https://till.example/${requests.length}`,
        instructions: null,
      };
    },
    async find(paymentId) {
      if (isAway) throw new Error("away");
      return states.get(paymentId);
    },
    refund: async () => undefined,
    readEvent: async () => undefined,
    test: async () => ({ ok: true, detail: "" }),
  };
  return { gateway, requests, states, setAway };
}

/** Who sells, as the settings say it. */
export const SELLER = {
  SELLER_NAME: "Debut GmbH",
  SELLER_ADDRESS: "Torstraße 1\\n10119 Berlin",
  SELLER_COUNTRY: "DE",
  SELLER_VAT_NUMBER: "DE123456789",
};

/** A seeded database with products, listings that count up, a clock that stands still, and the jobs of orders. */
export async function createShop(env: Record<string, string> = {}) {
  const db = await createSeededDatabase();
  db.writer.pragma("synchronous = OFF");
  const clock = { at: new Date("2026-11-21T12:00:00Z") };
  const register: { answer: NumberCheck["status"] } = { answer: "valid" };
  const till = createTill();
  const feed: { rates: EuroRate[] } = { rates: [] };
  let ids = 0;
  const settings = readSettings({ SELLER_VAT_NUMBER: SELLER.SELLER_VAT_NUMBER, ...env });
  const deps = {
    settings,
    languages: createLanguages(settings),
    store: db.store,
    now: () => new Date(clock.at),
    uuid: () => `id-${++ids}`,
    random: (bytes: number) => Buffer.from(String(++ids).padStart(bytes, "0")),
    checkVatNumber: async () => ({ status: register.answer, at: clock.at, reference: null }),
    readExchangeRates: async () => feed.rates,
    gateways: async () => new Map([[till.gateway.name, till.gateway]]),
    sendMail: async () => "kept",
    domainRatings: undefined,
    log: pino({ level: "silent" }),
    trace: untraced,
    wakeJobs: () => undefined,
  } as unknown as Deps;
  // What runs by the clock is run by the test.
  const kinds = Object.fromEntries(Object.entries(jobKinds).filter(([, { everyMs }]) => everyMs === undefined));
  const runner = createJobRunner(deps, kinds, presenceOf());

  return {
    ...db,
    deps,
    clock,
    register,
    feed,
    till,
    make: communityOf(db.store),
    async drain() {
      // Mails stay in the outbox, where tests read them.
      db.writer.exec("delete from jobs where kind in ('send-mail', 'send-news')");
      await breathe();
      return runner.drain();
    },
    run: (kind: string) => jobKinds[kind]!.run({} as never, deps, new AbortController().signal),
    async order(accountId: string, items: OrderItem[], buyer: { country?: string; vatNumber?: string } = {}) {
      const asked = { items, billingCountry: buyer.country ?? "US", vatNumber: buyer.vatNumber ?? null };
      const who = await identifyBuyer(asked, deps);
      return db.store.change(async (tx) =>
        addOrder(tx, await priceOf(asked, accountId, who, tx, deps), accountId, deps),
      );
    },
    open: (orderId: number, paymentId: string) =>
      db.store.change((tx) => tx.orders.savePayment(newPayment("stripe", paymentId, orderId, clock.at))),
    take: (event: Partial<ProviderEvent> & Pick<ProviderEvent, "orderNumber" | "amountCents">) =>
      db.store.change((tx) =>
        applyPayment(
          tx,
          {
            provider: "stripe",
            eventId: `event-${++ids}`,
            paymentId: `pay-${event.orderNumber}`,
            state: "paid",
            currency: "USD",
            refundedCents: 0,
            ...event,
          },
          clock.at,
          deps,
        ),
      ),
    mailsTo: async (email: string) =>
      (await db.store.mails.list({ page: 1, perPage: 1000 })).items.filter(({ recipient }) => recipient === email),
  };
}

export type Shop = Awaited<ReturnType<typeof createShop>>;
