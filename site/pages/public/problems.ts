import { ERROR_CODES, type ErrorCode, statusOf, titleOf } from "../../../core/errors/errors.ts";
import { type Html, href, html } from "../../../core/text/html.ts";
import { orNotFound, type Site } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";

/** What each error means and what to do: the page that `type` in an error refers to. */
const WORDS: Record<ErrorCode, { means: string; todo: string }> = {
  validation_failed: {
    means: "One or more fields of the request have the wrong type, length or form.",
    todo:
      "Read `errors`: each entry names the field (pointer or parameter) and what would be valid. " +
      "Correct all of them and send the request again.",
  },
  unknown_field: {
    means: "The request names a field that this operation does not have. Nothing was saved.",
    todo:
      "Look for a misspelt name, or for a field that belongs elsewhere: in the path, the query or the body. " +
      "The message lists the known names.",
  },
  malformed_json: {
    means: "The body could not be read as JSON.",
    todo: "Send one JSON object in UTF-8, without comments or trailing commas.",
  },
  idempotency_key_invalid: {
    means: "The Idempotency-Key header is empty, too long, or contains characters other than printable ASCII.",
    todo: "Send 1 to 255 printable ASCII characters. A new UUID for each request is best.",
  },
  credential_in_query: {
    means: "The URL contained an API key or token, where logs and browsers store it. It was not used.",
    todo: "Send it as Authorization: Bearer. Revoke the one that was in the URL and create another.",
  },
  draft_not_ready: {
    means: "The website is still being read, or the profile is still being drafted.",
    todo: "Poll get_draft every few seconds until its status is ready. The Retry-After header says how long to wait.",
  },
  draft_incomplete: {
    means: "The draft lacks fields that a listing needs.",
    todo: "See completeness.required_missing in get_draft, set those fields with update_draft, and submit again.",
  },
  draft_saved: {
    means: "The draft is saved as a listing, whose evidence it keeps.",
    todo: "Edit it with update_draft. withdraw_listing takes back a coming launch, pause_listing hides a live listing.",
  },
  field_locked: {
    means: "The field is locked or cannot be changed at this step.",
    todo: "The message says which field and why. Leave it out of the request.",
  },
  listing_closed: {
    means: "The listing was suspended or removed, so nothing can be posted to it.",
    todo: "Contact the site team if you think this is wrong.",
  },
  milestone_limit: {
    means: "The listing has as many milestones as a listing can have.",
    todo: "Delete one with delete_milestone, then add the new one.",
  },
  field_too_long_for_listing: {
    means: "A draft may have longer texts than a listing. Nothing is cut silently, so the draft was not submitted.",
    todo: "Shorten each field that errors names with update_draft, and submit again.",
  },
  category_unknown: {
    means: "The directory has no category of that name.",
    todo: "Use a slug from list_categories.",
  },
  listing_not_submitted: {
    means: "The listing was rejected or removed, so it cannot launch.",
    todo: "The message says which, and what to do first.",
  },
  listing_state_conflict: {
    means: "The operation is not possible in the current status of the listing.",
    todo: "The message names the status and what changes it. Read the listing with get_my_listing.",
  },
  launch_weeks_full: {
    means: "All free places in the available launch weeks are taken.",
    todo: "The message names the next week with room and the day from which you can choose it.",
  },
  listing_not_found: {
    means: "A listing in the request does not exist, or it is not live.",
    todo: "Find its slug with search_listings. The message names the parameter and suggests similar names.",
  },
  already_listed: {
    means: "The website already has a listing. A website is listed once.",
    todo: "The message names the listing. If it is yours, edit it, or claim it with claim_listing.",
  },
  already_drafted: {
    means: "You already have a draft of this website.",
    todo: "The message names the draft. Continue with it, or delete it and start again.",
  },
  already_invited: {
    means: "This email address was already invited to the draft.",
    todo: "Wait for the answer. An invitation is valid for 14 days.",
  },
  declined: {
    means: "The assistant asked the person, who said no. Nothing was done or sent.",
    todo: "Do not try again unless the person asks for it.",
  },
  invite_limit: {
    means: "The draft has reached its limit of invitations.",
    todo: "Wait until one is accepted or expires.",
  },
  website_too_large: {
    means: "The pages of the website take longer to draft from than this site allows.",
    todo: "Set the values of the draft's fields by hand.",
  },
  website_not_allowed: {
    means: "The address is not a public website, or it is in a private network or an IP address.",
    todo: "Send the public http or https address of the product’s own website.",
  },
  refund_by_hand: {
    means: "This kind of payment cannot be refunded here.",
    todo: "Refund it at the payment provider, as the message says.",
  },
  order_item_invalid: {
    means: "An item of the order cannot be bought as requested. Nothing was saved or charged.",
    todo: "Read `errors`: each entry names the item and what would be valid. See list_products for options, list_my_listings for ids.",
  },
  order_not_payable: {
    means: "The order is paid, canceled or expired, or lacks its billing details.",
    todo: "The message says which. Read its status with get_order, or create a new order with create_checkout.",
  },
  coupon_invalid: {
    means: "The coupon does not exist, or it is not valid for this order now.",
    todo: "The message says why. Correct the code, or order without it.",
  },
  payment_open: {
    means: "A payment of this order has started, so its amount can no longer change.",
    todo: "Finish that payment, or cancel the order and create a new one.",
  },
  last_admin: {
    means: "This is the only admin account, and a site needs one.",
    todo: "Make someone else an admin, then delete it.",
  },
  account_unverified: {
    means: "The account’s email address is not confirmed, so it cannot publish anything.",
    todo: "Follow the link in the email, or request a new one on the account page.",
  },
  already_owned: {
    means: "You already own the listing, and it is verified. There is nothing to claim.",
    todo: "Edit it with update_my_listing. The message names its listing_id.",
  },
  claim_method_not_allowed: {
    means:
      "On this website the method proves nothing about who owns the listing: " +
      "the host is shared, or anyone can have an email address there.",
    todo: "Claim again with one of the methods that the message names.",
  },
  claim_email_not_allowed: {
    means: "A claim by email needs an address at the website’s own domain.",
    todo: "Use an address at the domain that the message names, or another method.",
  },
  claim_not_verified: {
    means: "The record, tag or file was not found, or the link in the email was not opened yet.",
    todo:
      "The message says what was found and where. Correct it, wait until it is published, and check again. " +
      "A claim has 10 tries; checks without a response do not count.",
  },
  claim_expired: {
    means: "The claim was not proven within 14 days.",
    todo: "Start again with claim_listing and publish the new value.",
  },
  claim_closed: {
    means:
      "The claim has ended: its tries are used up, it was not approved, or someone else proved that the listing is theirs.",
    todo: "The message says which. Make a new claim with claim_listing.",
  },
  unauthenticated: {
    means: "The operation needs an account, and the request had no valid credential.",
    todo: "Connect through OAuth, or send an API key as Authorization: Bearer.",
  },
  token_expired: {
    means: "The access token or API key has expired.",
    todo: "Refresh the token, connect again, or create a new key on the account page.",
  },
  insufficient_scope: {
    means: "The credential is valid but does not cover this operation.",
    todo: "Connect again and allow the scope that the error names, or use a key that has it.",
  },
  not_found: {
    means: "Nothing has this name or id, or it belongs to someone else.",
    todo: "Check the spelling. The message suggests similar names, if there are any.",
  },
  method_not_allowed: {
    means: "The address exists, but not with this HTTP method.",
    todo: "The Allow header lists the methods that work.",
  },
  not_acceptable: {
    means: "The Accept header allows only formats that this address does not offer.",
    todo: "Accept application/json.",
  },
  idempotency_in_flight: {
    means: "A request with the same Idempotency-Key has not finished yet.",
    todo: "Wait a second and send it again with the same key.",
  },
  payload_too_large: {
    means: "The request is larger than the limit.",
    todo: "Send less: a body may have 1 MiB.",
  },
  unsupported_media_type: {
    means: "The body has a content type that this address does not accept.",
    todo: "Send Content-Type: application/json.",
  },
  idempotency_key_reused: {
    means: "The Idempotency-Key was used within 24 hours for a different request.",
    todo: "Use a new key for a new request, and the same key only to repeat the same request.",
  },
  quota_exceeded: {
    means: "You sent more requests than the limit allows.",
    todo: "Wait as long as the Retry-After header says. Accounts have higher limits.",
  },
  internal_error: {
    means: "Something failed on our side. We have logged it.",
    todo: "Try again. If it happens again, report the request id to the site team.",
  },
  service_unavailable: {
    means: "A part of the service is starting, stopping or unreachable.",
    todo: "Try again in a few seconds.",
  },
};

/** Sentences for programmers, with names of operations and fields as code. */
const withCode = (text: string): Html[] =>
  text.split(/\b([a-z]+(?:_[a-z]+)+)\b/).map((part, index) => (index % 2 ? html`<code>${part}</code>` : html`${part}`));

const pathOf = (code: ErrorCode): string => `/problems/${code.replaceAll("_", "-")}`;

export function problemPages({ pages, router }: Site): void {
  router.get("/problems", (_req, res) => {
    pages.render(res, {
      heading: "Error codes",
      description: "Every error code of the API and the MCP server, what it means and what to do.",
      isPublic: true,
      width: "reading",
      body: html`<p class="lead">The API and the MCP server answer with the same codes. Each has a page that says what to do.</p>
${table(
  ["Code", "Status", "Title"],
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
<p class="lead">${withCode(WORDS[code].means)}</p>
<h2>What to do</h2>
<p>${withCode(WORDS[code].todo)}</p>
<p><a href="/problems">All error codes</a></p>`,
    });
  });
}
