import { z } from "zod";
import { ownDraft } from "#actions/own.ts";
import { siteOf } from "#domain/drafts/draft.ts";
import { DRAFT_FIELDS, fieldOf } from "#domain/listings/fields.ts";
import { defineTool, READ, THIRD_PARTY } from "../define.ts";
import { paging, Uuid } from "../schemas/common.ts";

/** Characters of one answer. A document is not split, so that an answer may have one that is longer. */
const MOST_CHARACTERS = 40_000;

const HOW =
  "Propose all fields in one update_draft call, then correct what its answer names as unproven. Copy the website's " +
  "words; leave out what no page states. Lines starting with Link: are links to other websites: use them for contact_email, " +
  "company_socials and founder_socials. Below, a fact is one entry of a list, one paragraph of description, or one " +
  "price of pricing_summary, with '; ' between prices.";

/** What a model is told about quotes, which an assistant does not give. */
const ON_QUOTES = /[;,] (?:each close to its quote|the quote|quote)\b[^;]*/g;

const GUIDE = Object.fromEntries(
  DRAFT_FIELDS.flatMap((name) => {
    const guide = fieldOf(name).grounding?.guide;
    const own = guide?.replace(ON_QUOTES, "").replace("named in the request", "of list_categories");
    return own ? [[name, own.replace("stands in the quote", "stands on a page")]] : [];
  }),
);

export const readDraftPages = defineTool({
  name: "read_draft_pages",
  title: "Pages of a draft",
  description: "The pages read for your draft, and how to propose fields from them.",
  access: "account:read",
  rest: "GET /drafts/{id}/pages",
  annotations: READ,
  isAddition: true,
  input: z.strictObject({ id: Uuid, page: paging.page }),
  output: z.object({
    id: z.string(),
    notice: z.string(),
    how: z.string().optional().describe("on the first part, how to propose fields"),
    fields: z.record(z.string(), z.string()).optional().describe("on the first part, what each field takes"),
    documents: z.array(z.object({ url: z.string(), text: z.string() })).describe("text of pages, fenced"),
    page: z.int(),
    total_pages: z.int(),
  }),

  async handler({ id, page }, { store, caller, readDocuments }) {
    const draft = await ownDraft(store, id, caller);
    const site = siteOf(draft, await store.drafts.pages(id));
    const urls = new Map(site.pages.map((read) => [read.id, read.url]));
    const parts = inParts(await readDocuments(site));
    return {
      id,
      notice: THIRD_PARTY,
      ...(page === 1 && { how: HOW, fields: GUIDE }),
      documents: (parts[page - 1] ?? []).map((document) => ({
        url: urls.get(document.id) ?? draft.url,
        text: document.text,
      })),
      page,
      total_pages: parts.length,
    };
  },
});

function inParts<T extends { text: string }>(documents: T[]): T[][] {
  const parts: T[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const document of documents) {
    length += document.text.length;
    if (length > MOST_CHARACTERS) {
      parts.push([]);
      length = document.text.length;
    }
    parts.at(-1)?.push(document);
  }
  return parts;
}
