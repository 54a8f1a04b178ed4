export type ProductOption = { key: string; type: string; required: boolean; minimum?: number; maximum?: number };

/** Prices are in US cents without VAT. */
export type Product = {
  product: string;
  name: string;
  description: string;
  priceCents: number;
  needsListing: boolean;
  options: ProductOption[];
};
