import { z } from "zod";
import { MCP_VERSIONS } from "#actions/context.ts";
import { RANKING_RULES } from "#domain/launches/ranking.ts";
import { hasAwards, type Submission } from "#domain/site/site-shape.ts";
import { inEnglish } from "#languages/words.ts";
import { defineTool, READ } from "../define.ts";
import { FieldView, viewField } from "../schemas/attributes.ts";

/** Said before somebody starts a draft. */
const SUBMITTING: Record<Submission, string> = {
  open: "Anyone with an account can submit a product; a person can start a draft on the site without one.",
  members: "Anyone with an account can submit a product.",
  review: "Anyone with an account can submit a product. The site team approves each listing before it is public.",
  admins: "Only the site team adds listings: submit_listing answers submission_closed to everyone else.",
};

export const getSiteInfo = defineTool({
  name: "get_site_info",
  title: "About this directory",
  description:
    "What this directory is: its addresses, counts and rules, what it does not record, and where a " +
    "person does what no tool does, like vote, follow, report, unsubscribe, change a password, export " +
    "data, delete an account or get help.",
  access: "public",
  isOwnText: true,
  rest: "GET /site",
  annotations: READ,
  remembered: true,
  input: z.strictObject({}),
  output: z.object({
    name: z.string(),
    purpose: z.string(),
    urls: z.object({ home: z.string(), submit: z.string(), connect: z.string(), contact: z.string() }),
    manage_url: z.string().describe("where people manage their listings"),
    only_on_the_site: z
      .record(z.string(), z.string())
      .describe("what no tool does, and where a person does it; replace {slug} with that of the listing"),
    not_recorded: z.array(z.string()).describe("facts about products to look up on their own websites"),
    counts: z.object({ live_listings: z.int(), categories: z.int() }),
    api: z.object({ rest: z.string(), openapi: z.string(), docs: z.string(), llms: z.string() }),
    mcp: z.object({
      url: z.string(),
      account_url: z.string(),
      public_url: z.string(),
      protocol_versions: z.array(z.string()),
    }),
    timezone: z.string(),
    fields: z.array(FieldView).optional().describe("facts that this directory adds to its listings"),
    rules: z.array(z.string()),
    ranking: z.object({
      url: z.string(),
      votes: z.array(z.string()),
      trending: z.array(z.string()),
      weeks: z.array(z.string()),
      awards: z.array(z.string()),
      boards: z.array(z.string()),
    }),
  }),

  async handler(_input, { store, settings }) {
    const { shape } = store.siteLook();
    const says = (name: keyof typeof RANKING_RULES, isSaid = shape.votes) =>
      isSaid ? RANKING_RULES[name].map(inEnglish) : [];
    const { liveListings, categories } = await store.reference.counts();
    const base = settings.BASE_URL;
    const fields = store.ownFields();
    return {
      name: settings.SITE_NAME,
      purpose: `A public directory of products${
        shape.launches ? " with a launch calendar" : ""
      }. Every drafted fact carries a quote from the product's own website.`,
      urls: { home: `${base}/`, submit: `${base}/submit`, connect: `${base}/connect`, contact: `${base}/contact` },
      manage_url: `${base}/account/listings`,
      only_on_the_site: {
        ...(shape.votes && { vote: `${base}/listings/{slug}#vote` }),
        comment: `${base}/listings/{slug}/comments`,
        review: `${base}/listings/{slug}#reviews`,
        follow: `${base}/listings/{slug}#follow`,
        ...(shape.launches && { launch_reminder: `${base}/listings/{slug}` }),
        save: `${base}/listings/{slug}/collect`,
        report: `${base}/report/listing/{slug}`,
        weekly_digest: `${base}/digest`,
        emails: `${base}/account/notifications`,
        saved_searches: `${base}/account/searches`,
        account: `${base}/account`,
        api_keys: `${base}/account#keys`,
        password: `${base}/forgot`,
        change_email: `${base}/contact`,
        export_data: `${base}/account#data`,
        delete_account: `${base}/account/delete`,
        help: `${base}/contact`,
      },
      not_recorded: ["price history", "uptime", "legal compliance, such as with the GDPR"],
      counts: { live_listings: liveListings, categories },
      api: {
        rest: `${base}/api/v1`,
        openapi: `${base}/api/v1/openapi.json`,
        docs: `${base}/docs`,
        llms: `${base}/llms.txt`,
      },
      mcp: {
        url: `${base}/mcp`,
        account_url: `${base}/mcp/account`,
        public_url: `${base}/mcp/public`,
        protocol_versions: [...MCP_VERSIONS],
      },
      timezone: settings.SITE_TIMEZONE,
      ...(fields.length > 0 && { fields: fields.map(viewField) }),
      rules: [
        SUBMITTING[shape.submission],
        ...(shape.launches ? [] : ["There are no launch weeks: launch operations answer empty weeks."]),
        shape.votes
          ? "Votes come only from people on the site; there is no voting through the API or MCP."
          : "There is no voting on this site.",
        "Paid placement is always labelled and has no effect on votes, ratings or awards.",
        "The service never takes card details: an order ends with a payment link that the person opens.",
      ],
      ranking: {
        url: `${base}/how-ranking-works`,
        votes: says("votes"),
        trending: says("trending"),
        weeks: says("weeks", hasAwards(store)),
        awards: says("awards", hasAwards(store)),
        boards: RANKING_RULES.boards.map(inEnglish),
      },
    };
  },
});
