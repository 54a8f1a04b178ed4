import { table } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

/** Counted by triggers: live listings, those with votes or a rating, updates and founders. */
export const counts = table("counts", {
  name: text().$type<"live" | "voted" | "rated" | "updates" | "founders">().primaryKey(),
  count: integer().notNull(),
});

export const categoryCounts = table("category_counts", {
  slug: text().primaryKey(),
  own: integer().notNull().default(0),
  total: integer().notNull().default(0),
});

/** Each category with itself and its ancestors. */
export const categoryPaths = table("category_paths", { slug: text().notNull(), above: text().notNull() });
