import { designOf } from "../../domain/site/design.ts";
import { DEFAULT_LOOK } from "../../domain/site/site-look.ts";

/** How a site looks that nobody has changed. */
export const DESIGN = designOf(DEFAULT_LOOK);
