import { AppError, conflict, notFound } from "#core/errors/errors.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { type Claim, claimChecks, claimStatus, MOST_TRIES } from "#domain/listings/claim.ts";
import { CLAIMABLE } from "#domain/listings/listing.ts";
import { joined, t } from "#languages/words.ts";
import type { ClaimedListing } from "#store/repos/listings/claims.ts";
import { awaitJob } from "../await-job.ts";
import type { Context } from "../context.ts";
import { closedListing } from "./settle-claim.ts";

/** The same message for other people's claims. */
const noClaim = (id: number): AppError => notFound("claim of yours", id, "See list_my_claims.");

type View<T> = (claimed: ClaimedListing, isChecking: boolean) => T;

/**
 * Looks for the proof of a claim. `view` builds the result inside the change. Throws, with what was
 * found, if nothing was proven.
 */
export async function verifyClaim<T>(id: number, context: Context<"listings:write">, view: View<T>): Promise<T> {
  const { store, caller, now } = context;
  const claimed = await store.claims.findOwned(id, caller.accountId);
  if (!claimed) throw noClaim(id);
  if (isSettled(claimed.claim)) return view(claimed, false);
  const refusal = refusalOf(claimed.claim, now());
  if (refusal) throw refusal;

  const isChecked = await checkNow(claimed, context);
  const outcome = await store.change(async (tx) => {
    const current = await tx.claims.findOwned(id, caller.accountId);
    if (!current) throw noClaim(id);
    if (isSettled(current.claim)) return view(current, false);
    if (!isChecked) return view(current, true);
    // Stored under the Idempotency-Key, because an attempt was counted.
    return verdictOn(current, now());
  });
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

async function checkNow({ claim, listing }: ClaimedListing, context: Context<"listings:write">): Promise<boolean> {
  const { storeBefore, now, wakeJobs } = context;
  // Per listing, to protect the website from all claimants together.
  await takeQuota(context.limiter, "claim-check", String(listing.id));
  const at = now();
  const job = `${claimChecks(claim.id)}${at.toISOString()}`;
  await storeBefore.change((tx) =>
    tx.jobs.add({ id: job, kind: "check-claim", payload: { claimId: claim.id }, runAt: at, createdAt: at }),
  );
  wakeJobs();
  return awaitJob(job, context);
}

const isSettled = ({ status }: Claim): boolean => status === "verified" || status === "under_review";

function refusalOf(claim: Claim, now: Date): AppError | undefined {
  switch (claimStatus(claim, now)) {
    case "expired":
      return conflict("claim_expired", joined([t`This claim has expired.`, "Start again with claim_listing."], " "));
    case "failed":
    case "canceled":
      return conflict("claim_closed", joined([t`This claim is over.`, "Start again with claim_listing."], " "));
    case "superseded":
      return conflict(
        "claim_closed",
        joined(
          [
            t`Somebody else has proved that they own this listing.`,
            "If it is yours, start again with claim_listing; the site team then reviews your claim.",
          ],
          " ",
        ),
      );
    default:
      return claim.method === "email"
        ? conflict(
            "claim_not_verified",
            t`This claim is verified by email: open the link that we sent to ${claim.email ?? ""}, sign in with the account that made the claim, and press the button.`,
          )
        : undefined;
  }
}

function verdictOn({ claim, listing }: ClaimedListing, now: Date): AppError {
  const { checkResult: result, checkDetail: detail, tries } = claim;
  const left = MOST_TRIES - tries;
  if (result === "found" && !CLAIMABLE.includes(listing.status)) return closedListing();
  const over = left > 0 ? refusalOf(claim, now) : undefined;
  if (over) return over;
  const next =
    result === "unreachable"
      ? t`This did not count as an attempt. Check again in a few minutes.`
      : left > 0
        ? t`Correct it, or wait until it is published, and check again. ${left} of ${MOST_TRIES} attempts are left.`
        : joined([t`That was the last attempt.`, "Start again with claim_listing."], " ");
  return conflict("claim_not_verified", joined([detail, next], " "));
}
