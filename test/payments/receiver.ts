import { createServer } from "node:http";
import express from "express";
import { pino } from "pino";
import { afterAll, beforeEach } from "vitest";
import { createLimiter } from "../../core/limits/limiter.ts";
import { readSettings } from "../../core/settings/config.ts";
import type { Gateway, PaymentEvent, PaymentRequest } from "../../payments/gateway.ts";
import { createGateways } from "../../payments/gateways.ts";
import { webhookRoutes } from "../../payments/webhook.ts";
import { listen } from "../helpers/listen.ts";

/** The gateways of these settings behind a real Express app on a real port, with a clock that moves when told. */
export async function startReceiver(env: Record<string, string>) {
  const clock = { offsetMs: 0 };
  const now = () => new Date(Date.now() + clock.offsetMs);
  const logs: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void logs.push(line) });
  const settings = readSettings({ BASE_URL: "https://debut.example", PAYMENT_TIMEOUT_MS: "20000", ...env });
  const gateways = await createGateways(settings, { now, log });
  const events: (PaymentEvent & { provider: string })[] = [];
  const receiver = { fails: false };

  const app = express();
  app.set("trust proxy", true);
  app.use(
    webhookRoutes(
      async () => gateways,
      async (provider, event) => {
        if (receiver.fails) throw new Error("disk full");
        events.push({ provider, ...event });
      },
      { limiter: createLimiter(settings), log },
    ),
  );
  const server = createServer(app);
  const { port, close } = await listen(server);
  const url = `http://127.0.0.1:${port}`;

  return {
    url,
    now,
    clock,
    logs,
    gateways,
    events,
    receiver,
    gateway: (name: Gateway["name"]) => gateways.get(name)!,
    async post(provider: string, body: string | Buffer, headers: Record<string, string> = {}) {
      const response = await fetch(`${url}/webhooks/${provider}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
      });
      return { status: response.status, text: await response.text() };
    },
    close,
  };
}

/** An order of two lines, 99.00 and 20.05 US dollars, that lasts a day. */
export const orderOf = (given: Partial<PaymentRequest> = {}, at: Date = new Date()): PaymentRequest => ({
  orderNumber: "ORD-2026-000123",
  amountCents: 11_905,
  currency: "USD",
  description: "Launch of Acme Charts",
  lines: [
    { description: "Launch plan", quantity: 1, totalCents: 9900 },
    { description: "Extra category", quantity: 3, totalCents: 2005 },
  ],
  buyerEmail: "ann@people.example",
  returnUrl: "https://debut.example/orders/ORD-2026-000123/return",
  cancelUrl: "https://debut.example/orders/ORD-2026-000123",
  expiresAt: new Date(at.getTime() + 24 * 60 * 60 * 1000),
  ...given,
});

type Provider = {
  env: Record<string, string>;
  target: { url: string };
  requests: unknown[];
  faults: unknown[];
  close(): Promise<void>;
};

/** A provider's stand-in and a receiver of its events with one clock, for all tests of a file; each begins with nothing noted. */
export async function connectTo<P extends Provider>(
  name: Gateway["name"],
  start: (options: { now: () => Date }) => Promise<P>,
) {
  const clock = { now: () => new Date() };
  const provider = await start({ now: () => clock.now() });
  const world = await startReceiver(provider.env);
  clock.now = world.now;
  provider.target.url = `${world.url}/webhooks/${name}`;
  afterAll(async () => {
    await world.close();
    await provider.close();
  });
  beforeEach(() => {
    provider.requests.length = 0;
    provider.faults.length = 0;
    world.events.length = 0;
    world.logs.length = 0;
  });
  const gateway = () => world.gateway(name);
  let orders = 0;
  async function started(given: Partial<PaymentRequest> = {}) {
    const orderNumber = `ORD-2026-${String(++orders).padStart(6, "0")}`;
    const order = orderOf({ orderNumber, ...given }, world.now());
    const { paymentId, redirectUrl } = await gateway().start(order);
    return { order, orderNumber, paymentId, redirectUrl };
  }
  return { provider, world, gateway, started };
}
