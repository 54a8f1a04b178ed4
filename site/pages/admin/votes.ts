import type { Response } from "express";
import { type Html, html } from "#core/text/html.ts";
import { burstLimits, VOTE_DOUBTS, type VoteDoubt } from "#domain/community/votes.ts";
import { isKeyOf } from "#domain/text/keys.ts";
import { plural, t, type Words } from "#languages/words.ts";
import type { SeenVote } from "#store/repos/community/votes.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formText, formTo, hidden, queryText } from "../../kit/form.ts";
import { showWhen } from "../../kit/show.ts";
import { notFound, returnPath, seeOther } from "../../kit/site.ts";
import { filterSelect, listQuery, pageNumber, pager, table } from "../../kit/table.ts";
import { person } from "../../parts/profiles/profile-parts.ts";

const PER_PAGE = 50;

const REASONS: Record<VoteDoubt, Words> = {
  own_listing: t`voter is on the team`,
  account_inactive: t`account is suspended`,
  unverified: t`unconfirmed email`,
  network_burst: t`burst from one network`,
  new_account_burst: t`burst from new accounts`,
  site_team: t`decided by the team`,
};

const NOTICES = { restore: "vote-restored", drop: "vote-dropped", recheck: "vote-rechecked" } as const;
const RULINGS = { restore: "counted", drop: "not_counted", recheck: null } as const;

/** Votes that are stored but not counted, and why. An admin's decision overrides the checks. */
export function voteAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store, settings, now } = deps;

  router.get("/admin/votes", async (req, res) => {
    const counted = req.query.counted === "yes";
    const reason = VOTE_DOUBTS.find((known) => known === req.query.reason);
    const listingId = /^[1-9]\d{0,14}$/.test(queryText(req, "listing")) ? Number(req.query.listing) : undefined;
    const listing = listingId === undefined ? undefined : await store.listings.find(listingId);
    const page = pageNumber(req);
    const { items, total } = await store.votes.listAll({ counted, reason, listingId }, { page, perPage: PER_PAGE });
    const filters = { counted: counted ? "yes" : undefined, reason, listing: listingId?.toString() };
    const here = `/admin/votes?${listQuery(filters, page) ?? ""}`;
    pages.render(res, {
      heading: t`Votes`,
      body: html`<p class="lead">${
        counted
          ? t`${plural(total, "vote counts", "votes count")}.`
          : t`${plural(total, "vote is not counted", "votes are not counted")}.`
      } ${
        listing &&
        html`On <a href="/admin/listings/${listing.id}">${listing.name}</a>; <a href="/admin/votes">see all</a>.`
      }</p>
<form method="get" action="/admin/votes" class="row filters">
${listing && html`${hidden("listing", listing.id)}`}
${filterSelect("counted", t`Filter`, t`Do not count`, [["yes", t`Count`]], counted ? "yes" : undefined)}
${filterSelect(
  "reason",
  t`Reason`,
  t`Any reason`,
  VOTE_DOUBTS.map((known) => [known, REASONS[known]]),
  reason,
)}
<button class="quiet">Filter</button>
</form>
${
  items.length === 0
    ? html`<p class="empty">No matching votes.</p>`
    : table(
        [t`Listing`, t`Voter`, t`Cast`, t`Reason`, { label: t`Decide`, unseen: true, end: true }],
        items.map((seen) => [
          html`<a href="/admin/listings/${seen.listing.id}">${seen.listing.name}</a>`,
          person(seen.voter, (name) => html`<a href="/admin/users/${seen.voter.id}">${name}</a>`),
          showWhen(seen.vote.at, now()),
          why(seen),
          decide(res, seen, here),
        ]),
      )
}
${pager("/admin/votes", filters, { page, total_pages: Math.ceil(total / PER_PAGE) })}`,
    });
  });

  act("/admin/votes/:id", "vote.rule", async (req, res, audited) => {
    const decision = formText(req, "decision");
    const id = Number(req.params.id);
    if (!isKeyOf(RULINGS, decision) || !Number.isSafeInteger(id)) notFound();
    const isDone = await audited.store.change((tx) => tx.votes.rule(id, RULINGS[decision], burstLimits(settings)));
    const back = returnPath(formText(req, "back"), "/admin/votes");
    seeOther(res, back, isDone ? NOTICES[decision] : "gone");
  });
}

const why = ({ vote }: SeenVote): Html =>
  vote.reason
    ? html`<span class="tag ${vote.reason === "site_team" && "bad"}">${REASONS[vote.reason]}</span>`
    : html`<span class="tag good">${vote.ruling ? t`restored by the team` : t`counts`}</span>`;

const decide = (res: Response, { vote, listing, voter }: SeenVote, here: string): Html => {
  const whose = html`<span class="unseen"> the vote of ${voter.name ?? voter.email} on ${listing.name}</span>`;
  return html`${formTo(res, `/admin/votes/${vote.id}`, "row end")}${hidden("back", here)}
${
  vote.counted
    ? html`<button class="danger slim" name="decision" value="drop">Do not count${whose}</button>`
    : html`<button class="quiet slim" name="decision" value="restore">Restore${whose}</button>`
}
${vote.ruling && html`<button class="link-button small" name="decision" value="recheck">Reset to automatic${whose}</button>`}</form>`;
};
