import type { Response } from "express";
import type { Moves } from "#actions/launches/reschedule.ts";
import type { FullWeek } from "#actions/launches/week-list.ts";
import { type Html, html } from "#core/text/html.ts";
import type { Day } from "#domain/launches/launch-week.ts";
import { joined, listed, plural, type Text, t, type Words } from "#languages/words.ts";
import type { LaunchMove } from "#store/repos/launches/launch-moves.ts";
import type { WeekWait } from "#store/repos/launches/week-waits.ts";
import { plainWords } from "../../kit/attempt.ts";
import { choice, formTo, hidden } from "../../kit/form.ts";
import { showDay, showTime } from "../../kit/show.ts";
import { dashboardPath, type Owned } from "../listings/dashboard.ts";
import { dayInWords, fullDay } from "./calendar.ts";
import type { LaunchPlan } from "./room.ts";

export type Moving = {
  plan: LaunchPlan | undefined;
  /** Days of its week that it can be on. */
  days: readonly Day[];
  moves: Moves | { refusal: Text };
  before: readonly { move: LaunchMove; by: string | null }[];
  /** Weeks in which the listing has a place in the featured row, which does not move along. */
  featured: readonly string[];
};

/** Moving the launch to another week, and the moves until now. */
export const moveSection = (res: Response, listing: Owned, { plan, days, moves, before, featured }: Moving): Html =>
  html`<section class="card" aria-labelledby="move"><h2 id="move">Move the launch</h2>
${plan && html`<p>It launches on <strong>${fullDay(plan.day)}</strong>.</p>`}
${plan && days.length > 0 && dayForm(res, listing, plan, days)}
${"refusal" in moves ? html`<p class="muted">${plainWords(moves.refusal)}</p>` : moveForm(res, listing, moves)}
${featured.length > 0 && featuredNote(listed(featured.map((week) => dayInWords(week))))}
${
  before.length > 0 &&
  html`<details><summary>Previous moves</summary><ul>${before.map(
    ({ move, by }) =>
      html`<li>From ${dayInWords(move.fromWeek)} to ${dayInWords(move.toWeek)}
<span class="small muted">${
        move.through === "waiting_list"
          ? html`by ${by ?? t`someone`}, through the waiting list, ${showDay(move.at)}`
          : html`by ${by ?? t`someone`}, ${showDay(move.at)}`
      }</span></li>`,
  )}</ul></details>`
}
${listing.next_actions.includes("withdraw_listing") && withdrawForm(res, listing)}</section>`;

const featuredNote = (weeks: Words): Html =>
  html`<p class="small muted">Its place in the featured row stays in the week of ${weeks}.
To move it, <a href="/contact">contact the site team</a>.</p>`;

const withdrawForm = (res: Response, listing: Owned): Html =>
  html`<details class="qa"><summary>Withdraw launch</summary>
${formTo(res, dashboardPath(listing, "withdraw"))}
<p>Your place becomes available to others. The listing is kept, and you can choose another launch.</p>
<button class="danger slim">Withdraw launch</button></form></details>`;

const dayForm = (res: Response, listing: Owned, { day: current }: LaunchPlan, days: readonly Day[]): Html =>
  html`${formTo(res, dashboardPath(listing, "day"))}
${choice({
  name: "day",
  label: t`Launch day`,
  hint: t`Any day of your week, from midnight to midnight. It does not count as a move.`,
  value: current,
  options: days.map(({ date }) => [date, fullDay(date)]),
  required: true,
})}
<p><button class="quiet">Save day</button></p></form>`;

const moveForm = (res: Response, listing: Owned, { weeks, left, placement }: Moves): Html =>
  weeks.length === 0
    ? html`<p class="muted">${
        placement === "free" ? t`All other weeks for free launches are full.` : t`All other weeks are full.`
      }</p>`
    : html`${formTo(res, dashboardPath(listing, "move"))}
${choice({
  name: "week",
  label: t`Week starting on`,
  hint: joined(
    [
      placement === "free" && t`These weeks are open for free launches.`,
      t`We notify your team and everyone waiting for the launch.`,
      t`You can move it ${plural(left, "more time", "more times")}.`,
    ],
    " ",
  ),
  options: weeks.map((week) => [week, fullDay(week)]),
  none: t`Choose a week`,
  required: true,
})}
<p><button>Move the launch</button></p></form>`;

export type Waiting = { wait: WeekWait; ahead: number };

/** Places that are offered now: above everything else, because they run out. */
export const offerNotices = (res: Response, listing: Owned, waiting: readonly Waiting[], now: Date): Html[] =>
  waiting.flatMap(({ wait: { week, offerEndsAt: until, plan } }) =>
    until === null || until <= now
      ? []
      : [
          html`<section class="notice good" aria-labelledby="offer-${week}">
<h2 id="offer-${week}">A place is available in the week of ${dayInWords(week)}</h2>
<p>We hold it for ${listing.name} until ${showTime(until)}.
Then we offer it to the next in line.</p>${
            plan === "launch" && listing.plan !== "launch" && html`\n<p>You pay in the next step.</p>`
          }
<div class="row">${formTo(res, dashboardPath(listing, "take-place"))}${hidden("week", week)}<button>Take the
place<span class="unseen"> in the week of ${dayInWords(week)}</span></button></form>
${leaveForm(res, listing, week, t`No thanks`)}</div></section>`,
        ],
  );

const leaveForm = (res: Response, listing: Owned, week: string, label: Words): Html =>
  html`${formTo(res, dashboardPath(listing, "leave-list"))}${hidden("week", week)}<button
class="quiet slim">${label}<span class="unseen">: week of ${dayInWords(week)}</span></button></form>`;

export function waitingSection(
  res: Response,
  listing: Owned,
  { waiting, full, now }: { waiting: readonly Waiting[]; full: readonly FullWeek[]; now: Date },
): Html | false {
  const inLine = waiting.filter(({ wait }) => wait.offerEndsAt === null || wait.offerEndsAt <= now);
  const known = new Set(waiting.map(({ wait }) => wait.week));
  const open = full.filter(({ week }) => !known.has(week));
  if (inLine.length + open.length === 0) return false;
  return html`<section class="card" aria-labelledby="waiting-list"><h2 id="waiting-list">Waiting list</h2>
<p>When a place opens up, we offer it to the first in line by email and on this page. We hold it for a day.</p>
${
  inLine.length > 0 &&
  html`<ul class="dashboard-rows">${inLine.map(
    ({ wait: { week }, ahead }) =>
      html`<li><div class="grow"><h3>Week of ${fullDay(week)}</h3>
<p class="small muted">${
        ahead === 0 ? t`You are first in line.` : t`${plural(ahead, "listing is", "listings are")} ahead of you.`
      }</p></div>${leaveForm(res, listing, week, t`Leave the waiting list`)}</li>`,
  )}</ul>`
}
${
  open.length > 0 &&
  html`${formTo(res, dashboardPath(listing, "join-list"))}
${choice({
  name: "place",
  label: t`Full week starting on`,
  options: open.map(({ week, plan }) => [
    `${plan}:${week}`,
    plan === "free"
      ? t`${fullDay(week)}, free`
      : listing.plan === "launch"
        ? t`${fullDay(week)}, already paid`
        : t`${fullDay(week)}, paid`,
  ]),
  none: t`Choose a week`,
  required: true,
})}
<p><button class="quiet">Join the waiting list</button></p></form>`
}</section>`;
}

/** What comes before a launch, for the person who looks at the page. */
export const reminderSection: Html = html`<section class="card" aria-labelledby="reminders"><h2 id="reminders">Reminders</h2>
<p>We remind you of missing steps one week before the launch, and again one day before.
<a href="/account/notifications">Manage reminders</a></p></section>`;
