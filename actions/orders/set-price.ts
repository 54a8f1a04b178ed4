import type { ProductRow } from "../../store/repos/orders/products.ts";
import type { Tx } from "../../store/store.ts";

const AMOUNT = "amount_cents";

/** Whether the buyer chooses the amount. Its price is then the minimum. */
export const isAmountChosen = ({ options }: Pick<ProductRow, "options">): boolean =>
  options.some(({ key }) => key === AMOUNT);

/** Sets the price of a product for new orders; existing ones keep theirs. */
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
