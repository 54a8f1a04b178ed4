import type { ProductRow } from "../../store/repos/orders/products.ts";
import type { Tx } from "../../store/store.ts";

const AMOUNT = "amount_cents";

export const isAmountChosen = ({ options }: Pick<ProductRow, "options">): boolean =>
  options.some(({ key }) => key === AMOUNT);

/** Existing orders keep their price. */
export const setPrice = (
  tx: Pick<Tx, "products">,
  product: ProductRow,
  { priceCents, active }: Pick<ProductRow, "priceCents" | "active">,
): Promise<void> =>
  tx.products.save({
    ...product,
    priceCents,
    active,
    options: product.options.map((option) => (option.key === AMOUNT ? { ...option, minimum: priceCents } : option)),
  });
