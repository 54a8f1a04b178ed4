import type { Logger } from "pino";
import { allOf } from "#core/settings/all-of.ts";
import { bankAccountOf } from "#core/settings/bank-account.ts";
import type { Settings } from "#core/settings/config.ts";
import type { Gateway, Gateways } from "./gateway.ts";
import { createManual } from "./manual.ts";

/** The configured payment methods, in display order. Bank transfer is included if configured. */
export async function createGateways(
  settings: Settings,
  { now, log }: { now: () => Date; log: Logger },
): Promise<Gateways> {
  const { host: site } = new URL(settings.BASE_URL);
  const common = { timeoutMs: settings.PAYMENT_TIMEOUT_MS, site, now, log };
  const gateways: Gateway[] = [];

  const stripe = allOf(settings, "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET");
  if (stripe) {
    const [secretKey, webhookSecret] = stripe;
    const { createStripe } = await import("./stripe.ts");
    gateways.push(createStripe({ ...common, secretKey, webhookSecret, apiBase: settings.STRIPE_API_BASE }));
  }
  const paypal = allOf(settings, "PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID");
  if (paypal) {
    const [clientId, clientSecret, webhookId] = paypal;
    const account = { clientId, clientSecret, webhookId, apiBase: settings.PAYPAL_API_BASE };
    const { createPayPal } = await import("./paypal.ts");
    gateways.push(createPayPal({ ...common, ...account, siteName: () => settings.SITE_NAME }));
  }
  const btcpay = allOf(settings, "BTCPAY_URL", "BTCPAY_STORE_ID", "BTCPAY_API_KEY", "BTCPAY_WEBHOOK_SECRET");
  if (btcpay) {
    const [url, storeId, apiKey, webhookSecret] = btcpay;
    const { createBtcPay } = await import("./btcpay.ts");
    gateways.push(createBtcPay({ ...common, url, storeId, apiKey, webhookSecret }));
  }
  const paddle = allOf(settings, "PADDLE_API_KEY", "PADDLE_WEBHOOK_SECRET");
  if (paddle) {
    const [apiKey, webhookSecret] = paddle;
    const { createPaddle } = await import("./paddle.ts");
    gateways.push(createPaddle({ ...common, apiKey, webhookSecret, apiBase: settings.PADDLE_API_BASE }));
  }
  const account = bankAccountOf(settings);
  if (account) gateways.push(createManual(account));
  return new Map(gateways.map((gateway) => [gateway.name, gateway]));
}
