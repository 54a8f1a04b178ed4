import { once } from "../domain/once.ts";

const regions = once(() => new Intl.DisplayNames("en", { type: "region", fallback: "code" }));

/** The English name of a two-letter country code; undefined for anything else. */
export const countryName = (code: string | null): string | undefined =>
  code && /^[A-Z]{2}$/.test(code) ? regions().of(code) : undefined;
