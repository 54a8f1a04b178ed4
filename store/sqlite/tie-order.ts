import { asc, sql } from "./drizzle.ts";
import { listings } from "./tables.ts";

/** The order of equal figures, as in RANKING_RULES: the earlier launch, then the lower id. */
export const tieOrder = [sql`${listings.launchedAt} nulls first`, asc(listings.id)];
