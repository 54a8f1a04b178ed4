import { asc, sql } from "./drizzle.ts";
import { listings } from "./tables.ts";

/** As in RANKING_RULES: earlier launch, then lower id. */
export const tieOrder = [sql`${listings.launchedAt} nulls first`, asc(listings.id)];
