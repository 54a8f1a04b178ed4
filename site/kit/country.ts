import { once } from "../../domain/text/once.ts";

const regions = once(() => new Intl.DisplayNames("en", { type: "region", fallback: "code" }));

const names = new Map<string, string>();

/** The English name of a two-letter country code; anything else unchanged. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const name = names.get(code) ?? regions().of(code) ?? code;
  names.set(code, name);
  return name;
}
