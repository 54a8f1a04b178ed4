import { type Request, type Response, Router } from "express";
import { followedBy } from "../../../actions/notifications/digest-news.ts";
import {
  chooseForAccount,
  setFollowingCategory,
  stopDigest,
  subscriptionOf,
} from "../../../actions/notifications/digest-settings.ts";
import { askForDigest } from "../../../actions/notifications/subscribe-digest.ts";
import { takeQuota } from "../../../core/limits/limiter.ts";
import { type Html, href, html } from "../../../core/text/html.ts";
import type { FollowedCategory } from "../../../store/repos/community/category-follows.ts";
import type { Subscriber } from "../../../store/repos/notifications/digests.ts";
import { choice, csrfField, formText } from "../../kit/form.ts";
import { formTool } from "../../kit/form-tool.ts";
import { type Notice, withNotice } from "../../kit/notices.ts";
import { accountOf, accountOnly, addressOf, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { wantedState } from "../../parts/community/community.ts";
import { browserZone, turnWords, zoneField } from "../../parts/notifications/digest-parts.ts";

const PATH = "/account/digest";

/** The weekly digest of a person with an account, and the categories that they follow. */
export function accountDigestPages({ deps, pages }: Site, notFound: (res: Response) => void): Router {
  const { store, settings } = deps;
  const { SITE_TIMEZONE } = settings;
  const router = Router();

  router.get(PATH, accountOnly, async (_req, res) => {
    const account = accountOf(res);
    const subscriber = await subscriptionOf(account, store);
    const followed = await followedBy({ account, subscriberId: subscriber?.id }, store);
    const names = await store.reference.categoryNames();
    const isPaused = (await store.digests.pausedAt()) !== null;
    pages.render(res, {
      title: "Weekly digest",
      width: "reading",
      body: html`<p class="eyebrow"><a href="/account">Your account</a></p>
<h1>Weekly digest</h1>
<p class="lead">Launches in the categories you follow, new results of your saved searches,
and how your own listings did: one email a week, and none when nothing is new.</p>
${subscriber ? isOn(res, subscriber, isPaused) : isOff(res, account.emailVerifiedAt !== null, account.email)}
<h2 id="categories">Categories you follow</h2>
${followedList(res, followed)}
${followForm(
  res,
  names.filter(({ slug }) => !followed.some((one) => one.slug === slug)),
)}`,
    });
  });

  const isOn = (res: Response, { email, zone, withSearches, dueAt }: Subscriber, isPaused: boolean): Html =>
    html`<p>It is on. The next one goes to ${email} on ${turnWords(dueAt, zone ?? SITE_TIMEZONE)}.${
      isPaused && html` <strong>The people who run ${settings.SITE_NAME} have paused it for now.</strong>`
    }</p>
<form method="post" action="${href(PATH)}">${csrfField(res)}
${zoneField(zone, SITE_TIMEZONE)}
<label class="check"><input type="checkbox" name="searches" value="on"${
      withSearches && html` checked`
    }><span>Include my saved searches instead of sending separate emails</span></label>
<div class="row"><button name="do" value="save">Save</button><button class="quiet" name="do" value="stop">Stop the digest</button></div>
</form>`;

  const isOff = (res: Response, isVerified: boolean, email: string): Html =>
    isVerified
      ? html`<form method="post" action="${href(PATH)}"${formTool("ask_for_digest")}>${csrfField(res)}${browserZone}
<p><button name="do" value="ask">Send it to me</button></p>
<p class="small muted">We will first email ${email} a link to confirm it.</p></form>`
      : html`<p class="notice">Confirm your email address first. <a href="/account">The account page</a> can send you a new link.</p>`;

  router.post(PATH, accountOnly, async (req, res) => {
    const account = accountOf(res);
    const zone = formText(req, "zone");
    const done = (notice: Notice) => seeOther(res, withNotice(PATH, notice));
    switch (formText(req, "do")) {
      case "ask": {
        if (!account.emailVerifiedAt) return done("verify-first");
        const wish = { email: account.email, address: addressOf(req), categories: [], zone };
        return done((await askForDigest(wish, deps)) === "sent" ? "digest-asked" : "verification-limit");
      }
      case "save":
        await chooseForAccount(account, { zone, withSearches: formText(req, "searches") === "on" }, deps);
        return done("digest-saved");
      case "stop":
        await stopDigest(account, deps);
        return done("digest-stopped");
      default:
        return notFound(res);
    }
  });

  /** From the page of a category, and from here. */
  async function follow(req: Request, res: Response, category: string, page: string): Promise<void> {
    const account = sessionOf(res)?.account;
    if (!account) return seeOther(res, `/digest?category=${encodeURIComponent(category)}`);
    const isWanted = wantedState(req, "follow");
    await takeQuota(deps.limiter, "follow", account.id);
    const outcome = await setFollowingCategory({ accountId: account.id, category, isWanted }, deps);
    if (outcome === "unknown") return notFound(res);
    const notice = outcome === "done" ? (isWanted ? "category-followed" : "category-unfollowed") : outcome;
    seeOther(res, withNotice(page, notice));
  }
  router.post("/categories/:slug/follow", (req: Request, res: Response) => {
    const slug = String(req.params.slug);
    return follow(req, res, slug, `/categories/${encodeURIComponent(slug)}#follow`);
  });
  router.post(`${PATH}/categories`, accountOnly, (req, res) =>
    follow(req, res, formText(req, "category"), `${PATH}#categories`),
  );

  return router;
}

const followedList = (res: Response, followed: readonly FollowedCategory[]): Html =>
  followed.length === 0
    ? html`<p class="muted">You follow none yet. Follow one here, or on <a href="/categories">its page</a>.</p>`
    : html`<ul class="dashboard-rows">${followed.map(
        ({
          slug,
          name,
        }) => html`<li><div class="grow"><h3><a href="${href(`/categories/${slug}`)}">${name}</a></h3></div>
<form method="post" action="${href(`${PATH}/categories`)}">${csrfField(res)}<input type="hidden" name="category" value="${slug}"><button class="quiet slim" name="follow" value="off" aria-label="Unfollow ${name}">Unfollow</button></form></li>`,
      )}</ul>`;

const followForm = (res: Response, others: readonly FollowedCategory[]): Html | false =>
  others.length > 0 &&
  html`<form method="post" action="${href(`${PATH}/categories`)}"${formTool("follow_category")}>${csrfField(res)}<input type="hidden" name="follow" value="on">
${choice({
  name: "category",
  label: "Another category",
  options: others.map(({ slug, name }) => [slug, name] as const),
  none: "Choose one",
  required: true,
})}
<p><button class="quiet">Follow</button></p></form>`;
