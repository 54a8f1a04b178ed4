import type { Response } from "express";
import { acceptInvite, findInvite } from "#actions/drafts/invite-cofounder.ts";
import { agreement } from "#core/settings/policies.ts";
import { html } from "#core/text/html.ts";
import { t } from "#languages/words.ts";
import { formText, formTo, hidden, queryText } from "../../kit/form.ts";
import { accountOf, accountOnly, type Site, seeOther } from "../../kit/site.ts";
import { linkGone } from "../../parts/accounts/secrets.ts";

/**
 * The link of a co-founder invitation. Accepting makes the person an editor of the listing, now or
 * once it is saved.
 */
export function invitePages({ deps, sessions, pages, router }: Site): void {
  const { store, now } = deps;

  const showGone = (res: Response): void =>
    linkGone(
      pages,
      res,
      html`<p class="lead">It was already accepted, is older than 14 days or was sent by someone who can no longer edit the listing.</p>
<p>If you accepted it, find the listing in <a href="/account/listings">your listings</a>. Otherwise ask for a new invitation.</p>`,
      t`This invitation no longer works`,
    );

  router.get("/invite", async (req, res) => {
    const token = queryText(req, "token");
    const found = await findInvite(store, token, now());
    if (!found) return showGone(res);
    const { invite, draft, inviter } = found;
    const name = draft.content.fields.name?.value;
    const product = typeof name === "string" ? name : draft.url;
    const { account } = await sessions.ensure(req, res);
    const isRight = account?.emailFolded === invite.emailFolded;
    const path = `/invite?token=${encodeURIComponent(token)}`;
    pages.render(res, {
      kind: "interaction",
      heading: t`Join ${product}`,
      body: html`<p class="lead">${
        inviter.name
          ? t`${inviter.name} invited you as a co-founder of ${product}.`
          : t`You are invited as a co-founder of ${product}.`
      }</p>
<p>Accept to edit the listing together. The invitation is for <strong>${invite.email}</strong>.</p>
${
  isRight
    ? html`${formTo(res, "/invite")}
${hidden("token", token)}
<p><button>Accept invitation</button></p>
</form>`
    : account
      ? html`<p>You are signed in as ${account.email}. Sign out, then open this link again and sign in with ${invite.email}.</p>`
      : html`${formTo(res, "/sign-in/email")}
${hidden("email", invite.email)}
${hidden("return_to", path)}
<p><button>Email me a code</button></p>
${agreement("signing up", deps.settings)}
</form>
<p>You can also <a href="/sign-in?return_to=${encodeURIComponent(path)}">sign in</a> with a password or passkey, or
<a href="/sign-up?return_to=${encodeURIComponent(path)}">sign up</a>.</p>`
}`,
    });
  });

  router.post("/invite", accountOnly, async (req, res) => {
    const isAccepted = await acceptInvite(formText(req, "token"), accountOf(res), deps);
    if (!isAccepted) return showGone(res);
    seeOther(res, "/account?notice=invited");
  });
}
