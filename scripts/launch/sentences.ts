import { type Message, SITE } from "./ground.ts";

type Args = Record<string, unknown>;
/** The last answer, and what earlier ones said of the person's listings; `week` is when the newest one launches. */
export type Seen = { last: Message; draftId: string; listingId: number; launchingId: number; week: string };
export type Step = readonly [tool: string, args?: Args | ((seen: Seen) => Args)];

/** `says` is in the answers; `where` is in the answers or the instructions, for what only a person does on the site. */
export type Sentence = { said: string; calls: readonly Step[]; says?: RegExp; where?: RegExp };

const site: Step = ["get_site_info"];
const mine: Step = ["list_my_listings"];
const my = ({ listingId: listing_id }: Seen) => ({ listing_id });
const launching = ({ launchingId: listing_id }: Seen) => ({ listing_id });
const kelpline = { slug: "kelpline" };
const LAUNCH = { items: [{ product: "launch" }], billing_country: "DE" };
const ofLaunch = ({ launchingId: listing_id }: Seen) => ({
  items: [{ product: "launch", listing_id }],
  billing_country: "DE",
});
const weekAfter = (week: string) => new Date(Date.parse(week) + 7 * 24 * 3600_000).toISOString().slice(0, 10);
const inDraft =
  (fields: Args) =>
  ({ draftId: id }: Seen) => ({ id, fields });

/** In order: what one does, the next may find. All are walked in one world. */
export const SENTENCES: readonly Sentence[] = [
  // What a person looks for.
  { said: "who won last week", calls: [["get_launch_week", { week: "last" }]], says: /"rank":1/ },
  { said: "what launches next week", calls: [["get_launch_week", { week: "next" }]], says: /Nightferry/ },
  {
    said: "what is trending",
    calls: [["list_launches", { section: "trending" }]],
    says: /^\{"items":\[\{"slug":"kelpline"/,
  },
  { said: "is Kelpline listed", calls: [["search_listings", { q: "Kelpline" }]], says: /listings\/kelpline/ },
  {
    said: "is kelpline.example listed",
    calls: [["search_listings", { domain: "https://www.Kelpline.example/" }]],
    says: /listings\/kelpline/,
  },
  {
    said: "compare Kelpline and Otterlist",
    calls: [["compare_listings", { a: "kelpline", b: "otterlist" }]],
    says: /"label"[\s\S]*Otterlist|Otterlist[\s\S]*"label"/,
  },
  { said: "alternatives to Kelpline", calls: [["get_alternatives", kelpline]], says: /"approved":false/ },
  {
    said: "alternatives to Calendly",
    calls: [["search_listings", { q: "alternative to Calendly" }]],
    says: /Slotbird/,
  },
  {
    said: "open source tools with SSO",
    calls: [["search_listings", { q: "SSO", pricing_model: "open source" }]],
    says: /Heronping[\s\S]*"hint":"No listing has all of these words/,
  },
  { said: "startups from the UK", calls: [["search_listings", { country: "UK" }]], says: /"country":"GB"/ },
  { said: "free tools", calls: [["search_listings", { pricing_model: "free" }]], says: /"pricing_model":"free"/ },
  { said: "beta products", calls: [["search_listings", { stage: "beta" }]], says: /"stage":"mvp"/ },
  { said: "what do people say about Kelpline", calls: [["list_reviews", kelpline]], says: /"average":4.3/ },
  { said: "show me the reviews of Kelpline", calls: [["list_reviews", kelpline]], says: /salinity alarm/ },
  {
    said: "show me the comments on Kelpline",
    calls: [["list_comments", kelpline]],
    says: /"comment_count":0,"write_url"/,
  },
  { said: "has Kelpline won an award", calls: [["list_awards", { listing: "kelpline" }]], says: /"total":0/ },
  { said: "top products by revenue", calls: [["get_leaderboard", { board: "revenue" }]], says: /"board":"revenue"/ },
  {
    said: "who paid for the top spot",
    calls: [["get_leaderboard", { board: "billboard" }]],
    says: /Paid placement: the billboard ranks/,
  },
  { said: "who founded Kelpline", calls: [["get_listing", kelpline]], says: /Inés Aldabe/ },
  { said: "who is Mara Lind", calls: [["list_founders", { q: "Mara Lind" }]], says: /No founder has this name/ },
  {
    said: "read the post about launch weeks",
    calls: [
      ["list_blog_posts", { q: "launch week" }],
      ["get_blog_post", { slug: "prepare-a-launch-week" }],
    ],
    says: /A launch week goes well/,
  },
  { said: "the embed code of Kelpline's badge", calls: [["get_badges", kelpline]], says: /<a href/ },
  { said: "upvote Kelpline", calls: [site], where: /"vote":"[^"]+\{slug\}#vote/ },
  { said: "how much is a paid launch in Germany with VAT", calls: [["quote_order", LAUNCH]], says: /total_cents.*vat/ },
  {
    said: "and with the coupon SPRING",
    calls: [["quote_order", { ...LAUNCH, coupon: "SPRING" }]],
    says: /"coupon_code":"SPRING"/,
  },
  {
    said: "and with my VAT number FR40303265045",
    calls: [["quote_order", { ...LAUNCH, billing_country: "FR", vat_number: "FR40303265045" }]],
    says: /number_status/,
  },
  // A launch, from the website on.
  { said: "start a draft from my website", calls: [["submit_listing", { url: SITE }]], says: /"evidence":\[\{/ },
  {
    said: "delete that draft",
    calls: [["list_my_drafts"], ["delete_draft", ({ last }) => ({ id: last.items[0].id })]],
    says: /deleted/,
  },
  {
    said: "launch my app",
    calls: [
      ["submit_listing", { url: SITE }],
      ["submit_draft", ({ draftId: id }) => ({ id })],
      ["choose_free_listing", launching],
    ],
    says: /badge_code/,
  },
  { said: "why is my launch not live", calls: [mine, ["get_my_listing", launching]], says: /awaiting_badge/ },
  { said: "how do I get the badge", calls: [["choose_free_listing", launching]], says: /badge_code/ },
  {
    said: "add my co-founder sam@people.example",
    calls: [["list_my_drafts"], ["invite_cofounder", ({ draftId: id }) => ({ id, email: "sam@people.example" })]],
    says: /sam@people\.example/,
  },
  {
    said: "move my launch a week",
    calls: [mine, ["move_launch", (seen) => ({ ...launching(seen), week: weekAfter(seen.week) })]],
    says: /The launch is in the week of/,
  },
  {
    said: "launch it next week, paid",
    calls: [mine, ["quote_order", ofLaunch], ["create_checkout", ofLaunch]],
    says: /checkout_url/,
  },
  { said: "did my payment arrive", calls: [["list_my_orders"]], says: /"status":"pending"/ },
  {
    said: "cancel my order",
    calls: [["list_my_orders"], ["cancel_order", ({ last }) => ({ number: last.items[0].number })]],
    says: /"status":"canceled"/,
  },
  { said: "cancel my launch", calls: [mine, ["withdraw_listing", launching]], says: /"status":"draft"/ },
  // A listing that is live.
  {
    said: "change my tagline",
    calls: [mine, ["update_my_listing", (seen) => ({ ...my(seen), fields: { tagline: "Pots, counted" } })]],
    says: /Pots, counted/,
  },
  {
    said: "change my logo",
    calls: [
      ["update_my_listing", (seen) => ({ ...launching(seen), fields: { logo_url: "https://a.example/l.png" } })],
      ["update_draft", inDraft({ logo_url: "https://a.example/l.png" })],
    ],
    says: /update_draft[\s\S]*l\.png/,
  },
  {
    said: "rename my product",
    calls: [
      ["update_my_listing", (seen) => ({ ...launching(seen), fields: { name: "Kilnlogger" } })],
      ["update_draft", inDraft({ name: "Kilnlogger" })],
    ],
    says: /update_draft[\s\S]*Kilnlogger/,
  },
  {
    said: "change my category",
    calls: [
      ["update_my_listing", (seen) => ({ ...launching(seen), fields: { categories: ["CRM"] } })],
      ["update_draft", inDraft({ categories: ["CRM"] })],
    ],
    says: /update_draft[\s\S]*CRM/,
  },
  {
    said: "add a question to my FAQ",
    calls: [
      ["get_my_listing", my],
      [
        "update_my_listing",
        (seen) => ({ ...my(seen), faqs: [...seen.last.faqs, { question: "Free?", answer: "Yes." }] }),
      ],
    ],
    says: /Free\?/,
  },
  {
    said: "post a changelog",
    calls: [
      mine,
      ["post_listing_update", (seen) => ({ ...my(seen), title: "Now with glaze", body: "Glazes have names." })],
    ],
    says: /Now with glaze/,
  },
  {
    said: "correct that update",
    calls: [
      ["get_my_listing", my],
      [
        "edit_listing_update",
        (seen) => ({ ...my(seen), update_id: seen.last.latest_updates[0].id, title: "Now with glazes" }),
      ],
    ],
    says: /Now with glazes/,
  },
  {
    said: "add that we reached 100 customers in May 2024",
    calls: [
      ["add_milestone", (seen) => ({ ...my(seen), date: "May 2024", title: "100 customers" })],
      ["add_milestone", (seen) => ({ ...my(seen), date: "2024-05-01", title: "100 customers" })],
    ],
    says: /YYYY-MM-DD[\s\S]*100 customers/,
  },
  { said: "how many views do I have", calls: [mine, ["get_my_listing", my]], says: /"views/ },
  { said: "pause my listing", calls: [mine, ["pause_listing", my]], says: /"status":"paused"/ },
  { said: "show it again", calls: [["resume_listing", my]], says: /"status":"live"/ },
  { said: "Kelpline is mine", calls: [["claim_listing", { slug: "kelpline", method: "dns" }]], says: /instructions/ },
  {
    said: "answer the maker interview",
    calls: [
      ["list_interview_questions"],
      [
        "answer_interview",
        ({ last }) => ({ answers: [{ question_id: last.items[0].question_id, answer: "I fire pots." }] }),
      ],
    ],
    says: /I fire pots/,
  },
  // Twenty more, of the kind that no tool was made for.
  {
    said: "is there something like Kelpline but free?",
    calls: [
      ["search_listings", { q: "tide planner for oyster farms", pricing_model: "free" }],
      ["get_alternatives", kelpline],
    ],
    says: /"pricing_model":"free"[\s\S]*No listing has all of these words/,
  },
  { said: "who made Kelpline", calls: [["get_listing", kelpline]], says: /Torvald Ness/ },
  {
    said: "remind me when Nightferry launches",
    calls: [["search_listings", { q: "Nightferry", status: "upcoming" }], site],
    where: /listings\/nightferry[\s\S]*"launch_reminder":"[^"]+\{slug\}/,
  },
  {
    said: "can I see the price history of Kelpline",
    calls: [["get_listing", kelpline], site],
    where: /€39 a month[\s\S]*price history/,
  },
  { said: "unsubscribe me from your mails", calls: [site], where: /"emails":"[^"]+\/account\/notifications"/ },
  { said: "delete my account", calls: [site], where: /\/account\/delete/ },
  { said: "report this listing", calls: [site], where: /"report":"[^"]+\/report\/listing\/\{slug\}"/ },
  { said: "follow Kelpline", calls: [site], where: /"follow":"[^"]+\{slug\}#follow"/ },
  {
    said: "which tools for deployment launched this month",
    calls: [["search_listings", { q: "deployment", sort: "newest" }]],
    says: /Gantrybird[\s\S]*"launched_at":"20/,
  },
  { said: "change my email address", calls: [site], where: /"change_email":"[^"]+\/contact"/ },
  {
    said: "what does 'paid' mean here",
    calls: [site],
    says: /Paid placement is always labelled and has no effect on votes/,
  },
  { said: "export my data", calls: [site], where: /"export_data":"[^"]+\/account#data"/ },
  { said: "is Kelpline down", calls: [["get_listing", kelpline], site], where: /"website"[\s\S]*uptime/ },
  {
    said: "is Kelpline GDPR compliant",
    calls: [["get_listing", kelpline], site],
    where: /"website"[\s\S]*legal compliance/,
  },
  { said: "when does the vote of this week end", calls: [["get_launch_week", { week: "this" }]], says: /"ends_at":"2/ },
  { said: "can I buy votes", calls: [site], says: /Votes come only from people on the site/ },
  { said: "what is new at Kelpline", calls: [["get_listing", kelpline]], says: /latest_updates":\[\{/ },
  { said: "save Kelpline for later", calls: [site], where: /"save":"[^"]+\{slug\}\/collect"/ },
  { said: "I forgot my password", calls: [site], where: /"password":"[^"]+\/forgot"/ },
  { said: "talk to a human", calls: [site], where: /"contact":"[^"]+\/contact"/ },
];
