import type { Response } from "express";
import { stopNews } from "#actions/community/follow.ts";
import { type Choice, chooseNotifications } from "#actions/notifications/choose.ts";
import { addPushBrowser, pushKeyOf, removePushBrowser } from "#actions/notifications/push-browsers.ts";
import { readAllNotifications, readNotification } from "#actions/notifications/read.ts";
import { publicPushKey } from "#core/credentials/web-push.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { CHANNELS, type Channel, sentenceOf } from "#domain/notifications/notification.ts";
import { minuteOf, timeOf } from "#domain/notifications/notification-times.ts";
import { lackedBy } from "#domain/site/site-shape.ts";
import { isTimeZone } from "#domain/time/time-zone.ts";
import { isSameOrigin } from "#http/same-origin.ts";
import { type Text, t, type Words, wordsWith } from "#languages/words.ts";
import type { Notification } from "#store/repos/notifications/notifications.ts";
import { MOST_UNREAD } from "../../kit/bell.ts";
import { formFault, formList, formText, formTo, hidden } from "../../kit/form.ts";
import type { Notice } from "../../kit/notices.ts";
import { script } from "../../kit/scripts.ts";
import { showDay, showWhen } from "../../kit/show.ts";
import { accountOf, accountOnly, currentSession, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { pageNumber } from "../../kit/table.ts";
import {
  channelTable,
  pushSection,
  type QuietForm,
  quietFields,
} from "../../parts/notifications/notification-settings.ts";

const PER_PAGE = 30;

export function newsPages({ deps, pages, router }: Site): void {
  const { store, now, settings } = deps;

  router.get("/notifications", accountOnly, async (req, res) => {
    const { id } = accountOf(res);
    const page = pageNumber(req);
    const found = await store.notifications.ofAccount(id, { offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 });
    const unread = await store.notifications.countUnread(id, MOST_UNREAD);
    const at = now();
    const row = (news: Notification) =>
      html`<li${!news.readAt && html` class="unread"`}><a href="${href(`/notifications/${news.id}`)}">${
        !news.readAt && html`<span class="unseen">Unread: </span>`
      }${sentenceOf(news)}</a>
<span class="small muted">${showWhen(news.at, at)}</span></li>`;
    pages.render(res, {
      title: t`Notifications`,
      width: "reading",
      body: html`<div class="section-head"><h1>Notifications</h1><a href="/account/notifications">Settings</a></div>
${
  unread > 0 &&
  html`${formTo(res, "/notifications/read")}${hidden("seen_at", at.toISOString())}<button class="quiet slim">Mark all
as read</button></form>`
}
${
  found.length > 0
    ? html`<ol class="news">${found.slice(0, PER_PAGE).map(row)}</ol>`
    : html`<div class="empty"><p>${page > 1 ? t`No older notifications.` : t`No notifications yet.`}</p>
<p class="muted">${wordsWith("awards", t`Votes, reviews, your weekly rank and news from listings you follow appear here.`, t`Reviews, comments and news from listings you follow appear here.`)}</p></div>`
}
${
  (page > 1 || found.length > PER_PAGE) &&
  html`<nav class="pager" aria-label="Pages">${
    page > 1
      ? html`<a class="button quiet slim" rel="prev" href="${href(
          page > 2 ? `/notifications?page=${page - 1}` : "/notifications",
        )}">Newer</a>`
      : html`<span></span>`
  }
${
  found.length > PER_PAGE &&
  html`<a class="button quiet slim" rel="next" href="${href(`/notifications?page=${page + 1}`)}">Older</a>`
}</nav>`
}`,
    });
  });

  router.get("/notifications/unread.json", async (_req, res) => {
    const account = sessionOf(res)?.account;
    res.set("Cache-Control", "private, no-store");
    if (!account) return void res.status(401).json({ unread: 0 });
    res.json({ unread: await store.notifications.countUnread(account.id, MOST_UNREAD) });
  });

  // Opening one from here marks it as read. It is a link, so that it opens in a new tab as well.
  router.get("/notifications/:id", accountOnly, async (req, res) => {
    const id = Number(req.params.id);
    const isOpened = isSameOrigin(req, settings.BASE_URL) && req.headers["sec-purpose"] === undefined;
    const { id: accountId } = accountOf(res);
    const found = !Number.isSafeInteger(id)
      ? undefined
      : await (isOpened ? readNotification(accountId, id, deps) : store.notifications.findOwn(accountId, id));
    seeOther(res, found?.path ?? "/notifications?notice=gone");
  });

  router.post("/notifications/read", accountOnly, async (req, res) => {
    const seenAt = new Date(formText(req, "seen_at"));
    const at = now();
    await readAllNotifications(accountOf(res).id, seenAt < at ? seenAt : at, deps);
    seeOther(res, "/notifications?notice=all-read");
  });
}

const PATH = "/account/notifications";
const ADDED = { added: "push-on", refused: "push-refused", "too-many": "push-too-many" } as const satisfies Record<
  string,
  Notice
>;

export function notificationPages({ deps, pages, router }: Site): void {
  const { store, settings } = deps;
  router.use(PATH, accountOnly);

  async function show(res: Response, given?: { wanted: ReadonlySet<string>; quiet: QuietForm; fault: Text }) {
    const account = accountOf(res);
    const choices = await store.notificationSettings.allChoices(account.id);
    const zone = await store.notificationSettings.timeZone(account.id);
    const { quiet } = await store.notificationSettings.times(account.id);
    const known: QuietForm = {
      from: quiet ? timeOf(quiet.from) : "",
      until: quiet ? timeOf(quiet.until) : "",
      zone: zone ?? settings.SITE_TIMEZONE,
      isGuess: zone === undefined,
    };
    const browsers = await store.pushSubscriptions.ofAccount(account.id);
    const key = publicPushKey(await pushKeyOf(deps));
    pages.render(res, {
      status: given ? 400 : 200,
      heading: t`Notification settings`,
      above: ["/notifications", t`Notifications`],
      width: "reading",
      head: script("notifications.js"),
      body: html`<p class="lead">Emails go to ${account.email}.</p>
${!account.emailVerifiedAt && html`<p class="notice">You get emails once your address is confirmed.</p>`}
${formFault(given?.fault)}
${formTo(res, PATH)}
${channelTable(choices, given?.wanted, lackedBy(store.siteLook().shape), account.isAdmin)}
${quietFields(given?.quiet ?? known)}
<p><button>Save</button></p>
</form>
${pushSection(res, { key, browsers, sessionId: sessionOf(res)?.id })}
${await followed(res)}
<h2>Saved searches</h2>
<p><a href="/account/searches">Manage saved searches</a></p>
<h2>Weekly digest</h2>
<p>One email a week with what is new in the categories you follow, your searches and your statistics.
<a href="/account/digest">Manage weekly digest</a></p>
<h2>Comments</h2>
<p>We email new comments in your threads and on your listings at most once an hour. You can mute a thread on its page.</p>`,
    });
  }

  async function followed(res: Response): Promise<Html> {
    const follows = await store.personal.follows(accountOf(res).id);
    const stop = (slug: string, words: Words, label: Words) =>
      html`${formTo(res, `${PATH}/stop`)}${hidden("slug", slug)}<button class="quiet slim" aria-label="${label}">${words}</button></form>`;
    return html`<h2>Listings you follow</h2>
${
  follows.length === 0
    ? html`<p class="muted">You don’t follow any listings yet. When you follow one, you get its news at most once a day.</p>`
    : html`<ul class="dashboard-rows">${follows.map(
        ({ slug, name, at }) => html`<li><div class="grow"><h3><a href="/listings/${slug}">${name}</a></h3>
<p class="small muted">followed since ${showDay(at)}</p></div>${stop(slug, t`Unfollow`, t`Unfollow ${name}`)}</li>`,
      )}</ul>
${follows.length > 1 && stop("", t`Unfollow all`, t`Unfollow all`)}`
}`;
  }

  router.get(PATH, (_req, res) => show(res));

  router.post(PATH, async (req, res) => {
    const wanted = new Set(
      CHANNELS.flatMap((channel: Channel) =>
        formList(req, channel).map((kind) => `${kind}.${channel}` satisfies Choice),
      ),
    );
    const form = {
      from: formText(req, "quiet_from"),
      until: formText(req, "quiet_until"),
      zone: formText(req, "time_zone"),
    };
    const [from, until] = [minuteOf(form.from), minuteOf(form.until)];
    const isEmpty = form.from === "" && form.until === "";
    const fault = !isTimeZone(form.zone)
      ? t`Choose your time zone.`
      : !isEmpty && (from === undefined || until === undefined || from === until)
        ? t`Enter different start and end times, like 22:00 and 07:30, or leave both empty.`
        : undefined;
    if (fault) return show(res, { wanted, quiet: { ...form, isGuess: false }, fault });
    const hours = from === undefined || until === undefined ? null : { from, until };
    await chooseNotifications(accountOf(res).id, { wanted, quiet: { timeZone: form.zone, hours } }, deps);
    seeOther(res, PATH, "notifications-saved");
  });

  router.post(`${PATH}/push`, async (req, res) => {
    const done = await addPushBrowser(
      accountOf(res).id,
      {
        endpoint: formText(req, "endpoint"),
        p256dh: formText(req, "p256dh"),
        auth: formText(req, "auth"),
        browser: req.headers["user-agent"]?.slice(0, 200) ?? null,
        sessionHash: currentSession(res).id,
      },
      deps,
    );
    seeOther(res, `${PATH}#push`, ADDED[done]);
  });

  router.post(`${PATH}/push/:id/remove`, async (req, res) => {
    await removePushBrowser(accountOf(res).id, req.params.id, deps);
    seeOther(res, `${PATH}#push`, "push-off");
  });

  router.post(`${PATH}/stop`, async (req, res) => {
    await stopNews(accountOf(res).id, formText(req, "slug"), deps);
    seeOther(res, PATH, "mails-stopped");
  });
}
