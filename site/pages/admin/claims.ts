import { type Response, Router } from "express";
import { decideClaim } from "../../../actions/claims/settle-claim.ts";
import { href, html } from "../../../core/text/html.ts";
import { adminActions } from "../../kit/admin-action.ts";
import { csrfField, formText, queryText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { plural, showTime } from "../../kit/show.ts";
import { type Site, seeOther } from "../../kit/site.ts";
import { PROOFS, proofWords } from "../../parts/listings/claim-words.ts";

const PER_PAGE = 20;

/** Proven claims on listings that have an owner, oldest first: an admin decides who owns them. */
export function claimAdminPages({ deps, pages }: Site, notFound: (res: Response) => void): Router {
  const { store } = deps;
  const router = Router();
  const act = adminActions(deps);

  router.get("/admin/claims", async (req, res) => {
    const page = Math.min(1000, Math.max(1, Number.parseInt(queryText(req, "page"), 10) || 1));
    const { items, total } = await store.claims.underReview({ page, perPage: PER_PAGE });
    const waiting = await Promise.all(
      items.map(async (item) => ({ ...item, team: await store.listings.team(item.listing.id) })),
    );
    pages.render(res, {
      title: "Claims",
      width: "reading",
      body: html`<h1>Claims</h1>
<p class="lead">Proven claims on listings that have an owner already. You decide who owns the listing.</p>
${total === 0 ? html`<p class="empty">No claims to review.</p>` : html`<p class="muted">${plural(total, "claim")} to review.</p>`}
${waiting.map(
  ({ claim, listing, account, team }) => html`<article class="card">
<h2><a href="${href(`/listings/${listing.slug}`)}">${listing.name}</a></h2>
<dl class="facts">
<dt>Website</dt><dd>${listing.url}</dd>
<dt>Claimed by</dt><dd>${account.name ?? "No name"}, ${account.email}</dd>
<dt>Proof</dt><dd>${PROOFS[claim.method]}. ${claim.checkDetail} ${claim.checkedAt && showTime(claim.checkedAt)}</dd>
<dt>Team now</dt><dd>${team.map((member) => html`${member.account.name ?? "No name"}, ${member.account.email} (${member.role})<br>`)}</dd>
<dt>Its proof</dt><dd>${proofWords(listing.claimedMethod, "none")}</dd>
</dl>
<form method="post" action="/admin/claims/${claim.id}" class="row">
${csrfField(res)}
<button name="decision" value="approve">Give the listing to the claimant</button>
<button name="decision" value="reject" class="danger">Leave it with its team</button>
</form>
</article>`,
)}
${total > page * PER_PAGE && html`<p><a href="/admin/claims?page=${page + 1}">More</a></p>`}`,
    });
  });

  router.post(
    "/admin/claims/:id",
    act("claim.decide", async (req, res, audited) => {
      const decision = formText(req, "decision");
      const id = Number(req.params.id);
      if (!["approve", "reject"].includes(decision) || !Number.isSafeInteger(id)) return notFound(res);
      const verdict = { isApproved: decision === "approve", by: audited.by };
      const isDone = await audited.store.change((tx) => decideClaim(tx, id, verdict, deps));
      deps.wakeJobs();
      seeOther(res, withNotice("/admin/claims", isDone ? "claim-decided" : "gone"));
    }),
  );

  return router;
}
