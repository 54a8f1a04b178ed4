import { decimal, type Words } from "#languages/words.ts";

const unit = (name: string) =>
  ({ style: "unit", unit: name, unitDisplay: "short", maximumSignificantDigits: 3 }) as const;
const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"].map(unit);

/** 1536000 is "1.54 MB". */
export function bytesText(bytes: number): Words {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return decimal(bytes / 1000 ** power, UNITS[power]);
}
