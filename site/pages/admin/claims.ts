import { decideClaim } from "#actions/claims/settle-claim.ts";
import { href, html } from "#core/text/html.ts";
import { claimText } from "#domain/listings/claim-words.ts";
import { as, plural, t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formText, formTo, queryText } from "../../kit/form.ts";
import { showTime } from "../../kit/show.ts";
import { notFound, seeOther } from "../../kit/site.ts";
import { PROOFS, proofWords } from "../../parts/listings/claim-words.ts";
import { ROLES } from "./listing-parts.ts";

const PER_PAGE = 20;

export function claimAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  router.get("/admin/claims", async (req, res) => {
    const page = Math.min(1000, Math.max(1, Number.parseInt(queryText(req, "page"), 10) || 1));
    const { items, total } = await store.claims.underReview({ page, perPage: PER_PAGE });
    const waiting = await Promise.all(
      items.map(async (item) => ({ ...item, team: await store.listings.team(item.listing.id) })),
    );
    pages.render(res, {
      heading: t`Claims`,
      width: "reading",
      body: html`<p class="lead">Proven claims on listings that already have an owner. Decide who owns the listing.</p>
${total === 0 ? html`<p class="empty">No claims to decide.</p>` : html`<p class="muted">${plural(total, "claim")} to decide.</p>`}
${waiting.map(
  ({ claim, listing, account, team }) => html`<article class="card">
<h2><a href="${href(`/listings/${listing.slug}`)}">${listing.name}</a></h2>
<dl class="facts">
<dt>Website</dt><dd>${listing.url}</dd>
<dt>Claimed by</dt><dd>${account.name ?? t`No name`}, ${account.email}</dd>
<dt>${as("of a claim")`Proof`}</dt><dd>${PROOFS[claim.method]}. ${claimText(claim.checkDetail ?? "")} ${claim.checkedAt && showTime(claim.checkedAt)}</dd>
<dt>Current team</dt><dd>${team.map((member) => html`${member.account.name ?? t`No name`}, ${member.account.email} (${ROLES[member.role]})<br>`)}</dd>
<dt>Current proof</dt><dd>${proofWords(listing.claimedMethod, t`none`)}</dd>
</dl>
${formTo(res, `/admin/claims/${claim.id}`, "row")}
<button name="decision" value="approve">Transfer to claimant</button>
<button name="decision" value="reject" class="danger">Keep current team</button>
</form>
</article>`,
)}
${total > page * PER_PAGE && html`<p><a href="/admin/claims?page=${page + 1}">More</a></p>`}`,
    });
  });

  act("/admin/claims/:id", "claim.decide", async (req, res, audited) => {
    const decision = formText(req, "decision");
    const id = Number(req.params.id);
    if (!["approve", "reject"].includes(decision) || !Number.isSafeInteger(id)) notFound();
    const verdict = { isApproved: decision === "approve", by: audited.by };
    const isDone = await audited.store.change((tx) => decideClaim(tx, id, verdict, deps));
    deps.wakeJobs();
    seeOther(res, "/admin/claims", isDone ? "claim-decided" : "gone");
  });
}
