import { ERROR_CODES, type ErrorCode, statusOf, titleOf } from "#core/errors/errors.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { t, type Words } from "#languages/words.ts";
import { orNotFound, type Site } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";

/** What each error means and what to do: the page that `type` in an error refers to. */
const WORDS: Record<ErrorCode, { means: Words; todo: Html }> = {
  validation_failed: {
    means: t`One or more fields of the request have the wrong type, length or form.`,
    todo: html`Read <code>errors</code>: each entry names the field (pointer or parameter) and what
would be valid. Correct all fields and send the request again.`,
  },
  unknown_field: {
    means: t`The request names a field that this operation does not have. Nothing was saved.`,
    todo: html`Look for a typo, or for a field that belongs in the path, the query or the body instead.
The message lists the known names.`,
  },
  malformed_json: {
    means: t`The body could not be read as JSON.`,
    todo: html`Send one JSON object in UTF-8, without comments or trailing commas.`,
  },
  idempotency_key_invalid: {
    means: t`The Idempotency-Key header is empty, too long, or contains characters other than printable ASCII.`,
    todo: html`Send 1 to 255 printable ASCII characters. A new UUID for each request is best.`,
  },
  credential_in_query: {
    means: t`The URL contained an API key or token, where logs and browsers store it. It was not used.`,
    todo: html`Send it as Authorization: Bearer. Revoke the one in the URL and create a new one.`,
  },
  draft_not_ready: {
    means: t`The website is still being read, or the profile is still being drafted.`,
    todo: html`Poll <code>get_draft</code> every few seconds until its status is ready. The Retry-After header says how long to wait.`,
  },
  draft_incomplete: {
    means: t`The draft lacks fields that a listing needs.`,
    todo: html`See <code>completeness.required_missing</code> in <code>get_draft</code>, set those fields
with <code>update_draft</code>, and submit again.`,
  },
  fields_not_defined: {
    means: t`This directory has no custom fields that can be set here.`,
    todo: html`See <code>fields</code> in <code>get_site_info</code>.`,
  },
  attribute_required: {
    means: t`The draft lacks a field that this directory requires.`,
    todo: html`Set the fields that the error names with <code>set_draft_attributes</code>, and submit again.`,
  },
  draft_saved: {
    means: t`The draft was saved as a listing and is kept as its evidence.`,
    todo: html`Edit it with <code>update_draft</code>. Use <code>withdraw_listing</code> to cancel a coming launch,
or <code>pause_listing</code> to hide a live listing.`,
  },
  field_locked: {
    means: t`The field is locked or cannot be changed at this step.`,
    todo: html`The message says which field and why. Leave it out of the request.`,
  },
  listing_closed: {
    means: t`The listing was suspended or removed, so nothing can be posted to it.`,
    todo: html`Contact the site team if you think this is wrong.`,
  },
  milestone_limit: {
    means: t`The listing has reached its milestone limit.`,
    todo: html`Delete one with <code>delete_milestone</code>, then add the new one.`,
  },
  field_too_long_for_listing: {
    means: t`Some texts of the draft are too long for a listing, so it was not submitted.`,
    todo: html`Shorten each field in <code>errors</code> with <code>update_draft</code>, and submit again.`,
  },
  category_unknown: {
    means: t`No category has this name.`,
    todo: html`Use a slug from <code>list_categories</code>.`,
  },
  listing_not_submitted: {
    means: t`The listing was rejected or removed, so it cannot launch.`,
    todo: html`The message says which, and what to do first.`,
  },
  listing_state_conflict: {
    means: t`The operation is not possible in the current status of the listing.`,
    todo: html`The message names the status and what changes it. Read the listing with <code>get_my_listing</code>.`,
  },
  launch_weeks_full: {
    means: t`All free places in the available launch weeks are taken.`,
    todo: html`The message names the next week with room and the day from which you can choose it.`,
  },
  listing_not_found: {
    means: t`A listing in the request does not exist, or it is not live.`,
    todo: html`Find its slug with <code>search_listings</code>. The message names the parameter and suggests similar names.`,
  },
  already_listed: {
    means: t`The website already has a listing. A website is listed once.`,
    todo: html`The message names the listing. If it is yours, edit it, or claim it with <code>claim_listing</code>.`,
  },
  submission_closed: {
    means: t`This site takes no submissions from you: its team adds listings itself, or only members submit.`,
    todo: html`Sign in, if that is what the message asks for. If the product is listed and yours, <code>claim_listing</code>.`,
  },
  already_drafted: {
    means: t`You already have a draft of this website.`,
    todo: html`The message names the draft. Continue with it, or delete it and start again.`,
  },
  already_invited: {
    means: t`This email address was already invited to the draft.`,
    todo: html`Wait for the answer. An invitation is valid for 14 days.`,
  },
  declined: {
    means: t`The person declined. Nothing was done or sent.`,
    todo: html`Do not try again unless the person asks you to.`,
  },
  invite_limit: {
    means: t`The draft has reached its invitation limit.`,
    todo: html`Wait until one is accepted or expires.`,
  },
  website_too_large: {
    means: t`Drafting from this website takes longer than this site allows.`,
    todo: html`Fill in the fields of the draft by hand.`,
  },
  website_not_allowed: {
    means: t`The address is not a public website, or it is in a private network or an IP address.`,
    todo: html`Send the public http or https address of the product’s own website.`,
  },
  refund_by_hand: {
    means: t`This kind of payment cannot be refunded here.`,
    todo: html`Refund it at the payment provider, as the message says.`,
  },
  order_item_invalid: {
    means: t`An item of the order cannot be bought as requested. Nothing was saved or charged.`,
    todo: html`Read <code>errors</code>: each entry names the item and what would be valid.
See <code>list_products</code> for options and <code>list_my_listings</code> for ids.`,
  },
  order_not_payable: {
    means: t`The order is paid, canceled or expired, or lacks its billing details.`,
    todo: html`The message says which. Read its status with <code>get_order</code>,
or create a new order with <code>create_checkout</code>.`,
  },
  coupon_invalid: {
    means: t`The coupon does not exist, or it is not valid for this order now.`,
    todo: html`The message says why. Correct the code, or order without it.`,
  },
  payment_open: {
    means: t`A payment of this order has started, so its amount can no longer change.`,
    todo: html`Finish that payment, or cancel the order and create a new one.`,
  },
  last_admin: {
    means: t`This is the only admin account, and a site needs one.`,
    todo: html`Make someone else an admin first.`,
  },
  account_unverified: {
    means: t`The account’s email address is not confirmed, so it cannot publish anything.`,
    todo: html`Follow the link in the email, or request a new one on the account page.`,
  },
  already_owned: {
    means: t`You already own the listing, and it is verified. There is nothing to claim.`,
    todo: html`Edit it with <code>update_my_listing</code>. The message names its <code>listing_id</code>.`,
  },
  claim_method_not_allowed: {
    means: t`This method cannot prove ownership here: the host is shared, or anyone can get an email address there.`,
    todo: html`Claim again with one of the methods that the message names.`,
  },
  claim_email_not_allowed: {
    means: t`A claim by email needs an address at the website’s own domain.`,
    todo: html`Use an address at the domain that the message names, or another method.`,
  },
  claim_not_verified: {
    means: t`The record, tag or file was not found, or the link in the email was not opened yet.`,
    todo: html`The message says what was found and where. Correct it, wait until it is published, and check again.
A claim has 10 tries. Checks without a response do not count.`,
  },
  claim_expired: {
    means: t`The claim was not proven within 14 days.`,
    todo: html`Start again with <code>claim_listing</code> and publish the new value.`,
  },
  claim_closed: {
    means: t`The claim has ended: its tries are used up, it was not approved, or someone else proved ownership.`,
    todo: html`The message says which. Make a new claim with <code>claim_listing</code>.`,
  },
  unauthenticated: {
    means: t`The operation needs an account, and the request had no valid credential.`,
    todo: html`Connect through OAuth, or send an API key as Authorization: Bearer.`,
  },
  token_expired: {
    means: t`The access token or API key has expired.`,
    todo: html`Refresh the token, connect again, or create a new key on the account page.`,
  },
  insufficient_scope: {
    means: t`The credential is valid but does not cover this operation.`,
    todo: html`Connect again and allow the scope that the error names, or use a key that has it.`,
  },
  not_found: {
    means: t`Nothing has this name or id, or it belongs to someone else.`,
    todo: html`Check the spelling. The message suggests similar names, if there are any.`,
  },
  method_not_allowed: {
    means: t`The address exists, but not with this HTTP method.`,
    todo: html`The Allow header lists the methods that work.`,
  },
  not_acceptable: {
    means: t`The Accept header allows only formats that this address does not offer.`,
    todo: html`Accept application/json.`,
  },
  idempotency_in_flight: {
    means: t`A request with the same Idempotency-Key has not finished yet.`,
    todo: html`Wait a second and send it again with the same key.`,
  },
  payload_too_large: {
    means: t`The request is larger than the limit.`,
    todo: html`Send less. The limit is 1 MiB.`,
  },
  unsupported_media_type: {
    means: t`The body has a content type that this address does not accept.`,
    todo: html`Send Content-Type: application/json.`,
  },
  idempotency_key_reused: {
    means: t`The Idempotency-Key was used within 24 hours for a different request.`,
    todo: html`Use a new key for a new request, and the same key only to repeat the same request.`,
  },
  quota_exceeded: {
    means: t`You sent more requests than the limit allows.`,
    todo: html`Wait as long as the Retry-After header says. Accounts have higher limits.`,
  },
  internal_error: {
    means: t`Something failed on our side. We have logged it.`,
    todo: html`Try again. If it happens again, report the request id to the site team.`,
  },
  service_unavailable: {
    means: t`Part of the service is starting, stopping or unreachable.`,
    todo: html`Try again in a few seconds.`,
  },
};

const pathOf = (code: ErrorCode): string => `/problems/${code.replaceAll("_", "-")}`;

export function problemPages({ pages, router }: Site): void {
  router.get("/problems", (_req, res) => {
    pages.render(res, {
      heading: t`Error codes`,
      description: t`Every error code of the API and the MCP server: what it means and what to do.`,
      isPublic: true,
      width: "reading",
      body: html`<p class="lead">The API and the MCP server use the same error codes. Each code has a page that says what to do.</p>
${table(
  [t`Code`, t`Status`, t`Title`],
  ERROR_CODES.map((code) => [
    html`<a class="mono" href="${href(pathOf(code))}">${code}</a>`,
    statusOf(code),
    titleOf(code),
  ]),
)}`,
    });
  });

  router.get("/problems/:code", (req, res) => {
    const code = orNotFound(ERROR_CODES.find((known) => pathOf(known) === `/problems/${req.params.code}`));
    pages.render(res, {
      title: titleOf(code),
      description: WORDS[code].means,
      isPublic: true,
      width: "reading",
      body: html`<p class="row"><span class="tag">Status ${statusOf(code)}</span> <code>${code}</code></p>
<h1>${titleOf(code)}</h1>
<p class="lead">${WORDS[code].means}</p>
<h2>What to do</h2>
<p>${WORDS[code].todo}</p>
<p><a href="/problems">All error codes</a></p>`,
    });
  });
}
