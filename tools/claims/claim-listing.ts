import { hash } from "node:crypto";
import { z } from "zod";
import type { Context } from "../../actions/context.ts";
import { conflict, invalid } from "../../core/errors.ts";
import {
  CLAIM_METHODS,
  CLAIM_MS,
  type Claim,
  type ClaimMethod,
  type ClaimSite,
  claimStatus,
  REMAIL_MS,
} from "../../domain/claim.ts";
import type { Listing } from "../../domain/listing.ts";
import { claimMessage } from "../../mail/messages.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import type { Tx } from "../../store/store.ts";
import { CREATE, defineTool } from "../define.ts";
import { ClaimView, viewClaim } from "../schemas/claim.ts";
import { Email, Slug } from "../schemas/common.ts";
import { takeQuota } from "./take-quota.ts";

/** 128 bits. */
const TOKEN_BYTES = 16;

export const claimListing = defineTool({
  name: "claim_listing",
  title: "Claim a listing",
  description: `Start to prove that a listing is yours: publish what instructions say, then verify_claim; email sends a link.
    Asking again gives the same claim.`,
  access: "listings:write",
  rest: "POST /claims",
  status: 201,
  annotations: { ...CREATE, openWorldHint: true },
  idempotent: true,
  input: z.strictObject({
    slug: Slug.max(220),
    method: z.enum(CLAIM_METHODS).describe("DNS record, tag on the homepage, file or mail"),
    email: Email.optional().describe("for method email: at the company's domain"),
  }),
  output: ClaimView,

  async handler({ slug, method, email: typed }, context) {
    const { store, proofs, now, caller, settings, wakeJobs } = context;
    const email = method === "email" && typed ? withLowerHost(typed) : undefined;
    if (method === "email" && email === undefined)
      throw invalid([{ pointer: "/email", code: "required", detail: '"email" is required for the method email.' }]);
    const near = await store.listings.slugsLike(slug, 3);
    const view = await store.change(async (tx) => {
      const listing = await tx.listings.findClaimable(slug);
      if (!listing) throw noListing(slug, near);
      const team = await tx.listings.team(listing.id);
      if (listing.claimedMethod && team.some(({ account }) => account.id === caller.accountId))
        throw conflict(
          "already_owned",
          `"${slug}" is your listing already (listing_id ${listing.id}), and that is proven. Edit it with update_my_listing.`,
        );
      const site = proofs.siteOf(listing.url);
      refuseUseless(method, email, site);
      const waiting = await tx.claims.findPending(caller.accountId, listing.id, method);
      const known = waiting && (await stillOpen(tx, waiting, now()));
      const claim = email
        ? await mailLink(tx, listing, known, email, context)
        : (known ?? (await tx.claims.add({ ...freshClaim(listing, method, context), token: newToken(context) })));
      return viewClaim({ claim, listing }, site, { baseUrl: settings.BASE_URL }, now());
    });
    wakeJobs();
    return view;
  },
});

type Caller = Context<"listings:write">;

const hostOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1);
const withLowerHost = (email: string): string => email.replace(/@[^@]*$/, (host) => host.toLowerCase());

const newToken = ({ random }: Pick<Caller, "random">): string => random(TOKEN_BYTES).toString("hex");

const freshClaim = ({ id }: Listing, method: ClaimMethod, { caller, now }: Caller) => ({
  listingId: id,
  accountId: caller.accountId,
  method,
  createdAt: now(),
  expiresAt: new Date(now().getTime() + CLAIM_MS),
});

function noListing(slug: string, near: string[]) {
  const hint = near.length
    ? `Did you mean ${near.map((name) => `"${name}"`).join(", ")}?`
    : "Find slugs with search_listings.";
  const detail = `There is no listing "${slug}" to claim. ${hint}`;
  return conflict("listing_not_found", detail, [{ pointer: "/slug", code: "listing_not_found", detail }]);
}

function refuseUseless(method: ClaimMethod, email: string | undefined, { domain, refusals }: ClaimSite): void {
  const reason = refusals[method];
  if (reason) {
    const others = CLAIM_METHODS.filter((name) => refusals[name] === undefined).join(", ");
    throw conflict("claim_method_not_allowed", `${reason} Claim with one of these instead: ${others}.`, [
      { pointer: "/method", code: "claim_method_not_allowed", detail: reason },
    ]);
  }
  if (email && hostOf(email) !== domain) {
    const detail = `${email} is not at ${domain}. Give an address at ${domain}, or take another method.`;
    throw conflict("claim_email_not_allowed", detail, [{ pointer: "/email", code: "claim_email_not_allowed", detail }]);
  }
}

/** The claim, unless its time is over: then that is written down, and there is room for a new one. */
async function stillOpen(tx: Tx, claim: Claim, now: Date): Promise<Claim | undefined> {
  const status = claimStatus(claim, now);
  if (status === "pending") return claim;
  await tx.claims.save({ ...claim, status });
  return undefined;
}

/** One claim has one link: another address, or the same one after a while, gets a new link and ends the old one. */
async function mailLink(
  tx: Tx,
  listing: Listing,
  known: Claim | undefined,
  email: string,
  context: Caller,
): Promise<Claim> {
  const { now, uuid, settings, caller } = context;
  const at = now();
  const isFresh = known?.mailedAt && at.getTime() - known.mailedAt.getTime() < REMAIL_MS;
  if (known && isFresh && known.email === email) return known;
  const claimant = await tx.accounts.find(caller.accountId);
  if (!claimant?.emailVerifiedAt)
    throw conflict(
      "account_unverified",
      "Confirm your own mail address first: open the link in the mail you got at sign-up, or ask for a new one on your account page.",
    );
  await takeQuota(context, "mail", `account:${claimant.id}`, "Mails like this are sent");
  const token = newToken(context);
  const link = { email, tokenHash: hash("sha256", token, "base64url"), mailedAt: at };
  const claim = known
    ? { ...known, ...link }
    : await tx.claims.add({ ...freshClaim(listing, "email", context), ...link });
  if (known) await tx.claims.save(claim);
  const message = claimMessage(settings, { claimant: claimant.name ?? "Somebody", product: listing.name, token });
  await queueMail(tx, { now, uuid }, message, email);
  return claim;
}
