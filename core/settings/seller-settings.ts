import { z } from "zod";
import { readCountry, VAT_MODES } from "#domain/invoices/vat.ts";
import { countryOf } from "#domain/text/countries.ts";
import { httpUrl, words } from "./kinds.ts";

export const sellerSettings = {
  SELLER_NAME: words(200),
  SELLER_ADDRESS: words(500),
  SELLER_EMAIL: z.email().optional(),
  SELLER_PHONE: words(40),
  SELLER_COUNTRY: z
    .string()
    .overwrite((typed) => countryOf(typed) ?? typed)
    .regex(/^[A-Za-z]{2}$/, "Must be a two-letter country code, like DE.")
    .transform(readCountry)
    .optional(),
  SELLER_VAT_NUMBER: words(20),
  VAT_MODE: z.enum(VAT_MODES).default("oss"),
  VAT_OFF_NOTE: words(500),
  VIES_URL: httpUrl.default("https://ec.europa.eu/taxation_customs/vies/rest-api"),
  EXCHANGE_RATES_URL: httpUrl.default("https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml"),
  EXCHANGE_RATES_FILE: words(),
  IP_COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, "Must be the name of a header, like CF-IPCountry.")
    .transform((name) => name.toLowerCase())
    .optional(),
};
