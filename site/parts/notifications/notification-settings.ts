import type { Response } from "express";
import { MOST_BROWSERS } from "#actions/notifications/push-browsers.ts";
import { type Html, html } from "#core/text/html.ts";
import {
  CHANNELS,
  type Channel,
  isChoosable,
  isOn,
  kindsOf,
  NOTIFICATION_KINDS,
  type NotificationKind,
  rowOf,
} from "#domain/notifications/notification.ts";
import { timeZones } from "#domain/time/time-zone.ts";
import type { Feature } from "#languages/language.ts";
import { as, t, type Words } from "#languages/words.ts";
import type { Choices } from "#store/repos/notifications/notification-settings.ts";
import type { PushSubscription } from "#store/repos/notifications/push-subscriptions.ts";
import { formTo, hidden } from "../../kit/form.ts";
import { showBrowser, showDay } from "../../kit/show.ts";

const CHANNEL_LABELS: Record<Channel, Words> = { site: t`Site`, mail: as("a way to notify")`Email`, push: t`Push` };

export const channelTable = (
  choices: Partial<Record<NotificationKind, Choices>>,
  wanted: ReadonlySet<string> | undefined,
  lacks: readonly Feature[],
  isAdmin: boolean,
): Html => {
  const isChecked = (kind: NotificationKind, channel: Channel): boolean =>
    wanted ? wanted.has(`${kind}.${channel}`) : isOn(kind, channel, choices[kind] ?? {});
  const shown = kindsOf(lacks, isAdmin);
  // What this site cannot send keeps its choice.
  const kept = NOTIFICATION_KINDS.filter((kind) => !shown.includes(kind)).flatMap((kind) =>
    CHANNELS.filter((channel) => isChoosable(kind, channel) && isChecked(kind, channel)).map((channel) =>
      hidden(channel, kind),
    ),
  );
  const cell = (kind: NotificationKind, channel: Channel) =>
    isChoosable(kind, channel)
      ? html`<label><input type="checkbox" name="${channel}" value="${kind}"${
          isChecked(kind, channel) && html` checked`
        }><span class="unseen">${rowOf(kind).label}: ${CHANNEL_LABELS[channel]}</span></label>`
      : html`<span class="small muted">always</span>`;
  return html`<div class="table channels"><table>
<thead><tr><th scope="col">Notification</th>${CHANNELS.map((channel) => html`<th scope="col">${CHANNEL_LABELS[channel]}</th>`)}</tr></thead>
<tbody>${shown.map(
    (kind) =>
      html`<tr><th scope="row">${rowOf(kind).label}</th>${CHANNELS.map((channel) => html`<td>${cell(kind, channel)}</td>`)}</tr>\n`,
  )}</tbody>
</table></div>${kept}
<p class="small muted">Emails about sign-in, keys, claims, invitations and the status of your listings are always sent.</p>`;
};

export type QuietForm = {
  from: string;
  until: string;
  zone: string;
  /** Whether the person never chose the zone; a script then proposes the browser's. */
  isGuess: boolean;
};

export function quietFields({ from, until, zone, isGuess }: QuietForm): Html {
  const known = timeZones().includes(zone) ? timeZones() : [zone, ...timeZones()];
  return html`<fieldset class="quiet-hours"><legend>Quiet hours</legend>
<p class="hint">Emails and push notifications wait until quiet hours end. Emails that are always sent do not wait.</p>
<div class="row">
<div class="field"><label for="quiet_from">From</label><input id="quiet_from" name="quiet_from" type="time" value="${from}"></div>
<div class="field"><label for="quiet_until">Until</label><input id="quiet_until" name="quiet_until" type="time" value="${until}"></div>
<div class="field grow"><label for="time_zone">Time zone</label>
<select id="time_zone" name="time_zone"${isGuess && html` data-guess`}>${known.map(
    (name) => html`<option value="${name}"${name === zone && html` selected`}>${name.replaceAll("_", " ")}</option>`,
  )}</select></div>
</div></fieldset>`;
}

type Push = { key: string; browsers: readonly PushSubscription[]; sessionId: string | undefined };

/** The browsers that get push messages. Only a script can add this one, after a click. */
export const pushSection = (res: Response, { key, browsers, sessionId }: Push): Html =>
  html`<h2 id="push">Push</h2>
<p>Your browser shows these notifications even when this site is closed.
They are encrypted, so the push service cannot read them.</p>
${
  browsers.length > 0 &&
  html`<ul class="dashboard-rows">${browsers.map((one) => browserRow(res, one, one.sessionHash === sessionId))}</ul>`
}
${
  browsers.length >= MOST_BROWSERS
    ? html`<p class="muted">You have reached the limit of browsers. Turn one off to add another.</p>`
    : html`${formTo(
        res,
        "/account/notifications/push",
        html`
data-push-key="${key}"`,
      )}<input type="hidden" name="endpoint"><input type="hidden" name="p256dh"><input type="hidden" name="auth">
<button class="quiet" hidden>Turn on in this browser</button>
<p class="fault" role="alert" hidden></p>
<p class="muted" data-without>This browser cannot show push notifications here.
On an iPhone or iPad, add this site to the home screen first.</p></form>`
}`;

const browserRow = (res: Response, { id, browser, createdAt, failingSince }: PushSubscription, isThis: boolean): Html =>
  html`<li><div class="grow"><h3>${showBrowser(browser)} ${isThis && html`<span class="tag good">this browser</span>`}</h3>
<p class="small muted">${
    failingSince
      ? html`Since ${showDay(createdAt)}, not responding since ${showDay(failingSince)}`
      : html`Since ${showDay(createdAt)}`
  }</p></div>
${formTo(
  res,
  `/account/notifications/push/${id}/remove`,
  html`${
    isThis &&
    html`
data-push-off`
  }`,
)}<button class="quiet slim" aria-label="Turn off in ${showBrowser(browser)}">Turn off</button></form></li>`;
