import { type Response, Router } from "express";
import { hashToken } from "../../auth/tokens.ts";
import type { Draft, Invite } from "../../domain/draft.ts";
import { burstLimits } from "../../domain/votes.ts";
import { csrfField, formText, queryText } from "../form.ts";
import { html } from "../html.ts";
import { linkGone } from "../link-gone.ts";
import { accountOf, accountOnly, type Site, seeOther, sessionOf } from "../site.ts";

/** The link of a co-founder invitation. Accepting makes the person an editor of the listing, now or once it is saved. */
export function invitePages({ deps, pages }: Site): Router {
  const { store, now } = deps;
  const router = Router();

  const showGone = (res: Response): void =>
    linkGone(
      pages,
      res,
      html`<p class="lead">It was accepted already, or it is older than 14 days.</p>
<p>Ask the person who invited you for a new one.</p>`,
      "This invitation no longer works",
    );

  async function find(token: string): Promise<{ invite: Invite; draft: Draft } | undefined> {
    const invite = token ? await store.drafts.findInvite(hashToken(token)) : undefined;
    if (invite?.status !== "pending" || invite.expiresAt <= now()) return undefined;
    const draft = await store.drafts.find(invite.draftId);
    return draft && { invite, draft };
  }

  router.get("/invite", async (req, res) => {
    const token = queryText(req, "token");
    const found = await find(token);
    if (!found) return showGone(res);
    const { invite, draft } = found;
    const name = draft.content.fields.name?.value;
    const product = typeof name === "string" ? name : draft.url;
    const inviter = await store.accounts.find(draft.accountId);
    const account = sessionOf(res)?.account;
    const isRight = account?.emailFolded === invite.emailFolded;
    const here = encodeURIComponent(`/invite?token=${token}`);
    pages.render(res, {
      kind: "interaction",
      title: `Invitation to ${product}`,
      body: html`<h1>Join ${product}</h1>
<p class="lead">${inviter?.name ?? "Somebody"} names you as a co-founder of ${product}.</p>
<p>Accept to edit its listing together. The invitation is for <strong>${invite.email}</strong>.</p>
${
  isRight
    ? html`<form method="post" action="/invite">
${csrfField(res)}
<input type="hidden" name="token" value="${token}">
<p><button>Accept the invitation</button></p>
</form>`
    : account
      ? html`<p>You are signed in as ${account.email}. Sign out, then open this link again and sign in with ${invite.email}.</p>`
      : html`<p><a class="button" href="/sign-in?return_to=${here}">Sign in to accept</a></p>
<p>No account yet? <a href="/sign-up?return_to=${here}">Sign up</a> with ${invite.email}.</p>`
}`,
    });
  });

  router.post("/invite", accountOnly, async (req, res) => {
    const found = await find(formText(req, "token"));
    const account = accountOf(res);
    if (found?.invite.emailFolded !== account.emailFolded) return showGone(res);
    await store.change(async (tx) => {
      await tx.drafts.acceptInvite(found.invite.id, account.id);
      // The link came by mail to this very address.
      if (!account.emailVerifiedAt) await tx.accounts.verifyEmail(account.id, now());
      const draft = await tx.drafts.find(found.invite.draftId);
      if (draft?.listingId) await tx.listings.addEditor(draft.listingId, account.id, now());
      // Whoever joins the team no longer counts as a voter of its listing.
      await tx.votes.judgeAgain(account.id, burstLimits(deps.settings));
    });
    seeOther(res, "/account?notice=invited");
  });

  return router;
}
