import { conflict, invalid } from "#core/errors/errors.ts";
import {
  CLAIM_METHODS,
  CLAIM_MS,
  type Claim,
  type ClaimMethod,
  type ClaimSite,
  claimStatus,
} from "#domain/listings/claim.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { didYouMean } from "#domain/search/nearest.ts";
import { joined, t } from "#languages/words.ts";
import type { ClaimedListing, NewClaim } from "#store/repos/listings/claims.ts";
import type { Tx } from "#store/store.ts";
import type { Context } from "../context.ts";
import { mailLink } from "./mail-link.ts";

const TOKEN_BYTES = 16;

type Claimant = Context<"listings:write">;
type Wish = { slug: string; method: ClaimMethod; email?: string | undefined };

/** Starts a claim or returns the open one. `answer` builds the result inside the change. */
export async function startClaim<T>(
  { slug, method, email: typed }: Wish,
  context: Claimant,
  answer: (claimed: ClaimedListing) => T,
): Promise<T> {
  const { store, wakeJobs } = context;
  const email = method === "email" && typed ? withLowerHost(typed) : undefined;
  if (method === "email" && email === undefined)
    throw invalid([{ pointer: "/email", code: "required", detail: t`"email" is required for the method email.` }]);
  const near = await store.listings.slugsLike(slug, 3);
  const result = await store.change(async (tx) => answer(await addClaim(tx, { slug, method, email, near }, context)));
  wakeJobs();
  return result;
}

async function addClaim(
  tx: Tx,
  { slug, method, email, near }: Wish & { near: string[] },
  context: Claimant,
): Promise<ClaimedListing> {
  const { proofs, now, caller, random } = context;
  const listing = await tx.listings.findClaimable(slug);
  if (!listing) throw noListing(slug, near);
  const team = await tx.listings.team(listing.id);
  if (listing.claimedMethod && team.some(({ account }) => account.id === caller.accountId))
    throw conflict(
      "already_owned",
      joined(
        [
          t`"${slug}" is already your listing (listing_id ${listing.id}), and verified.`,
          "Edit it with update_my_listing.",
        ],
        " ",
      ),
    );
  refuseUseless(method, email, proofs.siteOf(listing.url));
  const waiting = await tx.claims.findPending(caller.accountId, listing.id, method);
  const known = waiting && (await stillOpen(tx, waiting, now()));
  const fresh = freshClaim(listing, method, context);
  const token = random(TOKEN_BYTES).toString("hex");
  const claim = email
    ? await mailLink(tx, { listing, claim: known ?? fresh, email, token }, context)
    : (known ?? (await tx.claims.add({ ...fresh, token })));
  return { claim, listing };
}

const hostOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1);
const withLowerHost = (email: string): string => email.replace(/@[^@]*$/, (host) => host.toLowerCase());

const freshClaim = ({ id }: Listing, method: ClaimMethod, { caller, now }: Claimant): NewClaim => ({
  listingId: id,
  accountId: caller.accountId,
  method,
  createdAt: now(),
  expiresAt: new Date(now().getTime() + CLAIM_MS),
});

function noListing(slug: string, near: string[]) {
  const detail = joined(
    [t`There is no listing "${slug}" to claim.`, didYouMean(near) || "Find slugs with search_listings."],
    " ",
  );
  return conflict("listing_not_found", detail, [{ pointer: "/slug", code: "listing_not_found", detail }]);
}

function refuseUseless(method: ClaimMethod, email: string | undefined, { domain, refusals }: ClaimSite): void {
  const reason = refusals[method];
  if (reason) {
    const others = CLAIM_METHODS.filter((name) => refusals[name] === undefined).join(", ");
    throw conflict("claim_method_not_allowed", joined([reason, t`Claim with one of these instead: ${others}.`], " "), [
      { pointer: "/method", code: "claim_method_not_allowed", detail: reason },
    ]);
  }
  if (email && hostOf(email) !== domain) {
    const detail = t`${email} is not at ${domain}. Use an address at ${domain}, or another method.`;
    throw conflict("claim_email_not_allowed", detail, [{ pointer: "/email", code: "claim_email_not_allowed", detail }]);
  }
}

/** Closes an expired claim, so that a new one can start. */
async function stillOpen(tx: Tx, claim: Claim, now: Date): Promise<Claim | undefined> {
  const status = claimStatus(claim, now);
  if (status === "pending") return claim;
  await tx.claims.save({ ...claim, status });
  return undefined;
}
