import { AppError } from "../core/errors.ts";
import { toDecimal } from "./decimal.ts";
import type { Gateway } from "./gateway.ts";

const UNSAID = "We will email you the details for a bank transfer.";

/** Bank transfer by instructions, without any account. An admin marks the order as paid when the money arrives. */
export const createManual = (instructions: string = UNSAID): Gateway => ({
  name: "manual",
  label: "Bank transfer",
  async start({ orderNumber, amountCents, currency }) {
    // A variable in an env file is one line, so \n is a line break.
    const text = instructions.replaceAll("\\n", "\n").trim();
    return {
      paymentId: `manual-${orderNumber}`,
      redirectUrl: null,
      instructions: `${text}\n\nAmount: ${toDecimal(amountCents)} ${currency}\nReference: ${orderNumber}`,
    };
  },
  // Only an admin knows whether the money has arrived.
  find: async () => undefined,
  // Refunds are made by hand.
  refund: async () => undefined,
  async readEvent() {
    throw new AppError("not_found", "Bank transfers send no webhooks.");
  },
  test: async () => ({
    ok: true,
    detail:
      instructions === UNSAID ? "Works. Set PAYMENT_INSTRUCTIONS to say where to pay." : "Works without an account.",
  }),
});
