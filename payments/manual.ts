import { AppError } from "#core/errors/errors.ts";
import { type BankAccount, PAY_TO, transferFacts } from "#domain/orders/transfer.ts";
import { inEnglish, t } from "#languages/words.ts";
import type { Gateway } from "./gateway.ts";

export const createManual = (account: BankAccount): Gateway => ({
  name: "manual",
  label: t`Bank transfer`,
  bounds: { minimumCents: 1, maximumCents: Number.MAX_SAFE_INTEGER },
  async start({ orderNumber, amountCents, currency }) {
    const facts = transferFacts(account, { amountCents, currency, reference: orderNumber });
    const words = facts.map(([label, value]) => (label === PAY_TO ? `${value}\n` : `${inEnglish(label)}: ${value}`));
    return { paymentId: `manual-${orderNumber}`, redirectUrl: null, instructions: words.join("\n") };
  },
  find: async () => undefined,
  refund: async () => undefined,
  async readEvent() {
    throw new AppError("not_found", "Bank transfers send no webhooks.");
  },
  test: async () => ({ ok: true, detail: "Works without an account." }),
});
