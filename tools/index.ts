import type { Store } from "#store/store.ts";
import { claimListing } from "./claims/claim-listing.ts";
import { listMyClaims } from "./claims/list-my-claims.ts";
import { verifyClaim } from "./claims/verify-claim.ts";
import { listComments } from "./community/list-comments.ts";
import { listReviews } from "./community/list-reviews.ts";
import type { AnyTool } from "./define.ts";
import { deleteDraft } from "./drafts/delete-draft.ts";
import { getDraft } from "./drafts/get-draft.ts";
import { inviteCofounder } from "./drafts/invite-cofounder.ts";
import { listMyDrafts } from "./drafts/list-my-drafts.ts";
import { readDraftPages } from "./drafts/read-draft-pages.ts";
import { setDraftAttributes } from "./drafts/set-draft-attributes.ts";
import { submitDraft } from "./drafts/submit-draft.ts";
import { submitListing } from "./drafts/submit-listing.ts";
import { updateDraft } from "./drafts/update-draft.ts";
import { getLaunchWeek } from "./launches/get-launch-week.ts";
import { getLeaderboard } from "./launches/get-leaderboard.ts";
import { listAwards } from "./launches/list-awards.ts";
import { listLaunches } from "./launches/list-launches.ts";
import { moveLaunch } from "./launches/move-launch.ts";
import { addMilestone } from "./listings/add-milestone.ts";
import { chooseFreeListing } from "./listings/choose-free-listing.ts";
import { compareListings } from "./listings/compare-listings.ts";
import { deleteMilestone } from "./listings/delete-milestone.ts";
import { editListingUpdate } from "./listings/edit-listing-update.ts";
import { filterListings } from "./listings/filter-listings.ts";
import { getAlternatives } from "./listings/get-alternatives.ts";
import { getBadges } from "./listings/get-badges.ts";
import { getCategory } from "./listings/get-category.ts";
import { getListing } from "./listings/get-listing.ts";
import { getMyListing } from "./listings/get-my-listing.ts";
import { listCategories } from "./listings/list-categories.ts";
import { listMyListings } from "./listings/list-my-listings.ts";
import { pauseListing } from "./listings/pause-listing.ts";
import { postListingUpdate } from "./listings/post-listing-update.ts";
import { resumeListing } from "./listings/resume-listing.ts";
import { searchListings } from "./listings/search-listings.ts";
import { setAttributes } from "./listings/set-attributes.ts";
import { setFounderStory } from "./listings/set-founder-story.ts";
import { updateMyListing } from "./listings/update-my-listing.ts";
import { withdrawListing } from "./listings/withdraw-listing.ts";
import { cancelOrder } from "./orders/cancel-order.ts";
import { createCheckout } from "./orders/create-checkout.ts";
import { getOrder } from "./orders/get-order.ts";
import { listMyOrders } from "./orders/list-my-orders.ts";
import { listProducts } from "./orders/list-products.ts";
import { quoteOrder } from "./orders/quote-order.ts";
import { answerInterview } from "./profiles/answer-interview.ts";
import { getAccount } from "./profiles/get-account.ts";
import { getFounder } from "./profiles/get-founder.ts";
import { listFounders } from "./profiles/list-founders.ts";
import { listInterviewQuestions } from "./profiles/list-interview-questions.ts";
import { getBlogPost } from "./site/get-blog-post.ts";
import { getSiteInfo } from "./site/get-site-info.ts";
import { listBlogPosts } from "./site/list-blog-posts.ts";

/** Every operation, in documentation order. MCP, REST, OpenAPI and the generated docs all come from this list. */
export const tools: readonly AnyTool[] = [
  getSiteInfo,
  searchListings,
  getListing,
  listReviews,
  listComments,
  getAlternatives,
  compareListings,
  listCategories,
  getCategory,
  getLaunchWeek,
  listLaunches,
  getLeaderboard,
  listFounders,
  getFounder,
  listBlogPosts,
  getBlogPost,
  listAwards,
  getBadges,
  listInterviewQuestions,
  listProducts,
  getAccount,
  submitListing,
  listMyDrafts,
  getDraft,
  readDraftPages,
  updateDraft,
  inviteCofounder,
  submitDraft,
  deleteDraft,
  listMyListings,
  getMyListing,
  updateMyListing,
  postListingUpdate,
  editListingUpdate,
  addMilestone,
  deleteMilestone,
  setFounderStory,
  answerInterview,
  claimListing,
  listMyClaims,
  verifyClaim,
  chooseFreeListing,
  moveLaunch,
  withdrawListing,
  pauseListing,
  resumeListing,
  quoteOrder,
  createCheckout,
  listMyOrders,
  getOrder,
  cancelOrder,
];

/** Only where the site defines fields of its own. */
const fieldTools: readonly AnyTool[] = [filterListings, setAttributes, setDraftAttributes];
export const allTools: readonly AnyTool[] = [...tools, ...fieldTools];

export const toolsOf = ({ ownFields }: Pick<Store, "ownFields">): readonly AnyTool[] =>
  ownFields().length > 0 ? allTools : tools;
