// `node scripts/screenshots.ts FOLDER [PART OF A NAME…]`: every page of a demo site by day, by night, on a phone,
// and on the narrowest phone from right to left. Pages that are wider than the screen are reported.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import type { OwnerScene } from "./screenshot-owner.ts";
import { PEOPLE, type Scene } from "./screenshot-scene.ts";
import { photograph, signIn } from "./screenshot-site.ts";

const LOOKS = {
  light: { colorScheme: "light", viewport: { width: 1280, height: 860 } },
  dark: { colorScheme: "dark", viewport: { width: 1280, height: 860 } },
  phone: { colorScheme: "light", viewport: { width: 360, height: 740 } },
  rtl: { colorScheme: "dark", viewport: { width: 320, height: 640 } },
} as const;

/** Longer screenshots are unreadable, so what is below has a picture of its own. */
const MOST_HEIGHT = 1700;

const pagesOf = ({
  star,
  founder,
  voted,
  coming,
  category,
  collection,
  week,
  nextWeek,
  url,
  thread,
}: Scene): Record<string, string> => ({
  home: "/",
  launches: "/launches",
  "launches-trending": "/launches?section=trending",
  "week-past": `/launches/weeks/${week}`,
  "week-next": `/launches/weeks/${nextWeek}`,
  search: "/search?q=calendar",
  "search-none": "/search?q=xyzzyplughquux",
  browse: "/search?sort=votes",
  categories: "/categories",
  category: `/categories/${category}`,
  listing: `/listings/${star}`,
  "listing-plain": `/listings/${voted}`,
  room: `/listings/${coming}`,
  badges: `/listings/${star}/badges`,
  comments: `/listings/${star}/comments`,
  thread: `/listings/${star}/comments/${thread}`,
  share: `/listings/${star}/share`,
  alternatives: `/listings/${star}/alternatives`,
  compare: `/compare?a=${star}&b=${voted}`,
  "compare-picker": "/compare",
  "board-week": "/leaderboards/community-weekly",
  "board-all-time": "/leaderboards/community-all-time",
  "board-billboard": "/leaderboards/billboard",
  "board-rating": "/leaderboards/domain-rating",
  "board-revenue": "/leaderboards/revenue",
  collections: "/collections",
  collection: collection.page,
  awards: "/awards",
  founders: "/founders",
  founder: `/founders/${founder}`,
  profile: `/@${founder}`,
  blog: "/blog",
  post: new URL(url).pathname,
  ranking: "/how-ranking-works",
  connect: "/connect",
  problems: "/problems",
  docs: "/docs",
  bot: "/bot",
  about: "/about",
  terms: "/terms",
  privacy: "/privacy",
  imprint: "/imprint",
  contact: "/contact",
  pricing: "/pricing",
  updates: "/updates",
  problem: "/problems/validation-failed",
  claim: "/claim?token=unknown",
  invite: "/invite?token=unknown",
  unsubscribe: "/unsubscribe?token=unknown",
  "sign-in": "/sign-in",
  "sign-up": "/sign-up",
  forgot: "/forgot",
  reset: "/reset?token=unknown",
  verify: "/verify?token=unknown",
  setup: "/setup?token=unknown",
  report: `/report/listing/${voted}`,
  digest: "/digest?category=accounting",
  submit: "/submit",
  error: "/launches/weeks/never",
  missing: "/nothing-here",
  styleguide: "/styleguide",
});
/** As a signed-in member who lists products. */
const ownPages = ({ star, collection }: Scene, owner: OwnerScene): Record<string, string> => {
  const listing = `/account/listings/${owner.listingId}`;
  return {
    "own-home": "/",
    "own-star": `/listings/${star}`,
    "own-comments": `/listings/${star}/comments`,
    "own-account": "/account",
    "own-collections": "/account/collections",
    "own-collection": collection.editor,
    "own-collection-page": collection.page,
    "own-saved": "/account/collections/saved",
    "own-collect": `/listings/${star}/collect`,
    "own-browse": "/search?sort=votes",
    "own-password": "/account/password",
    "own-passkeys": "/account/passkeys",
    "own-webhooks": "/account/webhooks/new",
    "own-calendar": "/account/calendar",
    "own-news": "/notifications",
    "own-notifications": "/account/notifications",
    "own-profile": "/account/profile",
    "own-key": "/account/keys/new",
    "own-delete": "/account/delete",
    "own-interview": "/account/interview",
    "own-submit": "/submit",
    "own-drafts": "/drafts",
    "own-draft-slow": `/drafts/${owner.slowDraft}`,
    "own-draft": `/drafts/${owner.readyDraft}`,
    "own-listings": "/account/listings",
    "dashboard-overview": listing,
    "dashboard-launch": `${listing}/launch`,
    "dashboard-analytics": `${listing}/figures`,
    "dashboard-content": `${listing}/edit`,
    "dashboard-updates": `${listing}/updates`,
    "dashboard-milestones": `${listing}/milestones`,
    "dashboard-story": `${listing}/story`,
    "dashboard-pictures": `${listing}/pictures`,
    "dashboard-proof": `${listing}/proof`,
    "dashboard-history": `${listing}/history`,
    "own-claim": `/listings/${star}/claim`,
    "own-claims": "/account/claims",
    "own-reports": "/account/reports",
    "own-digest": "/account/digest",
    "own-decision": "/account/decisions/2",
    "own-orders": "/account/orders",
    "own-order": `/account/orders/${owner.paidOrder}`,
    checkout: owner.openCheckout,
    "checkout-waiting": owner.waitingCheckout,
    "checkout-paid": owner.paidCheckout,
    invoice: owner.invoice,
    consent: owner.consent,
  };
};
/** As an admin. */
const teamPages = ({ starId, memberId }: Scene, { paidOrder }: OwnerScene): Record<string, string> => ({
  "admin-overview": "/admin",
  "admin-months": "/admin?over=months",
  "admin-listings": "/admin/listings",
  "admin-listing": `/admin/listings/${starId}`,
  "admin-history": `/admin/listings/${starId}/history`,
  "admin-changes": "/admin/changes",
  "admin-claims": "/admin/claims",
  "admin-alternatives": "/admin/alternatives",
  "admin-weeks": "/admin/weeks",
  "admin-reviews": "/admin/reviews",
  "admin-reports": "/admin/reports",
  "admin-report": "/admin/reports/1",
  "admin-appeal": "/admin/reports/2",
  "admin-figures": "/admin/reports/figures",
  "admin-digest": "/admin/digest",
  "admin-held": "/admin/held",
  "admin-words": "/admin/words",
  "admin-collections": "/admin/collections",
  "admin-comments": "/admin/comments",
  "admin-votes": "/admin/votes",
  "admin-people": "/admin/users",
  "admin-person": `/admin/users/${memberId}`,
  "admin-categories": "/admin/categories",
  "admin-category": "/admin/categories/appointment-scheduling",
  "admin-interview": "/admin/interview",
  "admin-blog": "/admin/blog",
  "admin-post": "/admin/blog/new",
  "admin-pictures": "/admin/pictures",
  "admin-orders": "/admin/orders",
  "admin-order": `/admin/orders/${paidOrder}`,
  "admin-invoices": "/admin/invoices",
  "admin-vat": "/admin/invoices/vat",
  "admin-transfers": "/admin/transfers",
  "admin-products": "/admin/products",
  "admin-coupons": "/admin/coupons",
  "admin-rates": "/admin/vat-rates",
  "admin-payments": "/admin/payments",
  "admin-outbox": "/admin/outbox",
  "admin-mails": "/admin/mails",
  "admin-mail": "/admin/mails/listing-live",
  "admin-mail-digest": "/admin/mails/digest",
  "admin-jobs": "/admin/jobs",
  "admin-backups": "/admin/backups",
  "admin-settings": "/admin/settings",
  "admin-audit": "/admin/audit",
});

async function main([folder, ...wanted]: string[]): Promise<void> {
  if (!folder || folder.startsWith("-"))
    throw new Error("Say where the pictures go: node scripts/screenshots.ts FOLDER [PART OF A NAME…]");
  mkdirSync(folder, { recursive: true });
  await photograph(async ({ server, browser, scene, owner, email }) => {
    const pages: [person: string | undefined, pages: Record<string, string>][] = [
      [undefined, pagesOf(scene)],
      [email, ownPages(scene, owner)],
      [PEOPLE.admin, teamPages(scene, owner)],
    ];
    for (const [person, paths] of pages) {
      const shots = Object.entries(paths).filter(
        ([name]) => !wanted.length || wanted.some((part) => name.includes(part)),
      );
      if (shots.length) await shoot(browser, server.url, { shots, folder, person });
    }
    if (!wanted.length || wanted.some((part) => "failed".includes(part))) {
      server.deps.store.posts.published = () => Promise.reject(new Error("Made to fail, for a picture of it."));
      await shoot(browser, server.url, { shots: [["failed", "/blog"]], folder, person: undefined });
    }
  });
}

const SIZE = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]";
type Shots = { shots: [name: string, path: string][]; folder: string; person: string | undefined };

async function shoot(browser: Browser, url: string, { shots, folder, person }: Shots): Promise<void> {
  for (const [look, options] of Object.entries(LOOKS)) {
    const context = await browser.newContext({ ...options, reducedMotion: "reduce" });
    if (person) await signIn(context, url, person);
    for (const [name, path] of shots) {
      const page = await context.newPage();
      await page.goto(url + path);
      await page.evaluate("document.fonts.ready");
      if (look === "rtl") await page.evaluate(`document.documentElement.dir = "rtl"`);
      const { width } = options.viewport;
      const [wide, high] = (await page.evaluate(SIZE)) as [number, number];
      for (let y = 0, part = ""; y < high; y += MOST_HEIGHT, part = `-${y / MOST_HEIGHT + 1}`) {
        const clip = { x: 0, y, width, height: Math.min(MOST_HEIGHT, high - y) };
        await page.screenshot({ path: join(folder, `${name}-${look}${part}.png`), fullPage: true, clip });
      }
      await page.close();
      console.log(`${name}-${look}  ${path}${wide > width ? `  is ${wide} wide` : ""}`);
    }
    await context.close();
  }
}

await main(process.argv.slice(2));
