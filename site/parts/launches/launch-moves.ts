import type { Response } from "express";
import type { Moves } from "../../../actions/launches/reschedule.ts";
import type { FullWeek } from "../../../actions/launches/week-list.ts";
import { type Html, html } from "../../../core/text/html.ts";
import { joined, listed, plural, type Text, t, type Words } from "../../../languages/words.ts";
import type { LaunchMove } from "../../../store/repos/launches/launch-moves.ts";
import type { WeekWait } from "../../../store/repos/launches/week-waits.ts";
import { plainWords } from "../../kit/attempt.ts";
import { choice, formTo, hidden } from "../../kit/form.ts";
import { showDay, showTime } from "../../kit/show.ts";
import { dashboardPath, type Owned } from "../listings/dashboard.ts";
import { dayInWords, fullDay } from "./calendar.ts";

export type Moving = {
  moves: Moves | { refusal: Text };
  before: readonly { move: LaunchMove; by: string | null }[];
  /** Weeks in which the listing has a place in the featured row, which does not move along. */
  featured: readonly string[];
};

/** Moving the launch to another week, and the moves until now. */
export const moveSection = (res: Response, listing: Owned, { moves, before, featured }: Moving): Html =>
  html`<section class="card" aria-labelledby="move"><h2 id="move">Move the launch</h2>
${listing.launch_week && html`<p>It launches on <strong>${fullDay(listing.launch_week)}</strong>.</p>`}
${"refusal" in moves ? html`<p class="muted">${plainWords(moves.refusal)}</p>` : moveForm(res, listing, moves)}
${
  featured.length > 0 &&
  html`<p class="small muted">Its place in the featured row stays in the week of ${listed(
    featured.map((week) => dayInWords(week)),
  )}. <a href="/contact">Write to the site team</a> to move that too.</p>`
}
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

const withdrawForm = (res: Response, listing: Owned): Html =>
  html`<details class="qa"><summary>Withdraw the launch</summary>
${formTo(res, dashboardPath(listing, "withdraw"))}
<p>Its place goes to someone else. The listing stays saved, and you can choose a launch again.</p>
<button class="danger slim">Withdraw it</button></form></details>`;

const moveForm = (res: Response, listing: Owned, { weeks, left, placement }: Moves): Html =>
  weeks.length === 0
    ? html`<p class="muted">${
        placement === "free" ? t`Every other week for free launches is full now.` : t`Every other week is full now.`
      }</p>`
    : html`${formTo(res, dashboardPath(listing, "move"))}
${choice({
  name: "week",
  label: t`Week that begins on`,
  hint: joined(
    [
      placement === "free" && t`Free launches can choose from these weeks.`,
      t`Your team gets an email, and people waiting for the launch are told the new date. You can move it ${plural(left, "more time", "more times")}.`,
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
<h2 id="offer-${week}">A place is free in the week of ${dayInWords(week)}</h2>
<p>It is held for ${listing.name} until ${showTime(until)}.
Then it goes to the next in line.</p>${
            plan === "launch" && listing.plan !== "launch" && html`\n<p>Payment comes next.</p>`
          }
<div class="row">${formTo(res, dashboardPath(listing, "take-place"))}${hidden("week", week)}<button>Take the
place<span class="unseen"> in the week of ${dayInWords(week)}</span></button></form>
${leaveForm(res, listing, week, t`No, thank you`)}</div></section>`,
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
  return html`<section class="card" aria-labelledby="waiting-list"><h2 id="waiting-list">Wait for a full week</h2>
<p>When a place opens up, we offer it to the first in line, by email and on this page, and hold it for a day.</p>
${
  inLine.length > 0 &&
  html`<ul class="dashboard-rows">${inLine.map(
    ({ wait: { week }, ahead }) =>
      html`<li><div class="grow"><h3>Week of ${fullDay(week)}</h3>
<p class="small muted">${
        ahead === 0 ? t`You are first in line.` : t`${plural(ahead, "listing is", "listings are")} ahead of you.`
      }</p></div>${leaveForm(res, listing, week, t`Leave the line`)}</li>`,
  )}</ul>`
}
${
  open.length > 0 &&
  html`${formTo(res, dashboardPath(listing, "join-list"))}
${choice({
  name: "place",
  label: t`Full week that begins on`,
  options: open.map(({ week, plan }) => [
    `${plan}:${week}`,
    plan === "free"
      ? t`${fullDay(week)}, free`
      : listing.plan === "launch"
        ? t`${fullDay(week)}, paid already`
        : t`${fullDay(week)}, paid`,
  ]),
  none: t`Choose a week`,
  required: true,
})}
<p><button class="quiet">Wait for a place</button></p></form>`
}</section>`;
}

/** What comes before a launch, for the person who looks at the page. */
export const reminderSection: Html = html`<section class="card" aria-labelledby="reminders"><h2 id="reminders">Reminders</h2>
<p>A week and a day before a launch, we remind you of what is still missing.
<a href="/account/notifications">Choose your reminders</a></p></section>`;
