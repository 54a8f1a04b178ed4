import { answerInterview } from "./account/answer-interview.ts";
import { getAccount } from "./account/get-account.ts";
import { claimListing } from "./claims/claim-listing.ts";
import { listMyClaims } from "./claims/list-my-claims.ts";
import { verifyClaim } from "./claims/verify-claim.ts";
import type { AnyTool } from "./define.ts";
import { compareListings } from "./directory/compare-listings.ts";
import { getAlternatives } from "./directory/get-alternatives.ts";
import { getBadges } from "./directory/get-badges.ts";
import { getCategory } from "./directory/get-category.ts";
import { getListing } from "./directory/get-listing.ts";
import { getSiteInfo } from "./directory/get-site-info.ts";
import { listCategories } from "./directory/list-categories.ts";
import { listComments } from "./directory/list-comments.ts";
import { listReviews } from "./directory/list-reviews.ts";
import { searchListings } from "./directory/search-listings.ts";
import { deleteDraft } from "./drafts/delete-draft.ts";
import { getDraft } from "./drafts/get-draft.ts";
import { inviteCofounder } from "./drafts/invite-cofounder.ts";
import { listMyDrafts } from "./drafts/list-my-drafts.ts";
import { submitDraft } from "./drafts/submit-draft.ts";
import { submitListing } from "./drafts/submit-listing.ts";
import { updateDraft } from "./drafts/update-draft.ts";
import { getLaunchWeek } from "./launches/get-launch-week.ts";
import { getLeaderboard } from "./launches/get-leaderboard.ts";
import { listAwards } from "./launches/list-awards.ts";
import { listLaunches } from "./launches/list-launches.ts";
import { addMilestone } from "./my-listings/add-milestone.ts";
import { chooseFreeListing } from "./my-listings/choose-free-listing.ts";
import { deleteMilestone } from "./my-listings/delete-milestone.ts";
import { editListingUpdate } from "./my-listings/edit-listing-update.ts";
import { getMyListing } from "./my-listings/get-my-listing.ts";
import { listMyListings } from "./my-listings/list-my-listings.ts";
import { moveLaunch } from "./my-listings/move-launch.ts";
import { pauseListing } from "./my-listings/pause-listing.ts";
import { postListingUpdate } from "./my-listings/post-listing-update.ts";
import { resumeListing } from "./my-listings/resume-listing.ts";
import { setFounderStory } from "./my-listings/set-founder-story.ts";
import { updateMyListing } from "./my-listings/update-my-listing.ts";
import { withdrawListing } from "./my-listings/withdraw-listing.ts";
import { cancelOrder } from "./orders/cancel-order.ts";
import { createCheckout } from "./orders/create-checkout.ts";
import { getOrder } from "./orders/get-order.ts";
import { listMyOrders } from "./orders/list-my-orders.ts";
import { quoteOrder } from "./orders/quote-order.ts";
import { getBlogPost } from "./reading/get-blog-post.ts";
import { getFounder } from "./reading/get-founder.ts";
import { listBlogPosts } from "./reading/list-blog-posts.ts";
import { listFounders } from "./reading/list-founders.ts";
import { listInterviewQuestions } from "./reading/list-interview-questions.ts";
import { listProducts } from "./reading/list-products.ts";

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
