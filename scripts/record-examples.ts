// Records one answer of each operation for the OpenAPI document, from real calls. With --check it only compares.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { type Caller, type Member, SCOPES } from "../actions/context.ts";
import { readSettings } from "../core/settings/config.ts";
import { claimSiteOf } from "../crawler/claim-site.ts";
import { loadDemo } from "../data/load-demo.ts";
import { loadSeed } from "../data/load-seed.ts";
import { jobKinds } from "../jobs/kinds.ts";
import { createJobRunner } from "../jobs/runner.ts";
import { buildDeps } from "../server/deps.ts";
import { castVote } from "../test/helpers/cast-vote.ts";
import { ACME, createWebsite } from "../test/helpers/website.ts";
import { submitListing } from "../tools/drafts/submit-listing.ts";
import { tools } from "../tools/index.ts";
import { invoke } from "../tools/invoke.ts";

const DAY = 24 * 3600_000;
const DEMO = 12;
/** Enough entries of a list to see their shape: one object, or two texts. */
const shown = (list: unknown[]): unknown[] => list.slice(0, typeof list[0] === "object" ? 1 : 2);

const folder = mkdtempSync(join(tmpdir(), "debut-examples-"));
const website = await createWebsite({ ...ACME });
const clock = { at: new Date("2026-09-21T09:00:00Z") };
let made = 0;
const settings = readSettings({
  BASE_URL: "https://debut.example",
  DATA_DIR: folder,
  CRAWL_GAP_MS: "0",
  OUTBOUND_RESOLVE: website.resolve("acme.example"),
});
const { deps, presence, close } = await buildDeps(settings, {
  log: pino({ level: "silent" }),
  now: () => new Date(clock.at),
  random: (bytes) => Buffer.alloc(bytes, ++made),
  uuid: () => `01997000-0000-7000-8000-${String(++made).padStart(12, "0")}`,
  // While a call waits for a check, what is queued runs.
  sleep: () => settle(),
  checkBadge: async ({ url }) => ({ result: "found", detail: `${url}: The badge is there.` }),
  proofs: {
    siteOf: claimSiteOf,
    find: async (_claim, url) => ({
      result: "found",
      detail: `The TXT record is at _debut-claim.${claimSiteOf(url).domain}.`,
    }),
  },
});
const jobs = createJobRunner(deps, jobKinds, presence);
const { store } = deps;
let isSettling = false;
/** Runs what is queued. A job that pauses between websites does not wait for itself. */
async function settle(): Promise<void> {
  if (isSettling) return;
  isSettling = true;
  await jobs.drain();
  isSettling = false;
}
await loadSeed(store);

const examples: Record<string, Json> = {};
type Json = Record<string, unknown>;

async function account(name: string): Promise<Member> {
  const id = deps.uuid();
  const at = deps.now();
  const email = `${name.toLowerCase()}@people.example`;
  await store.change((tx) =>
    tx.accounts.add({ id, email, name, passwordHash: "none", isAdmin: false, emailVerifiedAt: at, createdAt: at }),
  );
  return { kind: "member", address: "", accountId: id, via: "api_key", client: "Example", scopes: SCOPES };
}

/** Calls an operation and keeps its answer as the example, unless a later call gives a better one. */
async function record(name: string, input: Json, caller: Caller): Promise<Json> {
  const tool = tools.find((one) => one.name === name)!;
  const { output } = await invoke(tool, input, { deps, caller, interface: "site" });
  examples[name] = JSON.parse(JSON.stringify(output), (_key, value) => (Array.isArray(value) ? shown(value) : value));
  return output;
}

/** A review and a comment, as people write them on the site. */
async function say(listingId: number, by: string, answeredBy: string): Promise<void> {
  const at = deps.now();
  await store.change(async (tx) => {
    await tx.reviews.write(by, listingId, { rating: 5, title: "At last", body: "Two minutes to set up." }, at);
    const { id } = (await tx.reviews.find(by, listingId))!;
    const verdict = { by: answeredBy, at, seenAt: at };
    await tx.reviews.decide(id, "published", verdict);
    const said = { listingId, subject: "listing", status: "published", reason: null, createdAt: at } as const;
    const thread = { id: deps.uuid(), accountId: by, threadId: null, answersId: null, body: "Is there an API?" };
    await tx.comments.add({ ...said, ...thread });
    const reply = { accountId: answeredBy, threadId: thread.id, answersId: thread.id, body: "Yes, for every plan." };
    await tx.comments.add({ ...said, ...reply, id: deps.uuid() });
  });
}

const ann = await account("Ann Abel");
const [bo, cy] = [await account("Bo"), await account("Cy")];
const { id } = await record("submit_listing", { url: "http://acme.example/" }, ann);
await settle();
await record("list_my_drafts", {}, ann);
await record(
  "update_draft",
  {
    id,
    fields: { name: "Acme Charts", short_description: "Counts visits without cookies.", categories: ["Web analytics"] },
    founders: [{ name: "Ann Abel", title: "Founder", bio: "Builds tools for small teams." }],
    faqs: [{ question: "Does it set cookies?", answer: "No." }],
  },
  ann,
);
await record("read_draft_pages", { id }, ann);
await record("invite_cofounder", { id, email: "dee@people.example" }, ann);
const { listing_id } = await record("submit_draft", { id }, ann);
await record("get_draft", { id }, ann);
const own = { listing_id };
const fields = { tagline: "Web analytics for small teams", founded_year: 2021, features: ["No cookies"] };
await record("update_my_listing", { ...own, fields, socials: { github: "https://github.com/acmecharts" } }, ann);
const milestone = { date: "2026-09-01", title: "100 customers", description: "A year after the start." };
await record("add_milestone", { ...own, ...milestone }, ann);
await record("delete_milestone", { ...own, milestone_id: 1 }, ann);
await record("set_founder_story", { ...own, title: "Small on purpose", why_started: "Banners were in the way." }, ann);
await record("answer_interview", { answers: [{ question_id: 1, answer: "To measure without spying." }] }, ann);
await record("choose_free_listing", own, ann);
await record("withdraw_listing", own, ann);
await record("choose_free_listing", own, ann);
const { launch_week: week } = await record("choose_free_listing", own, ann);
for (const days of [7, 0])
  await record("move_launch", { ...own, week: Temporal.PlainDate.from(String(week)).add({ days }).toString() }, ann);

// Its week comes, people vote, and the week ends.
clock.at = new Date("2026-11-03T09:00:00Z");
await settle();
for (const { accountId } of [bo, cy]) await castVote(deps, accountId, Number(listing_id));
clock.at = new Date(clock.at.getTime() + 15 * DAY);
await loadDemo(store, { count: DEMO, now: clock.at, zone: settings.SITE_TIMEZONE });
await settle();
const posted = { title: "Goals", body: "See which source brings customers." };
const { update_id } = await record("post_listing_update", { ...own, ...posted }, ann);
await record("edit_listing_update", { ...own, update_id, title: "Goals for every source" }, ann);
await record("pause_listing", own, ann);
await record("resume_listing", own, ann);
await say(Number(listing_id), bo.accountId, ann.accountId);
await record("get_my_listing", own, ann);
await record("list_my_listings", {}, ann);

const visitor: Caller = { kind: "anonymous", address: "" };
const { items } = (await record("search_listings", { sort: "newest" }, visitor)) as { items: { slug: string }[] };
const [other] = items.map(({ slug }) => slug).filter((slug) => slug !== "acme-charts");
for (const [name, input] of Object.entries({
  get_site_info: {},
  get_listing: { slug: "acme-charts" },
  list_reviews: { slug: "acme-charts" },
  list_comments: { slug: "acme-charts" },
  get_alternatives: { slug: other },
  compare_listings: { a: "acme-charts", b: other },
  list_categories: { include_empty: false },
  get_category: { slug: "web-analytics" },
  get_launch_week: { week: "2026-11-02" },
  list_launches: { section: "most-voted" },
  get_leaderboard: { board: "community-weekly", week: "2026-11-02" },
  list_founders: { q: "Ann Abel" },
  get_founder: { slug: "ann-abel" },
  list_blog_posts: {},
  list_awards: {},
  get_badges: { slug: "acme-charts" },
  list_interview_questions: {},
  list_products: {},
}))
  await record(name, input, visitor);
const [post] = (examples.list_blog_posts as { items: { slug: string }[] }).items;
await record("get_blog_post", { slug: post!.slug }, visitor);

const { claim_id } = await record("claim_listing", { slug: other, method: "dns" }, bo);
await record("verify_claim", { claim_id }, bo);
await record("list_my_claims", {}, bo);
const order = { items: [{ product: "billboard", listing_id, amount_cents: 5000 }], billing_country: "DE" };
await record("quote_order", order, ann);
const { number } = await record("create_checkout", order, ann);
await record("get_order", { number }, ann);
await record("list_my_orders", {}, ann);
await record("cancel_order", { number }, ann);
const unwanted = await invoke(
  submitListing,
  { url: "http://acme.example/lite" },
  { deps, caller: cy, interface: "site" },
);
await record("delete_draft", { id: unwanted.output.id }, cy);
await record("get_account", {}, ann);

await jobs.stop(0);
await close();
await website.close();
rmSync(folder, { recursive: true, force: true });

const file = new URL("../rest/examples.json", import.meta.url);
const text = `${JSON.stringify(Object.fromEntries(tools.map(({ name }) => [name, examples[name]])), null, 2)}\n`;
if (!process.argv.includes("--check")) writeFileSync(file, text);
else if (readFileSync(file, "utf8") !== text) {
  console.error("rest/examples.json differs from what the operations answer. Run: npm run docs");
  process.exitCode = 1;
}
