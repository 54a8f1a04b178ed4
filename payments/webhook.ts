import express, { type ErrorRequestHandler, type Response, Router } from "express";
import type { Logger } from "pino";
import { asAppError } from "#core/errors/errors.ts";
import { BODY_BYTES } from "#core/limits/body-limits.ts";
import { addressKey, type Limiter } from "#core/limits/limiter.ts";
import { createFloodLog } from "./flood-log.ts";
import type { Gateway, GatewaysNow, HeaderOf, PaymentEvent } from "./gateway.ts";

/**
 * POST /webhooks/{provider}. Mount before body parsers, because signatures cover raw bytes. 200
 * once `accept` has committed or has nothing to do; 400 if not genuine; 404 for unconfigured
 * providers; otherwise 5xx, which providers retry. So `accept` must be idempotent, independent of
 * order, and tolerate unknown payments. IP addresses with many refused webhooks get 429 before the
 * body is read.
 */
export function webhookRoutes(
  gateways: GatewaysNow,
  accept: (provider: string, event: PaymentEvent) => Promise<"foreign" | unknown>,
  { limiter, log }: { limiter: Limiter; log: Logger },
): Router {
  const logRefusal = createFloodLog(log);

  async function take(
    gateway: Gateway,
    rawBody: Buffer,
    headerOf: HeaderOf,
  ): Promise<{ status: number; sentence: string; retryAfter?: number | undefined }> {
    const event = await gateway.readEvent(rawBody, headerOf).catch((thrown: unknown) => {
      const error = asAppError(thrown);
      if (error.status < 500)
        logRefusal(gateway.name, { provider: gateway.name, detail: error.message }, "webhook refused");
      else log.error({ provider: gateway.name, err: error.cause ?? error }, "webhook could not be read");
      return error;
    });
    if (event instanceof Error) return { status: event.status, sentence: event.message, retryAfter: event.retryAfter };
    if (!event) return NOTHING;
    const { eventId, paymentId, orderNumber, state } = event;
    const facts = { provider: gateway.name, event: eventId, payment: paymentId, order: orderNumber, state };
    try {
      // Sales of other sites on the account are not logged.
      if ((await accept(gateway.name, event)) === "foreign") return NOTHING;
    } catch (error) {
      log.error({ ...facts, err: error }, "webhook could not be accepted");
      const { status, retryAfter } = asAppError(error);
      // A provider would not retry after 4xx.
      return {
        status: Math.max(status, 500),
        sentence: "This webhook could not be saved. Send it again later.",
        retryAfter,
      };
    }
    log.info(facts, "webhook accepted");
    return { status: 200, sentence: "Accepted." };
  }

  const router = Router();
  router.post(
    "/webhooks/:provider",
    async (req, res, next) => {
      const { provider } = req.params;
      if (!(await gateways()).has(provider)) return say(res, 404, NOT_SET_UP);
      const key = addressKey(req.ip ?? "unknown");
      const { allowed, resetSeconds } = limiter.look("webhook-refused", key);
      if (!allowed) {
        logRefusal(
          `${provider} limited`,
          { provider, address: key },
          "webhook refused: too many that were not genuine",
        );
        const sentence = `Too many refused webhooks. Send this one again in ${resetSeconds} seconds.`;
        return say(res, 429, sentence, resetSeconds);
      }
      // Genuine webhooks come in bursts, so only refused ones count, by final response.
      res.once("finish", () => {
        if (res.statusCode >= 400 && res.statusCode < 500) void limiter.take("webhook-refused", key);
      });
      next();
    },
    express.raw({ type: () => true, limit: BODY_BYTES.webhook, inflate: false }),
    async (req, res) => {
      const rawBody = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
      const gateway = (await gateways()).get(req.params.provider);
      if (!gateway) return say(res, 404, NOT_SET_UP);
      const answer = await take(gateway, rawBody, (name) => req.headers[name]?.toString());
      say(res, answer.status, answer.sentence, answer.retryAfter);
    },
  );
  router.use("/webhooks", unreadable);
  return router;
}

const NOT_SET_UP = "This payment provider is not set up here.";
const NOTHING = { status: 200, sentence: "Nothing to do." };

const unreadable: ErrorRequestHandler = (error: { status?: number }, _req, res, next) => {
  if (res.headersSent) return next(error);
  const status = error.status ?? 500;
  say(res, status, status === 413 ? "A webhook has at most 1 MiB." : "The body of this webhook cannot be read.");
};

function say(res: Response, status: number, sentence: string, retryAfter?: number): void {
  if (retryAfter !== undefined) res.set("Retry-After", String(retryAfter));
  res.status(status).set("Cache-Control", "no-store").type("text/plain").send(sentence);
}
