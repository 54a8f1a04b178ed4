import { z } from "zod";
import {
  CLAIM_METHODS,
  CLAIM_STATUSES,
  type Claim,
  type ClaimSite,
  type ClaimStatus,
  claimStatus,
  claimTag,
  claimValue,
  MOST_TRIES,
  recordNames,
} from "#domain/listings/claim.ts";
import type { ClaimedListing } from "#store/repos/listings/claims.ts";
import { NextActions, viewTime, viewTimeOrNull } from "./common.ts";
import { ListingSummary, type Site, viewSummary } from "./listing.ts";

const nullable = z.string().nullable();

const Instructions = z.object({
  text: z.string().describe("what to do, for a person to follow or to read out"),
  dns: z
    .object({ type: z.literal("TXT"), name: z.string(), value: z.string(), other_name: z.string() })
    .nullable()
    .describe("the record; other_name is checked too"),
  meta: z.object({ page: z.string(), tag: z.string() }).nullable().describe("the tag for the head of the page"),
  file: z.object({ path: z.string(), url: z.string(), body: z.string() }).nullable(),
  email: z.object({ to: z.string() }).nullable().describe("where the link was sent"),
});

export const ClaimView = z.object({
  claim_id: z.int(),
  slug: z.string(),
  listing: ListingSummary,
  method: z.enum(CLAIM_METHODS),
  status: z.enum(CLAIM_STATUSES),
  instructions: Instructions,
  last_check: z
    .object({ at: z.string(), result: z.enum(["found", "not_found", "unreachable"]), detail: nullable })
    .nullable(),
  checking: z.boolean().describe("the website is being checked: ask again in a few seconds"),
  attempts_left: z.int(),
  expires_at: z.string(),
  verified_at: nullable,
  next_actions: NextActions,
});

const NEXT: Record<ClaimStatus, string[]> = {
  pending: ["verify_claim"],
  under_review: [],
  verified: ["list_my_listings", "get_badges"],
  expired: ["claim_listing"],
  failed: ["claim_listing"],
  canceled: ["claim_listing"],
  superseded: ["claim_listing"],
};

export function viewClaim(
  { claim, listing }: ClaimedListing,
  claimSite: ClaimSite,
  site: Site,
  now: Date,
  isChecking = false,
): z.input<typeof ClaimView> {
  const status = claimStatus(claim, now);
  return {
    claim_id: claim.id,
    slug: listing.slug,
    listing: viewSummary(listing, site),
    method: claim.method,
    status,
    instructions: { text: isChecking ? CHECKING : wordsOf(claim, status, claimSite), ...publication(claim, claimSite) },
    last_check:
      claim.checkedAt && claim.checkResult
        ? { at: viewTime(claim.checkedAt), result: claim.checkResult, detail: claim.checkDetail }
        : null,
    checking: isChecking,
    attempts_left: status === "pending" ? MOST_TRIES - claim.tries : 0,
    expires_at: viewTime(claim.expiresAt),
    verified_at: viewTimeOrNull(claim.verifiedAt),
    next_actions: isChecking
      ? ["list_my_claims"]
      : status === "pending" && claim.method === "email"
        ? []
        : NEXT[status],
  };
}

function publication({ method, token, email }: Claim, { page, domain, file }: ClaimSite) {
  const [name = "", otherName = ""] = recordNames(domain);
  const value = claimValue(token ?? "");
  return {
    dns: method === "dns" ? { type: "TXT" as const, name, value, other_name: otherName } : null,
    meta: method === "meta" ? { page, tag: claimTag(token ?? "") } : null,
    file: method === "file" ? { path: new URL(file).pathname, url: file, body: value } : null,
    email: email === null ? null : { to: email },
  };
}

const CHECKING = "The website is being checked now and has not answered yet. See list_my_claims in a few seconds.";
const PUBLISHED = { dns: "record", meta: "tag", file: "file" } as const;

function wordsOf(claim: Claim, status: ClaimStatus, site: ClaimSite): string {
  const { method } = claim;
  switch (status) {
    case "pending":
      return todo(claim, site);
    case "verified":
      return method === "email"
        ? "Verified. There is nothing more to do."
        : `Verified. Leave the ${PUBLISHED[method]} in place: it is checked once a week, and the listing is no ` +
            `longer verified if it is missing three times in a row.`;
    case "under_review":
      return "Proven. The listing already has an owner, so the site team decides. We will email you.";
    case "expired":
      return claim.verifiedAt
        ? "The proof was missing three weeks in a row, so it no longer counts. Start again with claim_listing."
        : "Nobody proved this claim in time. Start again with claim_listing.";
    case "failed":
      return claim.decidedAt
        ? "The site team reviewed this claim and did not approve it."
        : `All ${MOST_TRIES} attempts are used. Start again with claim_listing.`;
    case "canceled":
      return "This claim was canceled. Start a new one with claim_listing.";
    case "superseded":
      return (
        "Somebody has proved that they own this listing. If it is yours, start again with claim_listing; the " +
        "site team then reviews your claim."
      );
  }
}

function todo(claim: Claim, site: ClaimSite): string {
  const { dns, meta, file, email } = publication(claim, site);
  const check = `Then check it with verify_claim, claim_id ${claim.id}.`;
  if (dns)
    return (
      `Where the DNS of ${site.domain} is managed, add a record of type TXT with the name ${dns.name} and ` +
      `the value ${dns.value} (the record may also be at ${dns.other_name} itself). It can take an hour ` +
      `until it is visible everywhere. ${check}`
    );
  if (meta) return `Add this tag to the head of ${meta.page}, in the HTML that the server sends: ${meta.tag} ${check}`;
  if (file)
    return (
      `Publish a plain text file at ${file.url} that holds ${file.body} and nothing else. It may not ` +
      `redirect to another host. ${check}`
    );
  return (
    `An email with a link is on its way to ${email?.to}. Open the link, sign in with the account of this ` +
    `claim and press the button. The link works once, for 14 days. To send it again, call claim_listing ` +
    `after ten minutes.`
  );
}
