import { AppError } from "../core/errors.ts";
import { toDecimal } from "./decimal.ts";
import type { Gateway } from "./gateway.ts";

const UNSAID = "We will send you the details for a bank transfer by mail.";

/** Payment by instructions: needs no account anywhere. An admin marks the order as paid when the money is there. */
export const createManual = (instructions: string = UNSAID): Gateway => ({
  name: "manual",
  label: "Bank transfer",
  async start({ orderNumber, amountCents, currency }) {
    // A variable in a file of settings is one line, so \n stands for a line break there.
    const text = instructions.replaceAll("\\n", "\n").trim();
    return {
      paymentId: `manual-${orderNumber}`,
      redirectUrl: null,
      instructions: `${text}\n\nAmount: ${toDecimal(amountCents)} ${currency}\nReference: ${orderNumber}`,
    };
  },
  // Nobody but the admin knows whether the money has come.
  find: async () => undefined,
  // The money goes back the way it came, by hand.
  refund: async () => undefined,
  async readEvent() {
    throw new AppError("not_found", "Bank transfers send no notices.");
  },
  test: async () => ({
    ok: true,
    detail:
      instructions === UNSAID ? "Works; set PAYMENT_INSTRUCTIONS to say where to pay." : "Works without an account.",
  }),
});
