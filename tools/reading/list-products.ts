import { z } from "zod";
import { defineTool, READ } from "../define.ts";
import { ProductView, viewProduct } from "../schemas/reading.ts";

export const listProducts = defineTool({
  name: "list_products",
  title: "List products",
  description:
    "What can be bought here, with current prices in USD cents without VAT and the options of each. Price an order with quote_order.",
  access: "public",
  rest: "GET /products",
  annotations: READ,
  input: z.strictObject({}),
  output: z.object({ items: z.array(ProductView) }),

  async handler(_input, { store }) {
    return { items: (await store.reading.products()).map(viewProduct) };
  },
});
