import type { BankAccount } from "#domain/orders/transfer.ts";
import type { Settings } from "./config.ts";

export const TRANSFER_SETTINGS = "BANK_IBAN or PAYMENT_INSTRUCTIONS";

/** The account for bank transfers; undefined if not configured. */
export function bankAccountOf(settings: Settings): BankAccount | undefined {
  const { BANK_IBAN: iban, BANK_BIC, BANK_HOLDER, SELLER_NAME, PAYMENT_INSTRUCTIONS: text } = settings;
  if (iban === undefined && text === undefined) return undefined;
  return {
    iban: iban ?? null,
    bic: BANK_BIC ?? null,
    holder: BANK_HOLDER ?? (iban === undefined ? null : (SELLER_NAME ?? null)),
    // Variables in an env file are single lines, so \n stands for a line break.
    text: text?.replaceAll("\\n", "\n").trim() ?? null,
  };
}
