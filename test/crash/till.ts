import Stripe from "stripe";
import { startApiServer } from "../helpers/api-server.ts";

const SECRET_KEY = "sk_test_standin";
const WEBHOOK_SECRET = "whsec_standin";

/** A provider at which every order that a notice was made for is paid. It may be asked about it, and sends a notice as often as it is told. */
export async function createTill() {
  const sessions = new Map<string, object>();
  const server = await startApiServer(async ({ path }) => {
    const session = sessions.get(/^\/v1\/checkout\/sessions\/([^/]+)$/.exec(path)?.[1] ?? "");
    if (session) return { json: session };
    return {
      status: 404,
      json: { error: { type: "invalid_request_error", code: "resource_missing", message: "No such session" } },
    };
  });
  const signer = new Stripe(SECRET_KEY);

  /** The same event for the same order, signed anew. */
  function notice(order: { number: string; totalCents: number; site: string }) {
    const created = Math.floor(Date.now() / 1000);
    const eventId = `evt_${order.number}`;
    const session = {
      id: `cs_${order.number}`,
      object: "checkout.session",
      mode: "payment",
      status: "complete",
      payment_status: "paid",
      payment_intent: null,
      amount_total: order.totalCents,
      currency: "usd",
      metadata: { order_number: order.number, site: order.site },
    };
    sessions.set(session.id, session);
    const payload = JSON.stringify({
      id: eventId,
      object: "event",
      api_version: "2026-10-28.endive",
      created,
      livemode: false,
      type: "checkout.session.completed",
      data: { object: session },
    });
    const signature = signer.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp: created });
    return { eventId, payload, headers: { "content-type": "application/json", "stripe-signature": signature } };
  }

  return {
    env: { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_BASE: server.url },
    notice,
    close: server.close,
  };
}
