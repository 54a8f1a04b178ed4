import type { CrawlReport, DraftContent } from "#domain/drafts/draft.ts";
import type { SitePage } from "#domain/drafts/site.ts";
import type { ClaimMethod } from "#domain/listings/claim.ts";
import type { Faq, ListingStatus, Plan, Profile } from "#domain/listings/listing.ts";
import type { Snapshot } from "#domain/listings/listing-version.ts";
import type { ProductOption } from "#domain/orders/product.ts";
import type { Hue } from "#domain/pictures/hues.ts";
import type { FirstStepName } from "#domain/site/first-run.ts";
import type { OwnPageSlug, SitePageSlug } from "#domain/site/site-pages.ts";
import { flag, json, table, time } from "./columns.ts";
import { integer, real, text } from "./drizzle.ts";

export * from "./engagement-tables.ts";
export * from "./guest-tables.ts";
export * from "./import-tables.ts";
export * from "./maker-tables.ts";
/** Drizzle's view of the tables in store/migrations; a test compares the two. */
export * from "./notification-tables.ts";
export * from "./order-tables.ts";
export * from "./report-tables.ts";
export * from "./site-tables.ts";

export const secrets = table("secrets", { name: text().primaryKey(), value: text().notNull() });

export const indexnow = table("indexnow", {
  only: integer().primaryKey(),
  changedAt: integer().notNull(),
  listingId: integer().notNull(),
});

export const accounts = table("accounts", {
  id: text().primaryKey(),
  email: text().notNull(),
  emailFolded: text().notNull(),
  name: text(),
  passwordHash: text(),
  isAdmin: flag().notNull().default(false),
  status: text().$type<"active" | "suspended" | "deleted">().notNull().default("active"),
  emailVerifiedAt: time(),
  isDemo: flag().notNull().default(false),
  createdAt: time().notNull(),
  passkeyOfferedAt: time(),
  language: text(),
});

export const sessions = table("sessions", {
  idHash: text().primaryKey(),
  accountId: text(),
  userAgent: text(),
  signedInAt: time(),
  createdAt: time().notNull(),
  lastSeenAt: time().notNull(),
  expiresAt: time().notNull(),
  hasSecondFactor: flag().notNull().default(false),
});

export const tokens = table("tokens", {
  hash: text().primaryKey(),
  kind: text()
    .$type<"setup" | "verify" | "reset" | "sign-in" | "passkey" | "second-step" | "provider" | "id-jag">()
    .notNull(),
  accountId: text(),
  email: text(),
  expiresAt: time().notNull(),
  usedAt: time(),
});

export const apiKeys = table("api_keys", {
  id: text().primaryKey(),
  accountId: text().notNull(),
  hash: text().notNull(),
  name: text().notNull(),
  prefix: text().notNull(),
  last4: text().notNull(),
  scopes: text().notNull(),
  createdAt: time().notNull(),
  expiresAt: time(),
  lastUsedAt: time(),
  revokedAt: time(),
});

export const oauthObjects = table("oauth_objects", {
  model: text().notNull(),
  id: text().notNull(),
  payload: text().notNull(),
  grantId: text(),
  uid: text(),
  accountId: text(),
  clientId: text(),
  createdAt: time().notNull(),
  expiresAt: time(),
  consumedAt: time(),
  reuses: integer().notNull().default(0),
});

export const categories = table("categories", {
  slug: text().primaryKey(),
  name: text().notNull(),
  description: text().notNull(),
  parentSlug: text(),
  keywords: json<string[]>().notNull(),
  phrases: json<string[]>(),
  faqs: json<Faq[]>().notNull(),
  compare: json<string[]>().notNull(),
  position: integer().notNull(),
});

export const countries = table("countries", {
  code: text().primaryKey(),
  name: text().notNull(),
  eu: flag().notNull(),
});

export const interviewQuestions = table("interview_questions", {
  id: integer().primaryKey(),
  position: integer().notNull(),
  question: text().notNull(),
  hint: text().notNull(),
  active: flag().notNull().default(true),
});

export const products = table("products", {
  product: text().primaryKey(),
  name: text().notNull(),
  description: text().notNull(),
  priceCents: integer().notNull(),
  needsListing: flag().notNull(),
  options: json<ProductOption[]>().notNull(),
  position: integer().notNull(),
  active: flag().notNull().default(true),
});

export const drafts = table("drafts", {
  id: text().primaryKey(),
  accountId: text().notNull(),
  url: text().notNull(),
  siteKey: text().notNull(),
  status: text().$type<"crawling" | "drafting" | "ready">().notNull(),
  content: json<DraftContent>().notNull(),
  crawl: json<CrawlReport>().notNull(),
  listingId: integer(),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
});

export const draftPages = table("draft_pages", {
  draftId: text().notNull(),
  position: integer().notNull(),
  page: json<SitePage>().notNull(),
});

export const invites = table("invites", {
  id: text().primaryKey(),
  draftId: text().notNull(),
  email: text().notNull(),
  emailFolded: text().notNull(),
  accountId: text(),
  status: text().$type<"pending" | "accepted" | "expired">().notNull(),
  tokenHash: text().notNull(),
  expiresAt: time().notNull(),
  createdAt: time().notNull(),
});

export const robotsFiles = table("robots_files", {
  origin: text().primaryKey(),
  status: integer().notNull(),
  body: text().notNull(),
  expiresAt: time().notNull(),
});

export const listings = table("listings", {
  id: integer().primaryKey({ autoIncrement: true }),
  slug: text().notNull(),
  url: text().notNull(),
  domain: text().notNull(),
  siteKey: text().notNull(),
  siteHeldAt: time(),
  status: text().$type<ListingStatus>().notNull(),
  statusReason: text(),
  plan: text().$type<Plan>().notNull().default("none"),
  name: text().notNull(),
  tagline: text(),
  stage: text(),
  pricingModel: text(),
  country: text(),
  language: text(),
  logoUrl: text(),
  primaryCategory: text(),
  profile: json<Profile>().notNull(),
  votes: integer().notNull().default(0),
  followers: integer().notNull().default(0),
  views: integer().notNull().default(0),
  ratingSum: integer().notNull().default(0),
  ratingCount: integer().notNull().default(0),
  trending: real().notNull().default(0),
  domainRating: integer(),
  unlocked: json<string[]>().notNull(),
  claimedMethod: text().$type<ClaimMethod>(),
  launchWeek: text(),
  launchAt: time(),
  launchedAt: time(),
  listedAt: time(),
  evidenceCheckedAt: time(),
  isDemo: flag().notNull().default(false),
  statusBefore: text().$type<ListingStatus>(),
  mergedInto: integer(),
  hue: text().$type<Hue>(),
  lookAt: time(),
  version: integer().notNull().default(1),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
});

export const listingEndings = table("listing_endings", {
  listingId: integer().primaryKey(),
  changedAt: time().notNull(),
  endsAt: time().notNull(),
  remindedAt: time(),
});

export const listingCategories = table("listing_categories", {
  categorySlug: text().notNull(),
  listingId: integer().notNull(),
  position: integer().notNull(),
});

export const listingMembers = table("listing_members", {
  accountId: text().notNull(),
  listingId: integer().notNull(),
  role: text().$type<"owner" | "editor">().notNull(),
  createdAt: time().notNull(),
});

export const founders = table("founders", {
  id: integer().primaryKey({ autoIncrement: true }),
  slug: text().notNull(),
  accountId: text(),
  name: text().notNull(),
  bio: text(),
  avatarUrl: text(),
  country: text(),
  socials: json<Record<string, string>>().notNull(),
  /** Imported answers by question id, until the founder's account saves its own. */
  interview: json<Record<string, string>>().notNull().default({}),
  isDemo: flag().notNull().default(false),
  /** Sort key: store/repos/profiles/sort-name.ts. */
  sortName: text().notNull().default(""),
  liveListings: integer().notNull().default(0),
});

export const listingFounders = table("listing_founders", {
  listingId: integer().notNull(),
  founderId: integer().notNull(),
  title: text(),
  position: integer().notNull(),
});

export const listingVersions = table("listing_versions", {
  listingId: integer().notNull(),
  version: integer().notNull(),
  accountId: text(),
  client: text(),
  at: time().notNull(),
  snapshot: json<Snapshot>().notNull(),
  restored: integer(),
});

export const jobs = table("jobs", {
  id: text().primaryKey(),
  kind: text().notNull(),
  payload: json<unknown>().notNull(),
  state: text().$type<"queued" | "running" | "done" | "failed">().notNull().default("queued"),
  runAt: time().notNull(),
  attempts: integer().notNull().default(0),
  lastError: text(),
  createdAt: time().notNull(),
  finishedAt: time(),
  /** The running process; null unless running. */
  owner: text(),
  /** Increases with every heartbeat of the owner. */
  beats: integer().notNull().default(0),
  startedAt: time(),
  /**
   * Crashes and hangs of its process since the job last ended. From the second on it runs alone.
   */
  crashes: integer().notNull().default(0),
  /** The same while it ran alone. */
  interruptions: integer().notNull().default(0),
});

export const mails = table("mails", {
  id: text().primaryKey(),
  recipient: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  unsubscribeUrl: text(),
  replyTo: text(),
  state: text().$type<"queued" | "sent" | "kept" | "failed">().notNull().default("queued"),
  lastError: text(),
  createdAt: time().notNull(),
  sentAt: time(),
  expiresAt: time(),
});

export const idempotencyKeys = table("idempotency_keys", {
  accountId: text().notNull(),
  operation: text().notNull(),
  path: text().notNull(),
  key: text().notNull(),
  fingerprint: text().notNull(),
  status: integer().notNull(),
  body: text("body_json").notNull(),
  createdAt: time().notNull(),
});

export const posts = table("posts", {
  slug: text().primaryKey(),
  title: text().notNull(),
  excerpt: text().notNull(),
  bodyMarkdown: text().notNull(),
  author: text().notNull(),
  coverUrl: text(),
  coverAlt: text(),
  tags: json<string[]>().notNull(),
  faqs: json<Faq[]>().notNull(),
  isDemo: flag().notNull().default(false),
  publishedAt: time(),
  updatedAt: time().notNull(),
});

export const firstRunAside = table("first_run_aside", { step: text().$type<FirstStepName>().primaryKey() });

export const sitePages = table("site_pages", {
  slug: text().$type<SitePageSlug | OwnPageSlug>().primaryKey(),
  markdown: text().notNull(),
  updatedAt: time().notNull(),
  title: text(),
  isHidden: flag().notNull().default(false),
});

export const listingAlternatives = table("listing_alternatives", {
  listingId: integer().notNull(),
  alternativeId: integer().notNull(),
  position: integer().notNull(),
  approvedAt: time().notNull(),
});
