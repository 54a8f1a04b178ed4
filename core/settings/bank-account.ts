import type { BankAccount } from "../../domain/orders/transfer.ts";
import type { Settings } from "./config.ts";

/** Settings of which one is enough to offer bank transfer. */
export const TRANSFER_SETTINGS = "BANK_IBAN or PAYMENT_INSTRUCTIONS";

/** Where buyers send money; undefined if the settings do not say, so bank transfer is not offered. */
export function bankAccountOf(settings: Settings): BankAccount | undefined {
  const { BANK_IBAN: iban, BANK_BIC, BANK_HOLDER, SELLER_NAME, PAYMENT_INSTRUCTIONS: text } = settings;
  if (iban === undefined && text === undefined) return undefined;
  return {
    iban: iban ?? null,
    bic: BANK_BIC ?? null,
    holder: BANK_HOLDER ?? (iban === undefined ? null : (SELLER_NAME ?? null)),
    // A variable in an env file is one line, so \n is a line break.
    text: text?.replaceAll("\\n", "\n").trim() ?? null,
  };
}
