import { type Response, Router } from "express";
import { stopNews } from "../../../actions/community/follow.ts";
import { type Choice, chooseNotifications } from "../../../actions/notifications/choose.ts";
import { addPushBrowser, pushKeyOf, removePushBrowser } from "../../../actions/notifications/push-browsers.ts";

import { publicPushKey } from "../../../core/credentials/web-push.ts";
import { type Html, href, html } from "../../../core/text/html.ts";
import { CHANNELS, type Channel } from "../../../domain/notifications/notification.ts";
import { minuteOf, timeOf } from "../../../domain/notifications/notification-times.ts";
import { isTimeZone } from "../../../domain/time/time-zone.ts";
import { assetPath } from "../../kit/assets.ts";
import { csrfField, formFault, formList, formText } from "../../kit/form.ts";
import { type Notice, withNotice } from "../../kit/notices.ts";
import { showDay } from "../../kit/show.ts";
import { accountOf, accountOnly, currentSession, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import {
  channelTable,
  pushSection,
  type QuietForm,
  quietFields,
} from "../../parts/notifications/notification-settings.ts";

const PATH = "/account/notifications";
const ADDED = { added: "push-on", refused: "push-refused", "too-many": "push-too-many" } as const satisfies Record<
  string,
  Notice
>;

/** Notification settings: kinds by channel (site, email, push), and quiet hours. */
export function notificationPages({ deps, pages }: Site): Router {
  const { store, settings } = deps;
  const router = Router();
  router.use(PATH, accountOnly);

  async function show(res: Response, given?: { wanted: ReadonlySet<string>; quiet: QuietForm; fault: string }) {
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
      title: "Notification settings",
      width: "reading",
      head: html`<script src="${assetPath("notifications.js")}" type="module"></script>`,
      body: html`<p class="eyebrow"><a href="/notifications">Notifications</a></p>
<h1>Notification settings</h1>
<p class="lead">Emails go to ${account.email}.</p>
${!account.emailVerifiedAt && html`<p class="notice">These emails start once your address is confirmed.</p>`}
${formFault(given?.fault)}
<form method="post" action="${href(PATH)}">${csrfField(res)}
${channelTable(choices, given?.wanted)}
${quietFields(given?.quiet ?? known)}
<p><button>Save</button></p>
</form>
${pushSection(res, { key, browsers, sessionId: sessionOf(res)?.id })}
${await followed(res)}
<h2>Searches you saved</h2>
<p><a href="/account/searches">Pause or delete your saved searches</a></p>
<h2>Weekly digest</h2>
<p>Launches in the categories you follow, your searches and your own statistics in one email a week, if you subscribe.
<a href="/account/digest">Your weekly digest</a></p>
<h2>Threads you are in</h2>
<p>New comments in them and on your listings come in one email, at most once an hour. You can mute a thread on its page.</p>`,
    });
  }

  async function followed(res: Response): Promise<Html> {
    const follows = await store.personal.follows(accountOf(res).id);
    const stop = (slug: string, words: string, label: string) =>
      html`<form method="post" action="${href(`${PATH}/stop`)}">${csrfField(res)}<input type="hidden" name="slug" value="${slug}"><button class="quiet slim" aria-label="${label}">${words}</button></form>`;
    return html`<h2>Listings you follow</h2>
${
  follows.length === 0
    ? html`<p class="muted">You don't follow any listings. When you follow one, you get its team's news, at most once a day.</p>`
    : html`<ul class="dashboard-rows">${follows.map(
        ({ slug, name, at }) => html`<li><div class="grow"><h3><a href="/listings/${slug}">${name}</a></h3>
<p class="small muted">followed since ${showDay(at)}</p></div>${stop(slug, "Stop", `Stop following ${name}`)}</li>`,
      )}</ul>
${follows.length > 1 && stop("", "Stop all", "Stop all")}`
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
      ? "Choose the time zone you live in."
      : !isEmpty && (from === undefined || until === undefined || from === until)
        ? "Enter different start and end times, like 22:00 and 07:30, or leave both empty."
        : undefined;
    if (fault) return show(res, { wanted, quiet: { ...form, isGuess: false }, fault });
    const hours = from === undefined || until === undefined ? null : { from, until };
    await chooseNotifications(accountOf(res).id, { wanted, quiet: { timeZone: form.zone, hours } }, deps);
    seeOther(res, withNotice(PATH, "notifications-saved"));
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
    seeOther(res, withNotice(`${PATH}#push`, ADDED[done]));
  });

  router.post(`${PATH}/push/:id/remove`, async (req, res) => {
    await removePushBrowser(accountOf(res).id, req.params.id, deps);
    seeOther(res, withNotice(`${PATH}#push`, "push-off"));
  });

  router.post(`${PATH}/stop`, async (req, res) => {
    await stopNews(accountOf(res).id, formText(req, "slug"), deps);
    seeOther(res, withNotice(PATH, "mails-stopped"));
  });

  return router;
}
