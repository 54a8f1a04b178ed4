import type { AnyTool } from "./define.ts";
import { getListing } from "./directory/get-listing.ts";
import { getSiteInfo } from "./directory/get-site-info.ts";
import { searchListings } from "./directory/search-listings.ts";

/** Every operation, in documentation order. MCP, REST, OpenAPI and the generated docs all come from this list. */
export const tools: readonly AnyTool[] = [getSiteInfo, searchListings, getListing];
