import type { CrawlReport, DraftContent } from "../../domain/drafts/draft.ts";
import type { SitePage } from "../../domain/drafts/site.ts";
import type { ClaimMethod } from "../../domain/listings/claim.ts";
import type { Faq, ListingStatus, Plan, Profile } from "../../domain/listings/listing.ts";
import type { Snapshot } from "../../domain/listings/listing-version.ts";
import type { ProductOption } from "../../domain/orders/product.ts";
import type { Hue } from "../../domain/pictures/hues.ts";
import type { FirstStepName } from "../../domain/site/first-run.ts";
import type { SitePageSlug } from "../../domain/site/site-pages.ts";
import { flag, json, time } from "./columns.ts";
import { integer, primaryKey, real, sqliteTable, text } from "./drizzle.ts";

export * from "./admin-tables.ts";
export * from "./book-tables.ts";
export * from "./claim-tables.ts";
export * from "./collection-tables.ts";
export * from "./comment-tables.ts";
/** Drizzle's view of the tables in store/migrations; a test compares the two. */
export * from "./content-tables.ts";
export * from "./count-tables.ts";
export * from "./coupon-tables.ts";
export * from "./digest-tables.ts";
export * from "./engagement-tables.ts";
export * from "./event-tables.ts";
export * from "./guest-tables.ts";
export * from "./invoice-tables.ts";
export * from "./maker-tables.ts";
export * from "./node-tables.ts";
export * from "./notification-tables.ts";
export * from "./order-tables.ts";
export * from "./report-tables.ts";
export * from "./site-tables.ts";

export const secrets = sqliteTable("secrets", { name: text().primaryKey(), value: text().notNull() });

export const indexnow = sqliteTable("indexnow", {
  only: integer().primaryKey(),
  changedAt: integer("changed_at").notNull(),
  listingId: integer("listing_id").notNull(),
});

export const accounts = sqliteTable("accounts", {
  id: text().primaryKey(),
  email: text().notNull(),
  emailFolded: text("email_folded").notNull(),
  name: text(),
  passwordHash: text("password_hash"),
  isAdmin: flag("is_admin").notNull().default(false),
  status: text().$type<"active" | "suspended" | "deleted">().notNull().default("active"),
  emailVerifiedAt: time("email_verified_at"),
  isDemo: flag("is_demo").notNull().default(false),
  createdAt: time("created_at").notNull(),
  passkeyOfferedAt: time("passkey_offered_at"),
});

export const sessions = sqliteTable("sessions", {
  idHash: text("id_hash").primaryKey(),
  accountId: text("account_id"),
  userAgent: text("user_agent"),
  signedInAt: time("signed_in_at"),
  createdAt: time("created_at").notNull(),
  lastSeenAt: time("last_seen_at").notNull(),
  expiresAt: time("expires_at").notNull(),
  hasSecondFactor: flag("has_second_factor").notNull().default(false),
});

export const tokens = sqliteTable("tokens", {
  hash: text().primaryKey(),
  kind: text()
    .$type<"setup" | "verify" | "reset" | "sign-in" | "passkey" | "second-step" | "provider" | "id-jag">()
    .notNull(),
  accountId: text("account_id"),
  email: text(),
  expiresAt: time("expires_at").notNull(),
  usedAt: time("used_at"),
});

export const apiKeys = sqliteTable("api_keys", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  hash: text().notNull(),
  name: text().notNull(),
  prefix: text().notNull(),
  last4: text().notNull(),
  scopes: text().notNull(),
  createdAt: time("created_at").notNull(),
  expiresAt: time("expires_at"),
  lastUsedAt: time("last_used_at"),
  revokedAt: time("revoked_at"),
});

export const oauthObjects = sqliteTable(
  "oauth_objects",
  {
    model: text().notNull(),
    id: text().notNull(),
    payload: text().notNull(),
    grantId: text("grant_id"),
    uid: text(),
    accountId: text("account_id"),
    clientId: text("client_id"),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at"),
    consumedAt: time("consumed_at"),
    reuses: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.model, table.id] })],
);

export const categories = sqliteTable("categories", {
  slug: text().primaryKey(),
  name: text().notNull(),
  description: text().notNull(),
  parentSlug: text("parent_slug"),
  keywords: json<string[]>("keywords_json").notNull(),
  phrases: json<string[]>("phrases_json"),
  faqs: json<Faq[]>("faqs_json").notNull(),
  compare: json<string[]>("compare_json").notNull(),
  position: integer().notNull(),
});

export const countries = sqliteTable("countries", {
  code: text().primaryKey(),
  name: text().notNull(),
  eu: flag("eu").notNull(),
});

export const interviewQuestions = sqliteTable("interview_questions", {
  id: integer().primaryKey(),
  position: integer().notNull(),
  question: text().notNull(),
  hint: text().notNull(),
  active: flag("active").notNull().default(true),
});

export const products = sqliteTable("products", {
  product: text().primaryKey(),
  name: text().notNull(),
  description: text().notNull(),
  priceCents: integer("price_cents").notNull(),
  needsListing: flag("needs_listing").notNull(),
  options: json<ProductOption[]>("options_json").notNull(),
  position: integer().notNull(),
  active: flag("active").notNull().default(true),
});

export const drafts = sqliteTable("drafts", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  url: text().notNull(),
  siteKey: text("site_key").notNull(),
  status: text().$type<"crawling" | "drafting" | "ready">().notNull(),
  content: json<DraftContent>("content_json").notNull(),
  crawl: json<CrawlReport>("crawl_json").notNull(),
  listingId: integer("listing_id"),
  createdAt: time("created_at").notNull(),
  updatedAt: time("updated_at").notNull(),
});

export const draftPages = sqliteTable(
  "draft_pages",
  {
    draftId: text("draft_id").notNull(),
    position: integer().notNull(),
    page: json<SitePage>("page_json").notNull(),
  },
  (table) => [primaryKey({ columns: [table.draftId, table.position] })],
);

export const invites = sqliteTable("invites", {
  id: text().primaryKey(),
  draftId: text("draft_id").notNull(),
  email: text().notNull(),
  emailFolded: text("email_folded").notNull(),
  accountId: text("account_id"),
  status: text().$type<"pending" | "accepted" | "expired">().notNull(),
  tokenHash: text("token_hash").notNull(),
  expiresAt: time("expires_at").notNull(),
  createdAt: time("created_at").notNull(),
});

export const robotsFiles = sqliteTable("robots_files", {
  origin: text().primaryKey(),
  status: integer().notNull(),
  body: text().notNull(),
  expiresAt: time("expires_at").notNull(),
});

export const listings = sqliteTable("listings", {
  id: integer().primaryKey({ autoIncrement: true }),
  slug: text().notNull(),
  url: text().notNull(),
  domain: text().notNull(),
  siteKey: text("site_key").notNull(),
  status: text().$type<ListingStatus>().notNull(),
  statusReason: text("status_reason"),
  plan: text().$type<Plan>().notNull().default("none"),
  name: text().notNull(),
  tagline: text(),
  stage: text(),
  pricingModel: text("pricing_model"),
  country: text(),
  logoUrl: text("logo_url"),
  primaryCategory: text("primary_category"),
  profile: json<Profile>("profile_json").notNull(),
  votes: integer().notNull().default(0),
  followers: integer().notNull().default(0),
  views: integer().notNull().default(0),
  ratingSum: integer("rating_sum").notNull().default(0),
  ratingCount: integer("rating_count").notNull().default(0),
  trending: real().notNull().default(0),
  domainRating: integer("domain_rating"),
  unlocked: json<string[]>("unlocked_json").notNull(),
  claimedMethod: text("claimed_method").$type<ClaimMethod>(),
  launchWeek: text("launch_week"),
  launchAt: time("launch_at"),
  launchedAt: time("launched_at"),
  evidenceCheckedAt: time("evidence_checked_at"),
  isDemo: flag("is_demo").notNull().default(false),
  statusBefore: text("status_before").$type<ListingStatus>(),
  mergedInto: integer("merged_into"),
  hue: text().$type<Hue>(),
  version: integer().notNull().default(1),
  createdAt: time("created_at").notNull(),
  updatedAt: time("updated_at").notNull(),
});

export const listingCategories = sqliteTable(
  "listing_categories",
  {
    categorySlug: text("category_slug").notNull(),
    listingId: integer("listing_id").notNull(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.categorySlug, table.listingId] })],
);

export const listingMembers = sqliteTable(
  "listing_members",
  {
    accountId: text("account_id").notNull(),
    listingId: integer("listing_id").notNull(),
    role: text().$type<"owner" | "editor">().notNull(),
    createdAt: time("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.listingId] })],
);

export const founders = sqliteTable("founders", {
  id: integer().primaryKey({ autoIncrement: true }),
  slug: text().notNull(),
  accountId: text("account_id"),
  name: text().notNull(),
  bio: text(),
  avatarUrl: text("avatar_url"),
  country: text(),
  socials: json<Record<string, string>>("socials_json").notNull(),
  /** Imported answers by question id, until the founder's account saves its own. */
  interview: json<Record<string, string>>("interview_json").notNull().default({}),
  isDemo: flag("is_demo").notNull().default(false),
  /** Sort key: store/repos/profiles/sort-name.ts. */
  sortName: text("sort_name").notNull().default(""),
  liveListings: integer("live_listings").notNull().default(0),
});

export const listingFounders = sqliteTable(
  "listing_founders",
  {
    listingId: integer("listing_id").notNull(),
    founderId: integer("founder_id").notNull(),
    title: text(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.founderId] })],
);

export const listingVersions = sqliteTable(
  "listing_versions",
  {
    listingId: integer("listing_id").notNull(),
    version: integer().notNull(),
    accountId: text("account_id"),
    client: text(),
    at: time("at").notNull(),
    snapshot: json<Snapshot>("snapshot_json").notNull(),
    restored: integer(),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.version] })],
);

export const jobs = sqliteTable("jobs", {
  id: text().primaryKey(),
  kind: text().notNull(),
  payload: json<unknown>("payload_json").notNull(),
  state: text().$type<"queued" | "running" | "done" | "failed">().notNull().default("queued"),
  runAt: time("run_at").notNull(),
  attempts: integer().notNull().default(0),
  lastError: text("last_error"),
  createdAt: time("created_at").notNull(),
  finishedAt: time("finished_at"),
  /** The running process; null unless running. */
  owner: text(),
  /** Increases with every heartbeat of the owner. */
  beats: integer().notNull().default(0),
  startedAt: time("started_at"),
  /**
   * Crashes and hangs of its process since the job last ended. From the second on it runs alone.
   */
  crashes: integer().notNull().default(0),
  /** The same while it ran alone. */
  interruptions: integer().notNull().default(0),
});

export const mails = sqliteTable("mails", {
  id: text().primaryKey(),
  recipient: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  unsubscribeUrl: text("unsubscribe_url"),
  replyTo: text("reply_to"),
  state: text().$type<"queued" | "sent" | "kept" | "failed">().notNull().default("queued"),
  lastError: text("last_error"),
  createdAt: time("created_at").notNull(),
  sentAt: time("sent_at"),
  expiresAt: time("expires_at"),
});

export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    accountId: text("account_id").notNull(),
    operation: text().notNull(),
    path: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    status: integer().notNull(),
    body: text("body_json").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.operation, table.path, table.key] })],
);

export const posts = sqliteTable("posts", {
  slug: text().primaryKey(),
  title: text().notNull(),
  excerpt: text().notNull(),
  bodyMarkdown: text("body_markdown").notNull(),
  author: text().notNull(),
  coverUrl: text("cover_url"),
  coverAlt: text("cover_alt"),
  tags: json<string[]>("tags_json").notNull(),
  faqs: json<Faq[]>("faqs_json").notNull(),
  isDemo: flag("is_demo").notNull().default(false),
  publishedAt: time("published_at"),
  updatedAt: time("updated_at").notNull(),
});

export const firstRunAside = sqliteTable("first_run_aside", { step: text().$type<FirstStepName>().primaryKey() });

export const sitePages = sqliteTable("site_pages", {
  slug: text().$type<SitePageSlug>().primaryKey(),
  markdown: text().notNull(),
  updatedAt: time("updated_at").notNull(),
});

export const listingAlternatives = sqliteTable(
  "listing_alternatives",
  {
    listingId: integer("listing_id").notNull(),
    alternativeId: integer("alternative_id").notNull(),
    position: integer().notNull(),
    approvedAt: time("approved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.alternativeId] })],
);
