import { asc, sql } from "./drizzle.ts";
import { listings } from "./tables.ts";

/** As in RANKING_RULES: listed earlier, then lower id. */
export const tieOrder = [sql`${listings.listedAt} nulls first`, asc(listings.id)];
