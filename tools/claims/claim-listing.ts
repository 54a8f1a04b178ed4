import { z } from "zod";
import { startClaim } from "#actions/claims/start-claim.ts";
import { CLAIM_METHODS } from "#domain/listings/claim.ts";
import { defineTool, SEND } from "../define.ts";
import { ClaimView, viewClaim } from "../schemas/claim.ts";
import { Email, Slug } from "../schemas/common.ts";

export const claimListing = defineTool({
  name: "claim_listing",
  title: "Claim a listing",
  description: `Start to prove that a listing is yours: publish what instructions say, then verify_claim; email sends a link.
    Calling again returns the same claim.`,
  access: "listings:write",
  rest: "POST /claims",
  status: 201,
  annotations: SEND,
  app: "claim",
  idempotent: true,
  input: z.strictObject({
    slug: Slug.max(220).describe("from search_listings"),
    method: z.enum(CLAIM_METHODS).describe("DNS record, tag on the homepage, file or email"),
    email: Email.optional().describe("for method email: an address at the company's domain"),
  }),
  output: ClaimView,

  visit: ({ claim_id: id, method, status }, { BASE_URL }) =>
    status === "pending" && method !== "email"
      ? {
          url: `${BASE_URL}/account/claims#claim-${id}`,
          message: "This page says what to publish on the website, to copy from, and checks it.",
          again: { tool: "list_my_claims", input: {}, item: { claim_id: id } },
        }
      : undefined,

  handler: (wish, context) =>
    startClaim(wish, context, (claimed) => {
      const { proofs, now, settings } = context;
      return viewClaim(claimed, proofs.siteOf(claimed.listing.url), { baseUrl: settings.BASE_URL }, now());
    }),
});
