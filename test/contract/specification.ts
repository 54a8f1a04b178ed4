import type { Access } from "../../actions/context.ts";

/** One row of the specification, written by hand. A RegExp stands where the specification leaves the exact bound open. */
export type Row = {
  rest: string;
  access: Access;
  status: 200 | 201;
  errors: number[];
  idempotent: boolean;
  inputs: Record<string, string | RegExp>;
};

const paged = { page: "int 1..1000 =1", per_page: "int 1..100 =20" };
const faqs = "list<=10 of {question:text<=300!,answer:text<=1500!}";
const lists = "list<=20 of text<=200";
const storySections = [
  "story",
  "why_started",
  "problem",
  "journey",
  "challenges",
  "achievements",
  "lessons",
  "whats_next",
];
const object = (fields: Record<string, string>) =>
  `{${Object.entries(fields)
    .map(([name, bound]) => `${name}:${bound}`)
    .join(",")}}`;
const each = (names: string[], bound: string) => Object.fromEntries(names.map((name) => [name, bound]));

const draftTexts = [
  "name",
  "tagline",
  "short_description",
  "description",
  "stage",
  "pricing_model",
  "pricing_summary",
  "country",
  "city",
  "founded_year",
  "contact_email",
  "demo_video_url",
  "logo_url",
];
const draftLists = ["categories", "tags", "features", "usps", "keywords"];
const draftFields = object({
  ...each(draftTexts, "text<=500 or null"),
  description: "text<=20000 or null",
  ...each(draftLists, `${lists} or null`),
});
const fieldNames = [...draftTexts, ...draftLists].join("|");

// null is more than the specification asks: whatever a read gives, a write takes.
const listingFields = object({
  tagline: "text<=200 or null",
  short_description: "text<=300 or null",
  description: "text<=20000 or null",
  pricing_model: "text<=40 or null",
  pricing_summary: "text<=300 or null",
  country: "text<=2 or null",
  city: "text<=120 or null",
  founded_year: "int 1800..2100 or null",
  contact_email: "text<=254 or null",
  demo_video_url: "text<=500 or null",
  headline: "text<=200 or null",
  summary: "text<=20000 or null",
  seo_title: "text<=200 or null",
  seo_description: "text<=320 or null",
  features: `${lists} or null`,
  usps: `${lists} or null`,
  keywords: `${lists} or null`,
});
const platforms = [
  "linkedin",
  "x",
  "facebook",
  "instagram",
  "tiktok",
  "youtube",
  "threads",
  "pinterest",
  "github",
  "reddit",
  "producthunt",
  "medium",
  "website",
  "custom",
];
const socials = object(each(platforms, "text<=500 or null"));

const open = (rest: string, inputs: Row["inputs"] = {}): Row => ({
  rest,
  access: "public",
  status: 200,
  errors: rest.includes("{") ? [400, 404, 429] : [400, 429],
  idempotent: false,
  inputs,
});
const signedIn =
  (access: Access, idempotent: boolean) =>
  (rest: string, inputs: Row["inputs"] = {}, status: Row["status"] = 200): Row => ({
    rest,
    access,
    status,
    errors: rest.includes("{") ? [400, 401, 403, 404, 429] : [400, 401, 403, 429],
    idempotent,
    inputs,
  });
const read = signedIn("account:read", false);
const write = signedIn("listings:write", true);

const draftId = { id: "uuid!" };
const listingId = { listing_id: "int 1..!" };
const slug = { slug: "slug!" };
// Besides the specification: the code of a coupon.
const order = { items: /^list.*!$/, billing_country: /^(country|text)/, vat_number: /^text/, coupon: "text<=40" };

/** The 41 operations of the specification by id. */
export const SPECIFICATION: Record<string, Row> = {
  get_site_info: open("GET /site"),
  search_listings: open("GET /listings", {
    q: "text<=200",
    category: "slug",
    stage: "slug",
    country: "country",
    pricing_model: "text<=40",
    domain: "text<=253",
    status: "live|upcoming =live",
    sort: "relevance|newest|votes|trending|most_viewed|most_followed =relevance",
    ...paged,
  }),
  get_listing: open("GET /listings/{slug}", slug),
  get_alternatives: open("GET /listings/{slug}/alternatives", slug),
  compare_listings: open("GET /compare", { a: "slug!", b: "slug!" }),
  list_categories: open("GET /categories", { include_empty: "boolean =true" }),
  get_category: open("GET /categories/{slug}", { ...slug, ...paged }),
  get_launch_week: open("GET /launches/weeks/{week}", { week: /!$/ }),
  list_launches: open("GET /launches", {
    section: "today|this-week|trending|most-voted|recent|most-viewed|most-followed|upcoming =this-week",
    ...paged,
  }),
  get_leaderboard: open("GET /leaderboards/{board}", { board: /!$/, week: /^(?!.*!$)/, ...paged }),
  list_founders: open("GET /founders", { q: "text<=120", country: "country", ...paged }),
  get_founder: open("GET /founders/{slug}", slug),
  list_blog_posts: open("GET /blog", { q: "text<=200", ...paged }),
  get_blog_post: open("GET /blog/{slug}", slug),
  list_awards: open("GET /awards", { listing: "slug", ...paged }),
  get_badges: open("GET /listings/{slug}/badges", {
    ...slug,
    shape: "standard|outline|pill|banner|square =standard",
    mode: "light|dark|auto =auto",
    size: "s|m|l =m",
  }),
  list_interview_questions: open("GET /interview-questions"),
  list_products: open("GET /products"),

  get_account: read("GET /me"),
  submit_listing: write("POST /drafts", { url: "text<=2048!" }, 201),
  list_my_drafts: read("GET /drafts", paged),
  get_draft: read("GET /drafts/{id}", draftId),
  update_draft: write("PATCH /drafts/{id}", {
    ...draftId,
    fields: draftFields,
    lock_fields: `list<=20 of ${fieldNames}`,
    // Not in the specification, where only restore lifts a lock and the edit is lost.
    unlock_fields: `list<=20 of ${fieldNames}`,
    regenerate: `list<=5 of ${fieldNames}`,
    restore: `list<=20 of ${fieldNames}`,
    faqs,
    company_socials: socials,
    founder_socials: socials,
    founders: "list<=6 of {name:text<=160!,title:text<=160 or null,bio:text<=3000 or null}",
    story: object({ title: "text<=8000 or null", ...each(storySections, "text<=8000 or null") }),
    milestones: "list<=50 of {date:date!,title:text<=200!,description:text<=2000 or null,url:text<=500 or null}",
    competitor_url: "text<=2048 or null",
    seo: "{title:text<=70 or null,meta:text<=170 or null}",
  }),
  invite_cofounder: write("POST /drafts/{id}/invites", { ...draftId, email: "email<=254!" }, 201),
  submit_draft: write("POST /drafts/{id}/submit", draftId),
  list_my_listings: read("GET /me/listings", paged),
  get_my_listing: read("GET /me/listings/{listing_id}", listingId),
  update_my_listing: write("PATCH /me/listings/{listing_id}", {
    ...listingId,
    fields: listingFields,
    socials,
    faqs,
  }),
  post_listing_update: write(
    "POST /me/listings/{listing_id}/updates",
    { ...listingId, title: "text<=200!", body: "text<=5000!" },
    201,
  ),
  add_milestone: write(
    "POST /me/listings/{listing_id}/milestones",
    { ...listingId, date: "date!", title: "text<=200!", description: "text<=2000 or null", url: "text<=500 or null" },
    201,
  ),
  delete_milestone: write("DELETE /me/listings/{listing_id}/milestones/{milestone_id}", {
    ...listingId,
    milestone_id: "int 1..!",
  }),
  set_founder_story: write("PUT /me/listings/{listing_id}/story", {
    ...listingId,
    title: "text<=200 or null",
    ...each(storySections, "text<=8000 or null"),
  }),
  answer_interview: write("PUT /me/interview", { answers: "list<=30 of {question_id:int 1..!,answer:text<=4000!}!" }),
  choose_free_listing: write("POST /me/listings/{listing_id}/free", listingId),
  claim_listing: write(
    "POST /claims",
    { slug: "slug<=220!", method: "dns|meta|file|email!", email: "email<=254" },
    201,
  ),
  list_my_claims: read("GET /claims", paged),
  verify_claim: write("POST /claims/{claim_id}/verify", { claim_id: /^int.*!$/ }),
  quote_order: signedIn("orders:write", false)("POST /orders/quote", order),
  create_checkout: signedIn("orders:write", true)("POST /orders/checkout", order, 201),
  list_my_orders: read("GET /orders", paged),
  get_order: read("GET /orders/{number}", { number: /^.*!$/ }),
};

const act = signedIn("listings:write", false);

/** What stands beside the 41, marked as additions. */
export const ADDITIONS: Record<string, Row> = {
  list_reviews: open("GET /listings/{slug}/reviews", { ...slug, ...paged }),
  list_comments: open("GET /listings/{slug}/comments", { ...slug, thread: "uuid", ...paged }),
  read_draft_pages: read("GET /drafts/{id}/pages", { ...draftId, page: paged.page }),
  delete_draft: act("DELETE /drafts/{id}", draftId),
  edit_listing_update: act("PATCH /me/listings/{listing_id}/updates/{update_id}", {
    ...listingId,
    update_id: "int 1..!",
    title: "text<=200",
    body: "text<=5000",
  }),
  move_launch: act("PUT /me/listings/{listing_id}/week", { ...listingId, week: "date!" }),
  withdraw_listing: act("POST /me/listings/{listing_id}/withdraw", listingId),
  pause_listing: act("POST /me/listings/{listing_id}/pause", listingId),
  resume_listing: act("POST /me/listings/{listing_id}/resume", listingId),
  cancel_order: signedIn("orders:write", false)("POST /orders/{number}/cancel", { number: /^.*!$/ }),
};
