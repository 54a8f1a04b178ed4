import { once } from "../../domain/once.ts";

const regions = once(() => new Intl.DisplayNames("en", { type: "region", fallback: "code" }));

/** The English name of a two-letter country code; anything else unchanged. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (regions().of(code) ?? code) : code);
