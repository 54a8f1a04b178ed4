import { z } from "zod";
import type { Product } from "#domain/orders/product.ts";

export const ProductView = z.object({
  product: z.string(),
  name: z.string(),
  description: z.string(),
  price_cents: z.int(),
  currency: z.literal("USD"),
  vat_included: z.literal(false),
  needs_listing: z.boolean().describe("bought for one of the account's listings"),
  options: z.array(
    z.object({
      key: z.string(),
      type: z.string(),
      required: z.boolean(),
      minimum: z.int().nullable(),
      max: z.int().nullable(),
    }),
  ),
});

export const viewProduct = ({
  priceCents,
  needsListing,
  options,
  ...product
}: Product): z.input<typeof ProductView> => ({
  ...product,
  price_cents: priceCents,
  currency: "USD",
  vat_included: false,
  needs_listing: needsListing,
  options: options.map(({ key, type, required, minimum, maximum }) => ({
    key,
    type,
    required,
    minimum: minimum ?? null,
    max: maximum ?? null,
  })),
});
