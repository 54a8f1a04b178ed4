import { Router, urlencoded } from "express";
import type { Auth } from "../auth/routes.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { Deps } from "../context.ts";
import { assetRoutes } from "./assets.ts";
import { accountPages } from "./pages/account.ts";
import { outboxPages } from "./pages/admin/outbox.ts";
import { apiKeyPages } from "./pages/api-keys.ts";
import { botPages } from "./pages/bot.ts";
import { connectPages } from "./pages/connect.ts";
import { errorPages } from "./pages/error.ts";
import { forgotPages } from "./pages/forgot.ts";
import { homePages } from "./pages/home.ts";
import { invitePages } from "./pages/invite.ts";
import { listingPages } from "./pages/listing.ts";
import { passwordPages } from "./pages/password.ts";
import { problemPages } from "./pages/problems.ts";
import { resetPages } from "./pages/reset.ts";
import { setupPages } from "./pages/setup.ts";
import { signInPages } from "./pages/sign-in.ts";
import { signUpPages } from "./pages/sign-up.ts";
import { verifyPages } from "./pages/verify.ts";
import type { Pages } from "./respond.ts";
import { sameOriginOnly } from "./same-origin.ts";
import type { Site } from "./site.ts";

type Parts = { sessions: Sessions; auth: Pick<Auth, "connectedApps">; pages: Pages };

const FORM_LIMIT = "64kb";

/** Every page of the site, its files, and the answer to every path that nobody else took: mount it last. */
export function createSite(deps: Deps, { sessions, auth, pages }: Parts): Router {
  const site: Site = { deps, sessions, connectedApps: auth.connectedApps, pages };
  const { notFound, failed } = errorPages(site);
  const router = Router();

  router.use(assetRoutes());
  router.get("/robots.txt", (_req, res) => {
    res
      .type("text/plain")
      .send("User-agent: *\nDisallow: /account\nDisallow: /admin\nDisallow: /oauth\nDisallow: /interaction\n");
  });

  router.use(sessions.load);
  // One gate for every form, so that no page can forget it.
  router.post(
    /.*/,
    sameOriginOnly(deps.settings.BASE_URL, pages),
    urlencoded({ extended: false, limit: FORM_LIMIT }),
    sessions.requireCsrf,
  );

  router.use(homePages(site));
  router.use(listingPages(site));
  router.use(connectPages(site));
  router.use(botPages(site));
  router.use(problemPages(site, notFound));
  router.use(signInPages(site));
  router.use(signUpPages(site));
  router.use(setupPages(site));
  router.use(verifyPages(site));
  router.use(invitePages(site));
  router.use(forgotPages(site));
  router.use(resetPages(site));
  router.use(passwordPages(site));
  router.use(apiKeyPages(site));
  router.use(accountPages(site));
  router.use(outboxPages(site, notFound));

  router.use((_req, res) => notFound(res));
  router.use(failed);
  return router;
}
