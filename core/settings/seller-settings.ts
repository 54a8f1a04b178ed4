import { z } from "zod";
import { readCountry, VAT_MODES } from "#domain/invoices/vat.ts";
import { countryOf } from "#domain/text/countries.ts";
import { httpUrl, words } from "./kinds.ts";

export const sellerSettings = {
  SELLER_NAME: words(
    "Name of the seller on invoices. No invoice is issued until the seller's name, address and country are set.",
    200,
  ),
  SELLER_ADDRESS: words("Address of the seller on invoices; \\n starts a new line.", 500),
  SELLER_EMAIL: z.email().optional().describe("Email address on invoices, for questions."),
  SELLER_PHONE: words("Phone number on electronic invoices. XRechnung requires it, and SELLER_EMAIL.", 40),
  SELLER_COUNTRY: z
    .string()
    .overwrite((typed) => countryOf(typed) ?? typed)
    .regex(/^[A-Za-z]{2}$/, "Must be a two-letter country code, like DE.")
    .transform(readCountry)
    .optional()
    .describe(
      "ISO code of the country where the seller is established. Without it, every valid EU VAT number gets reverse charge.",
    ),
  SELLER_VAT_NUMBER: words(
    "VAT number of the seller, with its prefix. Without it, no invoice with VAT is issued, and with " +
      "VAT_MODE oss nothing is sold. With it, VIES returns a proof for each check of a buyer's number.",
    20,
  ),
  VAT_MODE: z
    .enum(VAT_MODES)
    .default("oss")
    .describe(
      "oss charges EU consumers the VAT of their country; home charges the VAT of the seller's country " +
        "(below the EU threshold); off charges no VAT.",
    ),
  VAT_OFF_NOTE: words("Why no VAT is charged, as your law requires. Printed on invoices while VAT_MODE is off.", 500),
  VIES_URL: httpUrl
    .default("https://ec.europa.eu/taxation_customs/vies/rest-api")
    .describe("REST API of the EU's register of VAT numbers."),
  EXCHANGE_RATES_URL: httpUrl
    .default("https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml")
    .describe(
      "Daily reference rates of the European Central Bank, for the VAT of invoices in the seller's " +
        "currency. Sellers outside the EU need none.",
    ),
  EXCHANGE_RATES_FILE: words(
    "Path of a file with these rates, as XML or CSV of the European Central Bank, instead of the feed.",
  ),
  IP_COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, "Must be the name of a header, like CF-IPCountry.")
    .transform((name) => name.toLowerCase())
    .optional()
    .describe(
      "Header in which your proxy states the country of a visitor, as evidence of where a buyer is. The " +
        "proxy must replace what visitors send.",
    ),
};
