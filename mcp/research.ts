import { z } from "zod";
import { invalid } from "#core/errors/errors.ts";
import { describe, READ, THIRD_PARTY } from "#tools/define.ts";
import { type Call, invoke, parseInput } from "#tools/invoke.ts";
import { getListing } from "#tools/listings/get-listing.ts";
import { searchListings } from "#tools/listings/search-listings.ts";
import { type CatalogueTool, describeTool } from "./catalogue.ts";
import { lenient } from "./lenient.ts";
import { listingText, listingWords } from "./listing-text.ts";
import { DOCUMENTS, idOf } from "./research-documents.ts";

/** `search` and `fetch` in the one form that research connectors accept; both are views of other tools. */
const SEARCH = {
  name: "search",
  title: "Search",
  description: describe({
    description:
      "Search listed products, posts, the site's rules and past winners. Returns ids and URLs for fetch. " +
      "search_listings has filters and more fields.",
  }),
  access: "public" as const,
  annotations: READ,
  isAddition: true as const,
  input: z.strictObject({ query: z.string().min(1).max(200).describe("words to find") }),
  output: z.object({
    notice: z.string(),
    results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string(), text: z.string() })),
    hint: z.string().optional(),
  }),
};
const FETCH = {
  name: "fetch",
  title: "Fetch",
  description: describe({ description: "The full text of one result of search, by its id or its URL." }),
  access: "public" as const,
  annotations: READ,
  isAddition: true as const,
  input: z.strictObject({ id: z.string().max(500).describe("id or URL from search, like listing:acme") }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    url: z.string(),
    metadata: z.record(z.string(), z.unknown()),
  }),
};
export const RESEARCH_TOOLS = [SEARCH, FETCH];

export const search: CatalogueTool = {
  listed: describeTool(SEARCH),
  access: "public",
  isOneText: true,
  async run(input, call) {
    const { query } = parse(SEARCH.input, input);
    const words = query.replace(/[\n\t]/g, " ");
    const { output } = await invoke(searchListings, { q: words }, call);
    const textOf = await listingWords(query, output.items, call.deps.store);
    const listings = output.items.map((item) => ({
      id: idOf("listing", item.slug),
      title: item.tagline ? `${item.name}: ${item.tagline}` : item.name,
      url: item.listing_url,
      text: textOf(item),
    }));
    // What the site says of itself comes first: few questions have its words.
    const others = await Promise.all(Object.values(DOCUMENTS).map(({ search: find }) => find(words, within(call))));
    const results = [...others.flat(), ...listings];
    const hint = results.length > 0 ? output.hint : [output.hint, await largestCategories(call)].join(" ").trim();
    return { output: { notice: THIRD_PARTY, results, ...(hint !== undefined && { hint }) } };
  },
};

const within = (call: Call): Call => ({ ...call, isAdmitted: true });

export const fetchDocument: CatalogueTool = {
  listed: describeTool(FETCH),
  access: "public",
  isOneText: true,
  async run(input, call) {
    const { id: given } = parse(FETCH.input, input);
    const base = call.deps.settings.BASE_URL;
    const id = given.startsWith(`${base}/`) ? idAt(given.slice(base.length)) : given;
    const [, kind = "", name = ""] = /^(\w+):(.+)$/.exec(id) ?? [];
    if (kind === "listing") {
      const { output } = await invoke(getListing, { slug: name }, call);
      const { listing_url, votes, status, is_paid, paid_disclosure, updated_at } = output;
      return {
        output: {
          id,
          title: output.name,
          text: listingText(output),
          url: listing_url,
          metadata: { notice: THIRD_PARTY, website: output.url, votes, status, is_paid, paid_disclosure, updated_at },
        },
      };
    }
    const document = Object.hasOwn(DOCUMENTS, kind) ? DOCUMENTS[kind] : undefined;
    if (document) {
      const { metadata, ...read } = await document.read(name, call);
      return { output: { id, ...read, metadata: { notice: THIRD_PARTY, ...metadata } } };
    }
    const detail = "Must be an id or a URL from search, like listing:acme.";
    throw invalid([{ pointer: "/id", code: "format", detail }]);
  },
};

function idAt(path: string): string {
  const [, slug] = /^\/listings\/([^/?#]+)/.exec(path) ?? [];
  if (slug) return idOf("listing", slug);
  const found = Object.entries(DOCUMENTS).flatMap(([kind, { path: pattern }]) => {
    const match = pattern.exec(path);
    return match ? [idOf(kind, match[1] ?? "all")] : [];
  });
  return found[0] ?? path;
}

export const RESEARCH = [
  { tool: search, output: SEARCH.output },
  { tool: fetchDocument, output: FETCH.output },
];

const NAMED = 6;

async function largestCategories({ deps: { store } }: Call): Promise<string> {
  const all = (await store.reference.categories()).filter(({ totalCount }) => totalCount > 0);
  const largest = all.sort((a, b) => b.totalCount - a.totalCount).slice(0, NAMED);
  return largest.length ? `Products are listed in ${largest.map(({ name }) => name).join(", ")} and more.` : "";
}

const parse = <I extends z.ZodObject>(input: I, given: unknown): z.output<I> =>
  parseInput({ input }, lenient(given, input, { isRead: true }));
