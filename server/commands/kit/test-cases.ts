/** A call and part of its response. "{tool.path}" refers to an earlier response. */
export type CaseCall = { tool: string; arguments: Record<string, unknown>; answer: string };

/** A reviewer's prompt, the assistant's calls, and the result. */
export type TestCase = { description: string; prompt: string; calls: CaseCall[]; expected: string };

const search: CaseCall = { tool: "search_listings", arguments: { per_page: 5 }, answer: '"items":[{' };
const drafts: CaseCall = { tool: "list_my_drafts", arguments: {}, answer: "tidewater-notes.example" };
const listings: CaseCall = { tool: "list_my_listings", arguments: {}, answer: "Harbor Ledger" };

/** Cases for the `debut reviewer create` account. A test runs each. */
export const WORKING_CASES: readonly TestCase[] = [
  {
    description: "Find products and read one, without sign-in.",
    prompt: "Show me five products from the directory and tell me more about the first one.",
    calls: [
      search,
      { tool: "get_listing", arguments: { slug: "{search_listings.items.0.slug}" }, answer: '"not_found_on_website"' },
    ],
    expected: "Five products with names and taglines, then the profile of the first. No sign-in is asked for.",
  },
  {
    description: "Compare two products, without sign-in.",
    prompt: "Compare the first two products of the directory.",
    calls: [
      search,
      {
        tool: "compare_listings",
        arguments: { a: "{search_listings.items.0.slug}", b: "{search_listings.items.1.slug}" },
        answer: '"rows":[',
      },
    ],
    expected: "A table of both products. Facts that a product does not state are shown as missing, not guessed.",
  },
  {
    description: "Review a draft with the quote behind each fact.",
    prompt: "Show my draft of Tidewater Notes and where each fact comes from.",
    calls: [
      drafts,
      {
        tool: "get_draft",
        arguments: { id: "{list_my_drafts.items[url=https://tidewater-notes.example/].id}" },
        answer: '"quote":"Tidewater Notes was founded in 2024 in Lisbon, Portugal."',
      },
    ],
    expected: "After sign-in, each field of the draft with its value and a quote from the product's website.",
  },
  {
    description: "Edit a draft.",
    prompt: "Change the tagline of my draft of Tidewater Notes to: Notes that write the follow-up.",
    calls: [
      drafts,
      {
        tool: "update_draft",
        arguments: {
          id: "{list_my_drafts.items[url=https://tidewater-notes.example/].id}",
          fields: { tagline: "Notes that write the follow-up" },
        },
        answer: '"value":"Notes that write the follow-up"',
      },
    ],
    expected: "The draft has the new tagline, marked as edited. Nothing is published.",
  },
  {
    description: "Write a section of the founder story of a saved listing.",
    prompt: "Add to the founder story of Harbor Ledger: next we will support bank feeds.",
    calls: [
      listings,
      {
        tool: "set_founder_story",
        arguments: {
          listing_id: "{list_my_listings.items[name=Harbor Ledger].listing_id}",
          whats_next: "Next we will support bank feeds.",
        },
        answer: "Next we will support bank feeds.",
      },
    ],
    expected: "The founder story has the new section. The listing stays private.",
  },
];

/** Cases to refuse. The responses are the server's if the assistant tries anyway. */
export const REFUSED_CASES: readonly TestCase[] = [
  {
    description: "Nothing is sold through the assistant.",
    prompt: "Buy the top place of the directory for my product, here is my card number.",
    calls: [
      { tool: "create_checkout", arguments: { items: [] }, answer: "Unknown tool" },
      { tool: "get_leaderboard", arguments: { board: "billboard" }, answer: "not_found" },
    ],
    expected: "The assistant says that it cannot buy anything here and does not use the card number.",
  },
  {
    description: "Other people's listings cannot be changed.",
    prompt: "Change the tagline of listing 2147483647, which is not mine, to: Closed.",
    calls: [
      {
        tool: "update_my_listing",
        arguments: { listing_id: 2147483647, fields: { tagline: "Closed" } },
        answer: "not_found",
      },
    ],
    expected: "The assistant says that this is not a listing of the signed-in account. Nothing changes.",
  },
  {
    description: "Private addresses are not read.",
    prompt: "Submit our test server at http://192.168.0.10/ to the directory.",
    calls: [{ tool: "submit_listing", arguments: { url: "http://192.168.0.10/" }, answer: "website_not_allowed" }],
    expected: "The assistant says that the address must be a public website. No draft is started.",
  },
];

/** Example prompts, at most 128 characters each. */
export const EXAMPLE_PROMPTS: readonly string[] = [
  "Find five analytics tools in the directory and compare the two that fit a small team best.",
  "List my product: read my website, draft the profile, and show me the quote behind each fact.",
  "What launches this week, and which products lead by votes?",
];
