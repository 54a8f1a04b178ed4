/** 12345 is "123.45", the format of PayPal and BTCPay Server. */
export const toDecimal = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

/** "123.45", "123.4" or "123" in cents, rounded half up, without floats. Throws for anything else. */
export function toCents(decimal: string): number {
  const [, whole = "", fraction = ""] = /^(\d{1,12})(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === "") throw new Error(`"${decimal.slice(0, 40)}" is not an amount.`);
  const [tens, ones, next] = fraction.padEnd(3, "0");
  return Number(whole) * 100 + Number(`${tens}${ones}`) + (Number(next) >= 5 ? 1 : 0);
}
