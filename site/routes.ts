import { promisify } from "node:util";
import { type Request, type RequestHandler, type Response, Router, urlencoded } from "express";
import type { Deps } from "#actions/context.ts";
import { createDraftCookies } from "#auth/draft-cookies.ts";
import type { Auth } from "#auth/routes.ts";
import type { Sessions } from "#auth/sessions.ts";
import { AppError } from "#core/errors/errors.ts";
import { BODY_BYTES } from "#core/limits/body-limits.ts";
import { hasEncodedControls } from "#domain/text/text.ts";
import { isSameOrigin } from "#http/same-origin.ts";
import type { Send } from "#http/send.ts";
import { readInTurn } from "#http/turns.ts";
import { wrongAddress } from "#http/usual-addresses.ts";
import { assetRoutes } from "./kit/assets.ts";
import { countUnread } from "./kit/bell.ts";
import { byFirstPart } from "./kit/by-first-part.ts";
import { keepPages } from "./kit/kept-pages.ts";
import { limitImages, limitPages } from "./kit/limits.ts";
import { isMultipart, readLargeMultipart, readMultipart } from "./kit/multipart.ts";
import { onlyWith } from "./kit/only-with.ts";
import { inOwnLanguage } from "./kit/own-language.ts";
import type { Pages } from "./kit/respond.ts";
import { routerOf, type Site, sessionOf } from "./kit/site.ts";
import { createUndo } from "./kit/undo.ts";
import { createUploadSlots } from "./kit/upload-slots.ts";
import { badgeRoutes } from "./machines/badges.ts";
import { createDrawer } from "./machines/drawer.ts";
import { embedRoutes } from "./machines/embeds.ts";
import { iconRoutes } from "./machines/icons.ts";
import { lookRoutes } from "./machines/look.ts";
import { pictureRoutes } from "./machines/pictures.ts";
import { machineRoutes } from "./machines/routes.ts";
import { twins } from "./machines/twins.ts";
import { alternativePages } from "./pages/public/alternatives.ts";
import { archivePages } from "./pages/public/archive.ts";
import { awardPage } from "./pages/public/awards.ts";
import { badgePages } from "./pages/public/badges.ts";
import { blogPages } from "./pages/public/blog.ts";
import { categoryPages } from "./pages/public/categories.ts";
import { collectionPages } from "./pages/public/collections.ts";
import { commentActPages } from "./pages/public/comment-acts.ts";
import { commentPages } from "./pages/public/comments.ts";
import { comparePages } from "./pages/public/compare.ts";
import { contactPages } from "./pages/public/contact.ts";
import { digestPages } from "./pages/public/digest.ts";
import { errorPages } from "./pages/public/error.ts";
import { founderPages } from "./pages/public/founders.ts";
import { botPages, connectPages, rankingPages, referencePages } from "./pages/public/guides.ts";
import { homePages } from "./pages/public/home.ts";
import { launchRoomPages } from "./pages/public/launch-room.ts";
import { launchPages } from "./pages/public/launches.ts";
import { leaderboardPages } from "./pages/public/leaderboards.ts";
import { listingPages, missingListingPages } from "./pages/public/listing.ts";
import { followPages, savePages, votePages, websitePages } from "./pages/public/listing-acts.ts";
import { mergedPages } from "./pages/public/merged.ts";
import { problemPages } from "./pages/public/problems.ts";
import { profilePages } from "./pages/public/profile.ts";
import { racePages } from "./pages/public/races.ts";
import { reportPages, reportStatusPages } from "./pages/public/report.ts";
import { answerPages, reviewPages } from "./pages/public/review.ts";
import { searchPages } from "./pages/public/search.ts";
import { sharePages } from "./pages/public/share.ts";
import { sitePages } from "./pages/public/site-pages.ts";
import { unsubscribePages } from "./pages/public/unsubscribe.ts";
import { updatePages } from "./pages/public/updates.ts";

type Parts = {
  sessions: Sessions;
  auth: Pick<Auth, "connectedApps">;
  pages: Pages;
  send: Send;
  morePages?: readonly ((site: Site) => void)[] | undefined;
};

const LONG_FORMS = /^\/(drafts|account|admin\/(blog|categories|bulk|settings|pages))\//;

const TAKE_PICTURES =
  /^\/(drafts\/[^/]+|account\/uploads|account\/profile\/face|account\/listings\/\d+\/pictures(\/logo|\/faces\/[^/]+)?)$/;
const TAKE_FROM_ADMINS =
  /^\/admin\/(blog\/|import$|bulk\/new$|categories\/new\/import$|settings\/look\/logo$|start$|transfers\/statement$)/;

const LARGE_FILES = /^\/admin\/import$/;

/** Refuses control characters in the path or the query before any page looks at them. */
const plainAddressOnly: RequestHandler = (req, _res, next) =>
  next(
    hasEncodedControls(req.originalUrl)
      ? new AppError("validation_failed", "The address has a control character in it. Check it for a stray one.")
      : undefined,
  );

/** Refuses forms from another site, according to the browser, before it reads their body. */
const sameOriginOnly =
  (origin: string, pages: Pages): RequestHandler =>
  (req, res, next) => {
    if (isSameOrigin(req, origin)) next();
    else pages.refuse(res, req);
  };

/** First parts of the paths on which people come in, or look after what is theirs. */
const ACCOUNT_PARTS = [
  "account",
  "categories",
  "checkout",
  "claim",
  "forgot",
  "invite",
  "invoices",
  "listings",
  "notifications",
  "reset",
  "setup",
  "sign-in",
  "sign-out",
  "sign-up",
  "verify",
];

/** Reads the files of this account's forms; nobody else's files are read. */
function uploaderOf(req: Request, res: Response): string | undefined {
  const account = sessionOf(res)?.account;
  const isWelcome = TAKE_PICTURES.test(req.path) || (account?.isAdmin && TAKE_FROM_ADMINS.test(req.path));
  return isWelcome ? account?.id : undefined;
}

const OF_VISITORS =
  /^\/(submit|account\/searches|listings\/[^/]+\/(vote|follow|save|comments)|collections\/[^/]+\/follow)$/;

/** Forms on pages that are the same for all visitors have no token. They change nothing of an account. */
const isOfVisitor = (req: Request, res: Response): boolean =>
  OF_VISITORS.test(req.path) && sessionOf(res)?.account === undefined;

/** All pages of the site, its files, and the answer to unknown paths: mount it last. */
export function createSite(deps: Deps, { sessions, auth, pages, send, morePages = [] }: Parts): Router {
  const { connectedApps } = auth;
  const draftCookies = createDraftCookies(deps.settings);
  const site = { deps, sessions, connectedApps, pages, undo: createUndo(deps), draftCookies };
  const drawer = createDrawer(deps.pictures);
  const router = Router();

  router.use(plainAddressOnly);
  router.use(byFirstPart([assetRoutes()]));
  router.use(["/badges", "/pictures", "/uploads", "/style", "/embed"], limitImages(deps));
  router.use(
    byFirstPart([
      badgeRoutes(site, drawer),
      iconRoutes(deps, drawer),
      pictureRoutes(deps),
      embedRoutes(deps),
      lookRoutes(deps),
    ]),
  );

  router.use(twins);
  router.use(sessions.load);
  router.use(["/account", "/admin", "/drafts", "/notifications"], inOwnLanguage(deps.languages));
  router.use(limitPages(deps));
  router.use(keepPages(deps, send));
  router.use(wrongAddress(deps));
  router.use(onlyWith(deps));
  router.use(machineRoutes(deps, drawer));
  router.use(countUnread(deps));
  // Before the gate for forms: mail programs press the button for a reader, from wherever they are.
  router.use(routerOf(unsubscribePages, site));
  const takeSlot = createUploadSlots();
  const readForm = urlencoded({ extended: false, limit: BODY_BYTES.form });
  const readLongForm = urlencoded({ extended: false, limit: BODY_BYTES.longForm });
  // One gate for every form, so that no page can forget it.
  router.post(
    /.*/,
    sameOriginOnly(deps.settings.BASE_URL, pages),
    async (req, res, next) => {
      const readPlain = promisify(LONG_FORMS.test(req.path) ? readLongForm : readForm);
      const uploader = isMultipart(req) ? uploaderOf(req, res) : undefined;
      if (uploader !== undefined) takeSlot(uploader, res);
      const readFiles = LARGE_FILES.test(req.path) ? readLargeMultipart : readMultipart;
      const read = uploader === undefined ? readPlain : readFiles;
      await readInTurn(req, () => read(req, res));
      next();
    },
    (req, res, next) => (isOfVisitor(req, res) ? next() : sessions.requireCsrf(req, res, next)),
  );

  router.use(
    byFirstPart([
      ...[
        homePages,
        alternativePages,
        comparePages,
        mergedPages,
        listingPages,
        launchRoomPages,
        missingListingPages,
        badgePages,
        sharePages,
        launchPages,
        racePages,
        searchPages,
        leaderboardPages,
        archivePages,
        awardPage,
        categoryPages,
        updatePages,
        founderPages,
        profilePages,
        blogPages,
        votePages,
        followPages,
        digestPages,
        savePages,
        collectionPages,
        websitePages,
        reviewPages,
        commentPages,
        commentActPages,
        answerPages,
        reportPages,
        reportStatusPages,
        rankingPages,
        connectPages,
        referencePages,
        botPages,
        sitePages,
        contactPages,
        problemPages,
        ...morePages,
      ].map((addPages) => routerOf(addPages, site)),
      {
        parts: ["account", "drafts", "submit"],
        load: async () => (await import("./pages/owner/routes.ts")).ownerPages(site),
      },
      {
        parts: ACCOUNT_PARTS,
        load: async () => (await import("./pages/account/routes.ts")).accountPages(site),
      },
      {
        parts: ["admin"],
        load: async () => (await import("./pages/admin/routes.ts")).adminPages(site),
      },
    ]),
  );

  const { missing } = errorPages(site);
  router.use((req, res) => missing(req, res));
  return router;
}
