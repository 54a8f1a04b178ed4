import { getAccount } from "./account/get-account.ts";
import type { AnyTool } from "./define.ts";
import { getCategory } from "./directory/get-category.ts";
import { getListing } from "./directory/get-listing.ts";
import { getSiteInfo } from "./directory/get-site-info.ts";
import { listCategories } from "./directory/list-categories.ts";
import { searchListings } from "./directory/search-listings.ts";
import { getDraft } from "./drafts/get-draft.ts";
import { inviteCofounder } from "./drafts/invite-cofounder.ts";
import { listMyDrafts } from "./drafts/list-my-drafts.ts";
import { submitDraft } from "./drafts/submit-draft.ts";
import { submitListing } from "./drafts/submit-listing.ts";
import { updateDraft } from "./drafts/update-draft.ts";
import { getMyListing } from "./my-listings/get-my-listing.ts";
import { listMyListings } from "./my-listings/list-my-listings.ts";
import { updateMyListing } from "./my-listings/update-my-listing.ts";

/** Every operation, in documentation order. MCP, REST, OpenAPI and the generated docs all come from this list. */
export const tools: readonly AnyTool[] = [
  getSiteInfo,
  searchListings,
  getListing,
  listCategories,
  getCategory,
  getAccount,
  submitListing,
  listMyDrafts,
  getDraft,
  updateDraft,
  inviteCofounder,
  submitDraft,
  listMyListings,
  getMyListing,
  updateMyListing,
];
