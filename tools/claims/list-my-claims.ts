import { z } from "zod";
import { claimChecks } from "#domain/listings/claim.ts";
import { defineTool, READ } from "../define.ts";
import { ClaimView, viewClaim } from "../schemas/claim.ts";
import { listOf, pageRequest, paging, viewList } from "../schemas/common.ts";

export const listMyClaims = defineTool({
  name: "list_my_claims",
  title: "My claims",
  description: "Your claims on listings, newest first, with their status and what to publish where.",
  access: "account:read",
  rest: "GET /claims",
  annotations: READ,
  input: z.strictObject(paging),
  output: listOf(ClaimView),

  async handler(input, { store, proofs, caller, now, settings }) {
    const request = pageRequest(input);
    const site = { baseUrl: settings.BASE_URL };
    const { items, total } = await store.claims.listOwned(caller.accountId, request);
    const claims = await Promise.all(
      items.map(async (claimed) => ({
        claimed,
        isChecking: claimed.claim.status === "pending" && (await store.jobs.isOpen(claimChecks(claimed.claim.id))),
      })),
    );
    return viewList({ items: claims, total }, request, ({ claimed, isChecking }) =>
      viewClaim(claimed, proofs.siteOf(claimed.listing.url), site, now(), isChecking),
    );
  },
});
