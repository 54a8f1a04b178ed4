import { type Response, Router } from "express";
import { decideAlternative } from "../../../actions/listings/alternatives.ts";
import { html } from "../../../core/text/html.ts";
import { adminActions } from "../../kit/admin-action.ts";
import { formText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { plural } from "../../kit/show.ts";
import { type Site, seeOther } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";
import { ALTERNATIVE_NOTICES, alternativeForm, isAlternativeDecision } from "../../parts/listings/alternative-form.ts";

/**
 * Listed products that makers named as competitors: the site team approves them as alternatives.
 */
export function alternativeAdminPages({ deps, pages }: Site, notFound: (res: Response) => void): Router {
  const { store, now } = deps;
  const router = Router();
  const act = adminActions(deps);

  router.get("/admin/alternatives", async (_req, res) => {
    const suggestions = await store.moderation.suggestions();
    pages.render(res, {
      title: "Alternatives",
      body: html`<h1>Alternatives</h1>
<p class="lead">${
        suggestions.length > 0 && `${plural(suggestions.length, "alternative")} to review. `
      }Makers named these products in their drafts. Approved ones come first among the alternatives of the listing.</p>
${
  suggestions.length === 0
    ? html`<p class="empty">No alternatives to review.</p>`
    : table(
        ["Listing", "Alternative", { label: "Decide", unseen: true, end: true }],
        suggestions.map(({ listing, alternative }) => [
          html`<a href="/admin/listings/${listing.id}">${listing.name}</a>`,
          html`<a href="/admin/listings/${alternative.id}">${alternative.name}</a>`,
          alternativeForm(res, `/admin/alternatives/${listing.id}`, { listing, alternative }),
        ]),
      )
}`,
    });
  });

  router.post(
    "/admin/alternatives/:id",
    act("listing.alternatives", async (req, res, audited) => {
      const decision = formText(req, "decision");
      if (!isAlternativeDecision(decision)) return notFound(res);
      const choice = {
        listingId: Number(req.params.id),
        alternativeId: Number(formText(req, "alternative")),
        isApproved: decision === "approve",
      };
      const isDone = await audited.store.change((tx) => decideAlternative(tx, choice, now()));
      seeOther(res, withNotice("/admin/alternatives", isDone ? ALTERNATIVE_NOTICES[decision] : "gone"));
    }),
  );

  return router;
}
