import { Router, urlencoded } from "express";
import type { Auth } from "../auth/routes.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { Deps } from "../context.ts";
import { assetRoutes } from "./assets.ts";
import { badgeRoutes } from "./badges.ts";
import { limitImages, limitPages } from "./limits.ts";
import { machineRoutes } from "./machines/routes.ts";
import { twins } from "./machines/twins.ts";
import { accountPages } from "./pages/account.ts";
import { accountDataPages } from "./pages/account-data.ts";
import { adminPages } from "./pages/admin/routes.ts";
import { apiKeyPages } from "./pages/api-keys.ts";
import { awardPages } from "./pages/awards.ts";
import { badgePages } from "./pages/badges.ts";
import { blogPages } from "./pages/blog.ts";
import { botPages } from "./pages/bot.ts";
import { categoryPages } from "./pages/categories.ts";
import { checkoutPages } from "./pages/checkout.ts";
import { claimPages } from "./pages/claim.ts";
import { claimsPages } from "./pages/claims.ts";
import { comparePages } from "./pages/compare.ts";
import { connectPages } from "./pages/connect.ts";
import { historyDeskPages } from "./pages/desk/history.ts";
import { interviewPages } from "./pages/desk/interview.ts";
import { launchDeskPages } from "./pages/desk/launch.ts";
import { myListingPages } from "./pages/desk/listing.ts";
import { myListingsPages } from "./pages/desk/listings.ts";
import { milestoneDeskPages } from "./pages/desk/milestones.ts";
import { pictureDeskPages } from "./pages/desk/pictures.ts";
import { storyDeskPages } from "./pages/desk/story.ts";
import { textDeskPages } from "./pages/desk/texts.ts";
import { updateDeskPages } from "./pages/desk/updates.ts";
import { draftPages } from "./pages/draft.ts";
import { draftsPages } from "./pages/drafts.ts";
import { errorPages } from "./pages/error.ts";
import { followPages } from "./pages/follow.ts";
import { forgotPages } from "./pages/forgot.ts";
import { founderPages } from "./pages/founders.ts";
import { homePages } from "./pages/home.ts";
import { rankingPages } from "./pages/how-ranking-works.ts";
import { invitePages } from "./pages/invite.ts";
import { invoicePages } from "./pages/invoice.ts";
import { launchPages } from "./pages/launches.ts";
import { leaderboardPages } from "./pages/leaderboards.ts";
import { listingPages } from "./pages/listing.ts";
import { mergedPages } from "./pages/merged.ts";
import { notificationPages } from "./pages/notifications.ts";
import { orderPages } from "./pages/orders.ts";
import { passwordPages } from "./pages/password.ts";
import { problemPages } from "./pages/problems.ts";
import { referencePages } from "./pages/reference.ts";
import { resetPages } from "./pages/reset.ts";
import { reviewPages } from "./pages/review.ts";
import { searchPages } from "./pages/search.ts";
import { setupPages } from "./pages/setup.ts";
import { signInPages } from "./pages/sign-in.ts";
import { signUpPages } from "./pages/sign-up.ts";
import { submitPages } from "./pages/submit.ts";
import { undoPages } from "./pages/undo.ts";
import { unsubscribePages } from "./pages/unsubscribe.ts";
import { updatePages } from "./pages/updates.ts";
import { verifyPages } from "./pages/verify.ts";
import { votePages } from "./pages/vote.ts";
import { websitePages } from "./pages/website.ts";
import { pictureRoutes } from "./pictures.ts";
import type { Pages } from "./respond.ts";
import { sameOriginOnly } from "./same-origin.ts";
import type { Site } from "./site.ts";
import { createUndo } from "./undo.ts";

type Parts = { sessions: Sessions; auth: Pick<Auth, "connectedApps">; pages: Pages };

const FORM_LIMIT = "64kb";
/** Forms with long texts, like a draft with every text at its longest: the same as the body of a REST request. */
const LONG_FORMS = /^\/(drafts|account)\//;
const LONG_FORM_LIMIT = "1mb";

/** Every page of the site, its files, and the answer to every path that nobody else took: mount it last. */
export function createSite(deps: Deps, { sessions, auth, pages }: Parts): Router {
  const site: Site = { deps, sessions, connectedApps: auth.connectedApps, pages, undo: createUndo(deps) };
  const { notFound } = errorPages(site);
  const router = Router();

  router.use(assetRoutes());
  router.use(["/badges", "/pictures"], limitImages(deps));
  router.use(badgeRoutes(site));
  router.use(pictureRoutes(deps));

  router.use(twins);
  router.use(sessions.load);
  router.use(limitPages(deps));
  router.use(machineRoutes(deps));
  // Before the gate for forms: mail programs press the button for a reader, from wherever they are.
  router.use(unsubscribePages(site));
  const readForm = urlencoded({ extended: false, limit: FORM_LIMIT });
  const readLongForm = urlencoded({ extended: false, limit: LONG_FORM_LIMIT });
  // One gate for every form, so that no page can forget it.
  router.post(
    /.*/,
    sameOriginOnly(deps.settings.BASE_URL, pages),
    (req, res, next) => (LONG_FORMS.test(req.path) ? readLongForm : readForm)(req, res, next),
    sessions.requireCsrf,
  );

  router.use(homePages(site));
  router.use(mergedPages(site));
  router.use(listingPages(site));
  router.use(badgePages(site, notFound));
  router.use(launchPages(site));
  router.use(searchPages(site));
  router.use(leaderboardPages(site));
  router.use(awardPages(site));
  router.use(comparePages(site));
  router.use(categoryPages(site));
  router.use(updatePages(site));
  router.use(founderPages(site));
  router.use(blogPages(site));
  router.use(votePages(site, notFound));
  router.use(followPages(site, notFound));
  router.use(websitePages(site, notFound));
  router.use(reviewPages(site, notFound));
  router.use(rankingPages(site));
  router.use(connectPages(site));
  router.use(referencePages(site));
  router.use(botPages(site));
  router.use(problemPages(site, notFound));
  router.use(signInPages(site));
  router.use(signUpPages(site));
  router.use(setupPages(site));
  router.use(verifyPages(site));
  router.use(invitePages(site));
  router.use(checkoutPages(site, notFound));
  router.use(orderPages(site, notFound));
  router.use(invoicePages(site, notFound));
  router.use(claimPages(site));
  router.use(claimsPages(site, notFound));
  router.use(forgotPages(site));
  router.use(resetPages(site));
  router.use(passwordPages(site));
  router.use(apiKeyPages(site));
  router.use(submitPages(site));
  router.use(draftsPages(site));
  router.use(draftPages(site, notFound));
  router.use(myListingsPages(site));
  router.use(myListingPages(site));
  router.use(launchDeskPages(site));
  router.use(textDeskPages(site));
  router.use(updateDeskPages(site));
  router.use(milestoneDeskPages(site));
  router.use(storyDeskPages(site));
  router.use(pictureDeskPages(site));
  router.use(historyDeskPages(site));
  router.use(interviewPages(site));
  router.use(undoPages(site));
  router.use(notificationPages(site));
  router.use(accountDataPages(site));
  router.use(accountPages(site));
  router.use(adminPages(site, notFound));

  router.use((_req, res) => notFound(res));
  return router;
}
