import { z } from "zod";
import { noClaim } from "../../actions/claims/no-claim.ts";
import { settleProof } from "../../actions/claims/settle-claim.ts";
import { AppError, conflict } from "../../core/errors.ts";
import { takeQuota } from "../../core/take-quota.ts";
import type { ProofCheck } from "../../crawler/claim-proof.ts";
import { type Claim, claimStatus, MOST_TRIES } from "../../domain/claim.ts";
import type { ClaimedListing } from "../../store/repos/claims.ts";
import type { Tx } from "../../store/store.ts";
import { CREATE, defineTool } from "../define.ts";
import { ClaimView, viewClaim } from "../schemas/claim.ts";
import { Id } from "../schemas/common.ts";

export const verifyClaim = defineTool({
  name: "verify_claim",
  title: "Check a claim",
  description: `Look for the DNS record, tag or file of a pending claim; when it is there, the listing is yours.
    When it is not, the error says what was seen. A claim has 10 tries.`,
  access: "listings:write",
  rest: "POST /claims/{claim_id}/verify",
  annotations: { ...CREATE, openWorldHint: true },
  idempotent: true,
  input: z.strictObject({ claim_id: Id }),
  output: ClaimView,

  async handler({ claim_id: id }, context) {
    const { store, proofs, caller, now, settings, wakeJobs } = context;
    const claimed = await store.claims.findOwned(id, caller.accountId);
    if (!claimed) throw noClaim(id);
    const view = (one: ClaimedListing) =>
      viewClaim(one, proofs.siteOf(one.listing.url), { baseUrl: settings.BASE_URL }, now());
    if (isSettled(claimed.claim)) return view(claimed);
    const refusal = refusalOf(claimed.claim, now());
    if (refusal) throw refusal;

    // The website belongs to somebody, so all who claim its listing share one quota.
    await takeQuota(context, "claim-check", String(claimed.listing.id), "The website of a listing is looked at");
    // The website may take seconds, so it is asked before the change.
    const check = await proofs.find(claimed.claim, claimed.listing.url);
    const outcome = await store.change(async (tx) => {
      const current = await tx.claims.findOwned(id, caller.accountId);
      if (!current) throw noClaim(id);
      if (isSettled(current.claim)) return view(current);
      const late = refusalOf(current.claim, now());
      if (late) throw late;
      const noted = noteCheck(current.claim, check, now());
      if (check.result === "found") return view(await settleProof(tx, { ...current, claim: noted }, context));
      return countTry(tx, noted, check);
    });
    wakeJobs();
    if (outcome instanceof AppError) throw outcome;
    return outcome;
  },
});

/** Proven before: there is nothing to look for. */
const isSettled = ({ status }: Claim): boolean => status === "verified" || status === "under_review";

function refusalOf(claim: Claim, now: Date): AppError | undefined {
  switch (claimStatus(claim, now)) {
    case "expired":
      return conflict("claim_expired", "This claim has expired. Start again with claim_listing.");
    case "failed":
    case "canceled":
      return conflict("claim_closed", "This claim is over. Start again with claim_listing.");
    case "superseded":
      return conflict(
        "claim_closed",
        "Somebody else proved that this listing is theirs. If it should be yours, start again with claim_listing; people then look at it.",
      );
    default:
      return claim.method === "email"
        ? conflict(
            "claim_not_verified",
            `This claim is proven by mail: open the link that was sent to ${claim.email}, sign in with the account of this claim and press the button.`,
          )
        : undefined;
  }
}

const noteCheck = (claim: Claim, { result, detail }: ProofCheck, now: Date): Claim => ({
  ...claim,
  checkedAt: now,
  checkResult: result,
  checkDetail: detail,
});

/** A website that gave no answer costs no try. */
async function countTry(tx: Tx, claim: Claim, { result, detail }: ProofCheck): Promise<AppError> {
  const tries = claim.tries + (result === "not_found" ? 1 : 0);
  const left = MOST_TRIES - tries;
  await tx.claims.save({ ...claim, tries, status: left > 0 ? "pending" : "failed" });
  const next =
    result === "unreachable"
      ? "This did not count as a try; check again in a few minutes."
      : left > 0
        ? `Correct it, or wait until it is published, and check again. ${left} of ${MOST_TRIES} tries are left.`
        : "That was the last try. Start again with claim_listing.";
  return conflict("claim_not_verified", `${detail} ${next}`);
}
