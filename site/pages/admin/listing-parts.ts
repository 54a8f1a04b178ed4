import type { Response } from "express";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import { readableHost } from "#core/text/readable-host.ts";
import { statedAttribute } from "#domain/listings/compare.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { statusText } from "#domain/listings/stored-words.ts";
import { type ModerationStep, stepsFor } from "#domain/moderation/moderation.ts";
import { moneyText, typedMoney } from "#domain/orders/money.ts";
import type { FounderMember } from "#domain/profiles/founder-account.ts";
import { dayText } from "#domain/time/date-words.ts";
import { as, joined, plural, type Text, t, type Words } from "#languages/words.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { RevenueFigure } from "#store/repos/listings/figures.ts";
import type { Held } from "#store/repos/moderation/moderation.ts";
import type { AuditEntry } from "#store/repos/site/audit.ts";
import { formTo, hidden } from "../../kit/form.ts";
import { showDay, showTime } from "../../kit/show.ts";
import { weekDays } from "../../parts/launches/calendar.ts";
import { proofWords } from "../../parts/listings/claim-words.ts";
import { statusTag, statusWords } from "../../parts/listings/version-parts.ts";
import { doubtWords } from "../../parts/moderation/decision-parts.ts";
import { auditTable } from "./audit.ts";

export type Fault = { form: "moderate" | "delete" | "merge" | "revenue" | "alternatives"; text: Text; value?: string };

type ListingFacts = {
  listing: Listing;
  held: Held;
  team: { role: FounderMember["role"]; account: Account }[];
  alternatives: { id: number; slug: string; name: string }[];
  picks: string[];
  weeks: string[];
  revenue: RevenueFigure | undefined;
  labels: string[];
  audit: AuditEntry[];
  doubts: Partial<Record<string, number>>;
  /** Of a deleted listing: when it is gone for good. */
  endsAt: Date | undefined;
  fault: Fault | undefined;
  /** YYYY-MM-DD. */
  today: string;
};

/** How listings were launched, and what members of their team are. */
export const PLANS: Record<Listing["plan"], Words> = { free: t`Free`, launch: t`Launch`, none: t`None` };
export const ROLES: Record<FounderMember["role"], Words> = { owner: t`owner`, editor: t`editor` };

const STEPS: Record<ModerationStep, { label: Words; look: "" | "quiet" | "danger" }> = {
  approve: { label: t`Approve`, look: "" },
  restore: { label: t`Restore`, look: "" },
  review: { label: t`Hold for review`, look: "quiet" },
  reject: { label: t`Reject`, look: "danger" },
  suspend: { label: t`Suspend`, look: "danger" },
};

export function listingCards(res: Response, shown: ListingFacts): Html {
  const { listing, held } = shown;
  const isGone = listing.status === "removed";
  return html`<p class="eyebrow"><a href="/admin/listings">Listings</a></p>
<h1>${listing.name}</h1>
${listing.tagline && html`<p class="lead">${listing.tagline}</p>`}
<p class="row">${!isGone && html`<a class="button slim" href="/account/listings/${listing.id}/edit">Edit</a>`}
${listing.status === "live" && html`<a class="button quiet slim" href="/listings/${listing.slug}">View listing</a>`}
<a class="button quiet slim" href="/admin/listings/${listing.id}/history">History</a>
<a class="button quiet slim" href="/admin/votes?listing=${listing.id}">Uncounted votes</a></p>
${facts(shown)}
${
  held.mergedInto &&
  html`<p class="notice">Merged into <a href="/admin/listings/${held.mergedInto.id}">${held.mergedInto.name}</a>.
Its address redirects there.</p>`
}
${
  shown.endsAt &&
  html`<div class="notice"><p>The team deleted this listing. It can be restored until ${showDay(shown.endsAt)}.</p>
${post(res, listing, "undelete", html`<p><button class="quiet">Restore listing</button></p>`)}</div>`
}
${
  !isGone && [
    moderateCard(res, shown),
    html`<div class="pair">${pickCard(res, shown)}${revenueCard(res, shown)}</div>`,
    alternativesCard(res, shown),
    shown.labels.length > 0 && attributesCard(res, shown),
    mergeCard(res, shown),
    deleteCard(res, shown),
  ]
}
${
  shown.audit.length > 0 &&
  html`<div class="section-head"><h2>Team activity</h2>
<a href="/admin/audit?kind=listing&amp;object=${listing.id}">See all</a></div>${auditTable(shown.audit)}`
}`;
}

function facts({ listing, held, team, doubts }: ListingFacts): Html {
  const notCounted = Object.entries(doubts);
  return html`<dl class="facts">
<dt>Status</dt><dd>${statusTag(listing.status)} ${statusText(listing.statusReason ?? "")}${
    held.statusBefore && html` <span class="muted">Previously ${statusWords(held.statusBefore)}.</span>`
  }</dd>
<dt>Website</dt><dd><a href="${href(listing.url)}" rel="nofollow noopener">${readableHost(listing.domain)}</a></dd>
<dt>Plan</dt><dd>${PLANS[listing.plan]}${listing.launchWeek && [" · ", t`week of ${weekDays(listing.launchWeek)}`]}${
    listing.launchedAt && [" · ", html`launched ${showDay(listing.launchedAt)}`]
  } <a class="small" href="/admin/listings/${listing.id}/give">Give for free</a></dd>
<dt>Team</dt><dd>${
    team.length === 0
      ? t`none`
      : team.map(
          ({ account, role }) =>
            html`<a href="/admin/users/${account.id}">${account.name ?? account.email}</a> (${ROLES[role]}) `,
        )
  }</dd>
<dt>${as("of a claim")`Proof`}</dt><dd>${proofWords(listing.claimedMethod, t`not claimed`)}</dd>
<dt>Community</dt><dd>${joined(
    [
      plural(listing.votes, "vote"),
      plural(listing.followers, "follower"),
      plural(listing.ratingCount, "review"),
      plural(listing.views, "view"),
    ],
    ", ",
  )}</dd>
${
  notCounted.length > 0 &&
  html`<dt>Not counted</dt><dd>${joined(
    notCounted.map(([reason, count]) => t`${count ?? 0} ${doubtWords(reason)}`),
    ", ",
  )}</dd>`
}
<dt>Last edit</dt><dd>${showTime(listing.updatedAt)}</dd>
</dl>`;
}

const faultOf = (fault: Fault | undefined, form: Fault["form"]): Part =>
  fault?.form === form && html`<p class="fault" id="${form}-fault" role="alert">${fault.text}</p>`;
const wrong = (fault: Fault | undefined, form: Fault["form"]): Part =>
  fault?.form === form && html` aria-invalid="true" aria-describedby="${form}-fault"`;
const post = (res: Response, { id }: Listing, action: string, body: Part): Html =>
  html`${formTo(res, `/admin/listings/${id}/${action}`)}${body}</form>`;

const moderateCard = (
  res: Response,
  { listing, fault }: ListingFacts,
): Html => html`<section class="card" aria-labelledby="moderate">
<h2 id="moderate">Moderate</h2>
${post(
  res,
  listing,
  "moderate",
  html`<div class="field"><label for="reason">Reason</label>
<p class="hint">Sent to the owners and shown on their listing. Required to reject or suspend.</p>
<input id="reason" name="reason" maxlength="500" autocomplete="off"${wrong(fault, "moderate")}>${faultOf(fault, "moderate")}</div>
<p class="row">${stepsFor(listing.status).map(
    (step) => html`<button name="step" value="${step}" class="${STEPS[step].look}">${STEPS[step].label}</button>`,
  )}</p>`,
)}
</section>`;

const pickCard = (
  res: Response,
  { listing, picks, weeks }: ListingFacts,
): Html => html`<section class="card" aria-labelledby="pick">
<h2 id="pick">Team pick</h2>
<p class="muted small">Shows the listing on the home page for a week, labelled as a free pick.</p>
<ul class="plain">${weeks.map((week) => {
  const isPicked = picks.includes(week);
  return html`<li>${post(
    res,
    listing,
    "pick",
    html`${hidden("week", week)}${hidden("pick", isPicked ? "off" : "on")}
<p class="row between"><span>${weekDays(week, "short")} ${
      isPicked && html`<span class="tag good">picked</span>`
    }</span> <button class="quiet slim">${isPicked ? t`Remove pick` : t`Pick`}<span class="unseen">
the week of ${dayText(week)}</span></button></p>`,
  )}</li>`;
})}</ul>
</section>`;

const revenueCard = (
  res: Response,
  { listing, revenue, fault, today }: ListingFacts,
): Html => html`<section class="card" aria-labelledby="revenue">
<h2 id="revenue">Monthly revenue</h2>
<p class="muted small">${
  revenue
    ? html`${moneyText(revenue.amountCents, revenue.currency)} on ${showDay(revenue.asOf)}.`
    : t`A figure you have verified. It expires after 35 days.`
}</p>
${post(
  res,
  listing,
  "revenue",
  html`<div class="row fields">
<label>Amount <input name="amount" value="${revenue ? typedMoney(revenue.amountCents) : ""}" inputmode="decimal"
maxlength="12" autocomplete="off" required${wrong(fault, "revenue")}></label>
<label>Currency <input name="currency" value="${revenue?.currency ?? "USD"}" maxlength="3" size="3" autocomplete="off" required></label>
<label>In US dollars <input name="usd" value="${
    revenue && revenue.currency !== "USD" ? typedMoney(revenue.usdCents) : ""
  }" inputmode="decimal" maxlength="12" autocomplete="off"></label>
<label>Day <input name="as_of" type="date" value="${today}" max="${today}" required></label>
</div>${faultOf(fault, "revenue")}
<p class="row"><button class="quiet">Save</button></p>`,
)}
${revenue && post(res, listing, "revenue", html`${hidden("drop", "yes")}<button class="danger slim">Remove</button>`)}
</section>`;

const alternativesCard = (
  res: Response,
  { listing, alternatives, fault }: ListingFacts,
): Html => html`<section class="card" aria-labelledby="alternatives">
<h2 id="alternatives">Approved alternatives</h2>
${post(
  res,
  listing,
  "alternatives",
  html`<div class="field"><label for="alternatives-list">Slugs or URLs, one per line, best first</label>
<textarea id="alternatives-list" name="alternatives" rows="3" autocomplete="off"${wrong(fault, "alternatives")}>\n${
    fault?.form === "alternatives" ? fault.value : alternatives.map(({ slug }) => slug).join("\n")
  }</textarea>${faultOf(fault, "alternatives")}</div>
<p><button class="quiet">Save</button></p>`,
)}
</section>`;

const attributesCard = (
  res: Response,
  { listing, labels }: ListingFacts,
): Html => html`<section class="card" aria-labelledby="attributes">
<h2 id="attributes">Comparison attributes</h2>
<p class="muted small">Only what the website states, in its words. Gray placeholders come from the listing.</p>
${post(
  res,
  listing,
  "attributes",
  html`<div class="fields-grid">${labels.map(
    (label, index) =>
      html`<div><label for="value-${index}"><bdi>${label}</bdi></label><input id="value-${index}" name="value" value="${
        listing.profile.attributes?.[label]
      }" placeholder="${statedAttribute({ ...listing, profile: { ...listing.profile, attributes: {} } }, label)}"
maxlength="200" autocomplete="off" dir="auto"></div>`,
  )}</div>
<p><button class="quiet">Save</button></p>`,
)}
</section>`;

const mergeCard = (
  res: Response,
  { listing, fault }: ListingFacts,
): Html => html`<details class="card"${fault?.form === "merge" && html` open`}>
<summary>Merge a duplicate</summary>
<p class="muted">Votes, followers and reviews move to the listing you keep, one per person. This listing’s URL will redirect there. This cannot be undone.</p>
${post(
  res,
  listing,
  "merge",
  html`<div class="field"><label for="into">Slug or URL of the listing to keep</label>
<input id="into" name="into" value="${fault?.form === "merge" ? fault.value : ""}" maxlength="300" autocomplete="off"
required${wrong(fault, "merge")}>${faultOf(fault, "merge")}</div>
<p><button class="danger">Merge ${listing.name}</button></p>`,
)}
</details>`;

const deleteCard = (
  res: Response,
  { listing, fault, team }: ListingFacts,
): Html => html`<details class="card"${fault?.form === "delete" && html` open`}>
<summary>Delete</summary>
<p class="muted">A listing without a team, votes, comments or orders is deleted at once. Any other is hidden now and deleted after 30 days; until then you can restore it. Orders and invoices are kept.</p>
${post(
  res,
  listing,
  "delete",
  html`<div class="field"><label for="delete-reason">Reason</label>
<p class="hint">Sent to the owners.</p>
<input id="delete-reason" name="reason" maxlength="500" autocomplete="off"${team.length > 0 && html` required`}${wrong(
    fault,
    "delete",
  )}>${faultOf(fault, "delete")}</div>
<p><button class="danger">Delete ${listing.name}</button></p>`,
)}
</details>`;
