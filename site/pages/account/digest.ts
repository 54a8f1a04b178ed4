import type { Request, Response } from "express";
import { followedBy } from "#actions/notifications/digest-news.ts";
import {
  chooseForAccount,
  setFollowingCategory,
  stopDigest,
  subscriptionOf,
} from "#actions/notifications/digest-settings.ts";
import { askForDigest } from "#actions/notifications/subscribe-digest.ts";
import { changeSavedSearch, type SearchAct } from "#actions/search/saved-searches.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { searchQuery, wordsOfQuery } from "#domain/search/saved-search.ts";
import { t, type Words } from "#languages/words.ts";
import type { FollowedCategory } from "#store/repos/community/category-follows.ts";
import type { Subscriber } from "#store/repos/notifications/digests.ts";
import type { SavedSearch } from "#store/repos/search/saved-searches.ts";
import { choice, formText, formTo, hidden, type Option } from "../../kit/form.ts";
import { formTool } from "../../kit/form-tool.ts";
import { languageOf } from "../../kit/language.ts";
import type { Notice } from "../../kit/notices.ts";
import { categoryName, categoryWords, showDay } from "../../kit/show.ts";
import { accountOf, accountOnly, addressOf, notFound, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { createWanted } from "../../parts/accounts/wanted.ts";
import { wantedState } from "../../parts/community/community.ts";
import { categoryOptions } from "../../parts/listings/category-options.ts";
import { browserZone, turnWords, zoneField } from "../../parts/notifications/digest-parts.ts";
import { askToTell, TELL_ME } from "../../parts/search/search-title.ts";

const PATH = "/account/digest";

export function accountDigestPages({ deps, pages, router }: Site): void {
  const { store, settings } = deps;

  router.get(PATH, accountOnly, async (_req, res) => {
    const account = accountOf(res);
    const subscriber = await subscriptionOf(account, store);
    const followed = await followedBy({ account, subscriberId: subscriber?.id }, store);
    const names = await categoryOptions(store, languageOf(res), "slug");
    const isPaused = (await store.digests.pausedAt()) !== null;
    pages.render(res, {
      heading: t`Weekly digest`,
      above: ["/account", t`Your account`],
      width: "reading",
      body: html`<p class="lead">One email a week with what is new in the categories you follow, new results
for your saved searches and statistics of your listings. We send none without news.</p>
${subscriber ? isOn(res, subscriber, isPaused) : isOff(res, account.emailVerifiedAt !== null, account.email)}
<h2 id="categories">Categories you follow</h2>
${followedList(res, followed)}
${followForm(
  res,
  names.filter(([slug]) => !followed.some((one) => one.slug === slug)),
)}`,
    });
  });

  const isOn = (res: Response, { email, zone, withSearches, dueAt }: Subscriber, isPaused: boolean): Html =>
    html`<p>${html`The digest is on. The next one goes to ${email} on ${turnWords(dueAt, zone ?? settings.SITE_TIMEZONE)}.`}${
      isPaused && html` <strong>The site team has paused the digest for now.</strong>`
    }</p>
${formTo(res, PATH)}
${zoneField(zone, settings.SITE_TIMEZONE)}
<label class="check"><input type="checkbox" name="searches" value="on"${
      withSearches && html` checked`
    }><span>Include my saved searches instead of separate emails</span></label>
<div class="row"><button name="do" value="save">Save</button><button class="quiet" name="do" value="stop">Unsubscribe</button></div>
</form>`;

  const isOff = (res: Response, isVerified: boolean, email: string): Html =>
    isVerified
      ? html`${formTo(res, PATH, html`${formTool("ask_for_digest")}`)}${browserZone}
<p><button name="do" value="ask">Subscribe</button></p>
<p class="small muted">We will email ${email} a link to confirm.</p></form>`
      : html`<p class="notice">Confirm your email address first. You can get a new link on <a href="/account">your account page</a>.</p>`;

  router.post(PATH, accountOnly, async (req, res) => {
    const account = accountOf(res);
    const zone = formText(req, "zone");
    const done = (notice: Notice) => seeOther(res, PATH, notice);
    switch (formText(req, "do")) {
      case "ask": {
        if (!account.emailVerifiedAt) return done("verify-first");
        const wish = {
          email: account.email,
          address: addressOf(req),
          categories: [],
          zone,
          language: account.language,
        };
        return done((await askForDigest(wish, deps)) === "sent" ? "digest-asked" : "verification-limit");
      }
      case "save":
        await chooseForAccount(account, { zone, withSearches: formText(req, "searches") === "on" }, deps);
        return done("digest-saved");
      case "stop":
        await stopDigest(account, deps);
        return done("digest-stopped");
      default:
        notFound();
    }
  });

  async function follow(req: Request, res: Response, category: string, page: string): Promise<void> {
    const account = sessionOf(res)?.account;
    if (!account) return seeOther(res, `/digest?category=${encodeURIComponent(category)}`);
    const isWanted = wantedState(req, "follow");
    await takeQuota(deps.limiter, "follow", account.id);
    const outcome = await setFollowingCategory({ accountId: account.id, category, isWanted }, deps);
    if (outcome === "unknown") notFound();
    const notice = outcome === "done" ? (isWanted ? "category-followed" : "category-unfollowed") : outcome;
    seeOther(res, page, notice);
  }
  router.post("/categories/:slug/follow", (req: Request, res: Response) => {
    const slug = String(req.params.slug);
    return follow(req, res, slug, `/categories/${encodeURIComponent(slug)}#follow`);
  });
  router.post(`${PATH}/categories`, accountOnly, (req, res) =>
    follow(req, res, formText(req, "category"), `${PATH}#categories`),
  );
}

const followedList = (res: Response, followed: readonly FollowedCategory[]): Html =>
  followed.length === 0
    ? html`<p class="muted">You don’t follow any categories yet. Choose one below or <a href="/categories">browse all categories</a>.</p>`
    : html`<ul class="dashboard-rows">${followed.map(
        ({
          slug,
          name,
        }) => html`<li><div class="grow"><h3><a href="${href(`/categories/${slug}`)}">${categoryName({ slug, name })}</a></h3></div>
${formTo(res, `${PATH}/categories`)}${hidden("category", slug)}<button class="quiet slim" name="follow" value="off"
aria-label="Unfollow ${categoryWords({ slug, name })}">Unfollow</button></form></li>`,
      )}</ul>`;

const followForm = (res: Response, others: readonly Option[]): Html | false =>
  others.length > 0 &&
  html`${formTo(res, `${PATH}/categories`, html`${formTool("follow_category")}`)}${hidden("follow", "on")}
${choice({
  name: "category",
  label: t`Category`,
  options: others,
  none: t`Choose one`,
  required: true,
})}
<p><button class="quiet">Follow</button></p></form>`;

const ACTS: readonly SearchAct[] = ["pause", "resume", "delete"];
const LABELS: Record<SearchAct, Words> = { pause: t`Pause`, resume: t`Resume`, delete: t`Delete` };

export function savedSearchPages({ deps, sessions, pages, router }: Site): void {
  const { store, limiter } = deps;

  router.get("/account/searches", accountOnly, async (_req, res) => {
    const account = accountOf(res);
    const searches = await store.savedSearches.ofAccount(account.id);
    const button = ({ id, title }: SavedSearch, act: SearchAct) =>
      html`${formTo(res, `/account/searches/${id}`)}<button class="${
        act === "delete" ? "danger" : "quiet"
      } slim" name="do" value="${act}" aria-label="${LABELS[act]}: ${title}">${LABELS[act]}</button></form>`;
    pages.render(res, {
      heading: t`Saved searches`,
      above: ["/account", t`Your account`],
      width: "reading",
      body: html`<p class="lead">We email new results for all your searches to ${account.email}, at most once a day.</p>
${
  searches.length === 0
    ? html`<p class="muted">No saved searches yet.
<a href="/search">Search for what you need</a>, then save the search.</p>`
    : html`<ul class="dashboard-rows">${searches.map(
        (
          search,
        ) => html`<li><div class="grow"><h2 class="h3"><a href="${href(`/search?${search.query}`)}"><bdi>${search.title}</bdi></a></h2>
<p class="small muted">${
          search.pausedAt
            ? html`paused since ${showDay(search.pausedAt)}`
            : html`saved on
${showDay(search.createdAt)}`
        } · <a href="${href(`/feeds/search.atom?${search.query}`)}">RSS feed<span class="unseen"> of ${search.title}</span></a></p></div>
${button(search, search.pausedAt ? "resume" : "pause")}${button(search, "delete")}</li>`,
      )}</ul>`
}`,
    });
  });

  router.post("/account/searches", async (req, res) => {
    const text = formText(req, "query").slice(0, 2000);
    const query = searchQuery(wordsOfQuery(text));
    const page = query ? `/search?${query}#${TELL_ME}` : "/search";
    const account = sessionOf(res)?.account;
    if (!account) return createWanted({ deps, sessions }).begin(req, res, { act: "search", of: query, path: page });
    await takeQuota(limiter, "follow", account.id);
    const outcome = await askToTell(account.id, query, deps);
    seeOther(res, page, outcome === "verify-first" ? outcome : `search-${outcome}`);
  });

  router.post("/account/searches/:id", accountOnly, async (req: Request<{ id: string }>, res, next) => {
    const act = ACTS.find((known) => known === formText(req, "do"));
    if (!act) return next();
    await changeSavedSearch({ accountId: accountOf(res).id, id: req.params.id, act }, deps);
    seeOther(res, "/account/searches", `search-${act}`);
  });
}
