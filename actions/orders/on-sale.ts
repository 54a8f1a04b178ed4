import { inCatalog } from "#domain/orders/catalog-products.ts";
import type { Product } from "#domain/orders/product.ts";
import type { Reads } from "#store/store.ts";

/** What can be bought, as this site calls it. */
export async function onSale({ products, site }: Pick<Reads, "products" | "site">): Promise<Product[]> {
  const { shape } = await site.get();
  const found = await products.onSale();
  return shape.launches ? found : found.map(inCatalog);
}
