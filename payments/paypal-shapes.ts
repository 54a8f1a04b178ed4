import { z } from "zod";
import { type Answer, type Refusal, read as readAnswer } from "./json-client.ts";

/**
 * Parts of PayPal's responses: developer.paypal.com/docs/api/orders/v2, payments/v2,
 * customer-disputes/v1, webhooks/v1.
 */

export const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() });

const Money = z.object({ currency_code: z.string(), value: z.string() });
const Links = z.array(z.object({ href: z.string(), rel: z.string() })).default([]);

export const Capture = z.object({
  id: z.string(),
  status: z.string(),
  amount: Money,
  custom_id: z.string().optional(),
  links: Links,
  seller_receivable_breakdown: z.object({ paypal_fee: Money.optional() }).optional(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().optional() }).optional() }).optional(),
});
export type Capture = z.infer<typeof Capture>;

export const Order = z.object({
  id: z.string(),
  status: z.string(),
  links: Links,
  purchase_units: z
    .array(
      z.object({
        amount: Money.optional(),
        custom_id: z.string().optional(),
        payments: z
          .object({
            captures: z.array(Capture).default([]),
            refunds: z.array(z.object({ status: z.string(), amount: Money })).default([]),
          })
          .optional(),
      }),
    )
    .default([]),
});
export type Order = z.infer<typeof Order>;

/** A refund refers to its capture only by a link. */
export const Refund = z.object({
  links: Links,
  seller_payable_breakdown: z.object({ total_refunded_amount: Money.optional() }).optional(),
});

export const Dispute = z.object({
  status: z.string(),
  seller_response_due_date: z.iso.datetime({ offset: true }).optional().catch(undefined),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().optional() })).default([]),
  dispute_outcome: z.object({ outcome_code: z.string().optional() }).optional(),
});

export const Notice = z.object({ id: z.string().min(1), event_type: z.string(), resource: z.unknown() });

export const RefundStatus = z.object({ status: z.string() });

export const Webhook = z.object({ id: z.string() });

export const Verification = z.object({ verification_status: z.string() });

const RefusalBody = z
  .object({
    name: z.string(),
    message: z.string(),
    debug_id: z.string(),
    details: z.array(z.object({ issue: z.string().optional() })),
  })
  .partial()
  .catch({});

function refusalIn(body: unknown): Refusal {
  const { name, message, debug_id, details } = RefusalBody.parse(body);
  return { message, code: details?.[0]?.issue ?? name, requestId: debug_id };
}

export const read = <T extends z.ZodType>(schema: T, answer: Answer): z.infer<T> =>
  readAnswer(schema, answer, refusalIn);
