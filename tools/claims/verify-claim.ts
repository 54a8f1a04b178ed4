import { z } from "zod";
import { CHECK_RETRY_SECONDS } from "#actions/await-job.ts";
import { verifyClaim as verify } from "#actions/claims/verify-claim.ts";
import { CREATE, defineTool } from "../define.ts";
import { ClaimView, viewClaim } from "../schemas/claim.ts";
import { Id } from "../schemas/common.ts";

export const verifyClaim = defineTool({
  name: "verify_claim",
  title: "Check a claim",
  description: `Look for the DNS record, tag or file of a pending claim; when it is there, the listing is yours.
    If not, the error says what was found. A claim has 10 attempts.`,
  access: "listings:write",
  rest: "POST /claims/{claim_id}/verify",
  annotations: CREATE,
  app: "claim",
  idempotent: true,
  input: z.strictObject({ claim_id: Id.describe("from list_my_claims") }),
  output: ClaimView,
  working: "Looking for the proof",
  later: { isDone: ({ checking }) => !checking, retrySeconds: CHECK_RETRY_SECONDS },

  handler: ({ claim_id: id }, context) =>
    verify(id, context, (claimed, isChecking) => {
      const { proofs, now, settings } = context;
      const site = { baseUrl: settings.BASE_URL };
      return viewClaim(claimed, proofs.siteOf(claimed.listing.url), site, now(), isChecking);
    }),
});
