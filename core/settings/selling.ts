import { t, type Words } from "#languages/words.ts";
import type { Settings } from "./config.ts";

type Seller = Pick<Settings, "VAT_MODE" | "SELLER_VAT_NUMBER">;

/** Why these settings do not allow selling; undefined if they do. */
export const sellingFault = ({ VAT_MODE, SELLER_VAT_NUMBER }: Seller): Words | undefined =>
  VAT_MODE === "oss" && !SELLER_VAT_NUMBER
    ? t`VAT_MODE is oss, which charges VAT, but SELLER_VAT_NUMBER is not set`
    : undefined;

export const SELLING_CURE = t`Set SELLER_VAT_NUMBER, or VAT_MODE to off if you charge no VAT: see docs/payments.md.`;
