import { asc } from "./drizzle.ts";
import { listings } from "./tables.ts";

/** Who is ahead with equal figures, as RANKING_RULES publishes it: the earlier launch, then the lower id. */
export const tieOrder = [asc(listings.launchedAt), asc(listings.id)];
