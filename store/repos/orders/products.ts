import type { Product } from "#domain/orders/product.ts";
import { statement } from "../../sql/statement.ts";
import { asc, eq } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { products } from "../../sqlite/tables.ts";

export type ProductRow = Product & { active: boolean };

export const productReads = (db: Db) => {
  const everyProduct = statement((_: Record<never, never>) =>
    db.select().from(products).orderBy(asc(products.position), asc(products.product)),
  );
  /** All products, also those no longer sold. */
  const all = async (): Promise<ProductRow[]> => (await everyProduct.all({})).map(({ position: _, ...row }) => row);
  return {
    all,
    async onSale(): Promise<Product[]> {
      return (await all()).flatMap(({ active, ...product }) => (active ? [product] : []));
    },
  };
};

export const productWrites = (db: Db) => ({
  ...productReads(db),
  async save({ product, priceCents, options, active }: ProductRow): Promise<void> {
    await db.update(products).set({ priceCents, options, active }).where(eq(products.product, product));
  },
});
