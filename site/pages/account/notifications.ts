import { Router } from "express";
import { stopNews } from "../../../actions/community/follow.ts";
import { html } from "../../../core/html.ts";
import { csrfField, formText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { showDay } from "../../kit/show.ts";
import { accountOf, accountOnly, type Site, seeOther } from "../../kit/site.ts";

/** Emails about listings that a person follows: they can stop one or all of them. */
export function notificationPages({ deps, pages }: Site): Router {
  const { store } = deps;
  const router = Router();

  router.get("/account/notifications", accountOnly, async (_req, res) => {
    const account = accountOf(res);
    const follows = await store.personal.follows(account.id);
    const stop = (slug: string, words: string, label: string) =>
      html`<form method="post" action="/account/notifications/stop">${csrfField(res)}<input type="hidden" name="slug" value="${slug}"><button class="quiet slim" aria-label="${label}">${words}</button></form>`;
    pages.render(res, {
      title: "Email notifications",
      width: "reading",
      body: html`<p class="eyebrow"><a href="/account">Your account</a></p>
<h1>Email notifications</h1>
<p class="lead">They go to ${account.email}.</p>
<h2>Updates of listings you follow</h2>
${!account.emailVerifiedAt && html`<p class="notice">These emails start once your address is confirmed.</p>`}
${
  follows.length === 0
    ? html`<p class="muted">You don't follow any listings. When you follow one, we email you its team's news, at most once a day.</p>`
    : html`<ul class="dashboard-rows">${follows.map(
        ({ slug, name, at }) => html`<li><div class="grow"><h3><a href="/listings/${slug}">${name}</a></h3>
<p class="small muted">followed since ${showDay(at)}</p></div>${stop(slug, "Stop", `Stop emails about ${name}`)}</li>`,
      )}</ul>
${follows.length > 1 && stop("", "Stop all", "Stop all")}`
}
<h2>Searches you saved</h2>
<p>What is new and fits comes in one email, at most once a day. <a href="/account/searches">Pause or delete your saved searches</a></p>
<h2>Weekly digest</h2>
<p>Launches in the categories you follow, your searches and your own figures in one email a week, if you ask for it. <a href="/account/digest">Your weekly digest</a></p>
<h2>Always</h2>
<p>Sign-in, password and keys; your listings, launches and badges; claims, invitations and orders. Nobody can do without these, so they cannot be stopped. We send no advertising.</p>`,
    });
  });

  router.post("/account/notifications/stop", accountOnly, async (req, res) => {
    await stopNews(accountOf(res).id, formText(req, "slug"), deps);
    seeOther(res, withNotice("/account/notifications", "mails-stopped"));
  });

  return router;
}
