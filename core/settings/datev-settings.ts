import { z } from "zod";
import { DATEV_ACCOUNTS, DATEV_CHARTS, type DatevAccount } from "#domain/invoices/datev.ts";
import { whole } from "./kinds.ts";

const DatevAccounts = z.string().transform((text, context) => {
  const accounts: Partial<Record<DatevAccount, string>> = {};
  for (const part of text.split(",").filter((one) => one.trim() !== "")) {
    const [, name = "", account = ""] = /^(\w+)=(\d{4,5})$/.exec(part.trim()) ?? [];
    const known = isDatevAccount(name) ? name : undefined;
    if (known && account.length === DATEV_ACCOUNTS.SKR03[known].length) accounts[known] = account;
    else
      context.addIssue({ code: "custom", message: `"${part}" is not an account: write a name, "=" and its digits.` });
  }
  return accounts;
});
const isDatevAccount = (name: string): name is DatevAccount => Object.hasOwn(DATEV_ACCOUNTS.SKR03, name);

export const datevSettings = {
  DATEV_CONSULTANT: whole(1001, 9_999_999, 1001),
  DATEV_CLIENT: whole(1, 99_999, 1),
  DATEV_CHART: z.enum(DATEV_CHARTS).default("SKR03"),
  DATEV_ACCOUNTS: DatevAccounts.default({}),
};
