/** One option of an order item, as defined by the site team. */
export type ProductOption = { key: string; type: string; required: boolean; minimum?: number; maximum?: number };

/** Prices are in USD cents without VAT. */
export type Product = {
  product: string;
  name: string;
  description: string;
  priceCents: number;
  needsListing: boolean;
  options: ProductOption[];
};
