import type { Response } from "express";
import type { Deps } from "#actions/context.ts";
import { type Html, href, html, partWith } from "#core/text/html.ts";
import { FEW } from "#domain/community/few.ts";
import { launchSteps, type Ready } from "#domain/launches/launch-steps.ts";
import { dateOf, dayNamed, launchStart, type Week, weekOfDay } from "#domain/launches/launch-week.ts";
import type { BadgeWatch } from "#domain/listings/badge-watch.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { isDaily } from "#domain/site/site-shape.ts";
import { date, joined, plural, type Text, t, type Words, wordsWith } from "#languages/words.ts";
import type { Wait } from "#store/repos/launches/waits.ts";
import { logo } from "../../kit/faces.ts";
import { csrfField, formTo, hidden } from "../../kit/form.ts";
import { formTool } from "../../kit/form-tool.ts";
import { copyable, copyableBlock } from "../../kit/show.ts";
import { theirs } from "../../kit/theirs.ts";
import { dashboardPath } from "../listings/dashboard.ts";
import { checklist } from "../site/first-steps.ts";
import { countdown, dayInWords, momentInWords, weekPath } from "./calendar.ts";
import { dayPath } from "./races.ts";

/** When a listing launches, and until when its race runs. Undefined before it has a week. */
export type LaunchPlan = { at: Date; week: Week; day: string; endsAt: Date; isSure: boolean };

export function planOf(
  listing: Listing,
  { store, settings }: Pick<Deps, "store" | "settings">,
): LaunchPlan | undefined {
  const zone = settings.SITE_TIMEZONE;
  const at = launchStart(listing, zone, isDaily(store));
  const week = listing.launchWeek === null ? undefined : weekOfDay(listing.launchWeek, zone);
  if (!week || !at) return undefined;
  const day = dateOf(at, zone);
  const { endsAt } = (isDaily(store) && dayNamed(day, zone)) || week;
  return { at, week, day, endsAt, isSure: listing.status === "scheduled" };
}

const WEEKDAY = { weekday: "long", timeZone: "UTC" } as const;
/** "Monday 30 November". */
export const dayOfPlan = ({ day }: LaunchPlan): Words => dayInWords(day, { weekday: true });
/** The same for headings: it moves to the next line before it breaks. */
const wholeDay = (plan: LaunchPlan): Html => html`<span class="whole-day">${dayOfPlan(plan)}</span>`;
/** "Monday", for words that stand beside the date. */
const weekday = ({ day }: LaunchPlan): Words => date(new Date(day), WEEKDAY);

type Named = Pick<Listing, "slug" | "name" | "tagline" | "language" | "logoUrl">;
type Asking = { res: Response; email?: string | undefined; fault?: Text | undefined };
export type Visitor = { waiting: number; wait: Wait | undefined; isSignedIn: boolean; isOfTeam: boolean };

export const roomSky = (
  listing: Named,
  plan: LaunchPlan | undefined,
  visitor: Visitor,
  { deps, ...asking }: Asking & { deps: Pick<Deps, "settings" | "now"> },
): Html => html`<div class="sky room"><div class="wrap">${logo({ ...listing, logo_url: listing.logoUrl }, "big")}
<h1>${
  plan ? html`<bdi>${listing.name}</bdi> launches on ${wholeDay(plan)}` : html`<bdi>${listing.name}</bdi> launches soon`
}</h1>
${listing.tagline && html`<p class="big">${theirs(listing.tagline, listing.language)}</p>`}
${plan && countdown(plan.at, deps)}
${moved(visitor.wait, plan)}
${!visitor.isOfTeam && form(listing, visitor, plan && weekday(plan), asking)}
<p class="small">${
  visitor.waiting >= FEW && [t`${plural(visitor.waiting, "person is", "people are")} waiting.`, " "]
}We send one email, nothing else.</p></div></div>`;

const moved = (wait: Wait | undefined, plan: LaunchPlan | undefined): Html | false =>
  wait?.week != null &&
  plan !== undefined &&
  wait.week !== plan.week.monday &&
  html`<p>The launch has moved from the week of ${dayInWords(wait.week)}. You are still on the list.</p>`;

function form(
  { slug }: Named,
  { wait, isSignedIn }: Visitor,
  day: Words | undefined,
  { res, email, fault }: Asking,
): Html {
  const notify = day ? t`Notify me on ${day}` : t`Notify me on the day`;
  const action = `/listings/${slug}/tell-me`;
  if (!isSignedIn)
    return html`<form class="search-bar" method="post"
action="${href(action)}"${formTool("follow_launch")}>${csrfField(res)}<label><span class="unseen">Your
email</span><input name="email" type="email" value="${email}" autocomplete="email" maxlength="254" placeholder="you@example.com" required${
      fault && html` aria-invalid="true" aria-describedby="email-fault" autofocus`
    }></label><button class="sun">${notify}</button></form>${fault && html`<p id="email-fault" class="fault">${fault}</p>`}`;
  const isWaiting = wait?.confirmedAt != null;
  return html`${
    isWaiting &&
    html`<p>${
      day
        ? t`You are on the list. We will notify you on ${day}.`
        : t`You are on the list. We will notify you on the day.`
    }</p>`
  }
${formTo(res, action, html`${formTool("follow_launch")}`)}${hidden("wait", isWaiting ? "off" : "on")}<button
class="${isWaiting ? "quiet" : "sun"}">${isWaiting ? t`Don’t notify me` : notify}</button></form>`;
}

export const roomRest = (plan: LaunchPlan | undefined, hue: string, zone: string): Html => html`
<section class="halves middle ${hue}" aria-labelledby="veiled"><figure class="veil">${VEIL}
<figcaption>${
  plan ? t`The page opens on ${momentInWords(plan.at, zone)}` : t`The page opens at the launch`
}</figcaption></figure>
<div><h2 id="veiled">Not public yet</h2><p class="big">Pictures, makers, prices and the proof of every fact appear when it launches.</p>
${
  plan &&
  html`<p>${partWith(
    "weekly",
    html`<a href="${href(weekPath(plan.week.monday))}">See who else launches that week</a>`,
    html`<a href="${href(dayPath(plan.day))}">See who else launches that day</a>`,
  )}</p>`
}
${plan && !plan.isSure && html`<p class="small muted">This date may change if the launch is not ready in time.</p>`}</div></section>
${plan && whatHappens(plan, zone)}`;

function whatHappens({ at, endsAt }: LaunchPlan, zone: string): Html {
  return html`<section aria-labelledby="next"><h2 id="next">What happens next</h2><ol class="timeline across">
<li><h3>${momentInWords(at, zone)}</h3><p class="muted">The page opens, everyone waiting gets one email, and voting starts.</p></li>
<li class="later"><h3>${wordsWith("weekly", t`All week`, t`All day`)}</h3><p class="muted">One vote per person. The makers answer questions and reviews.</p></li>
<li class="later"><h3>${momentInWords(endsAt, zone)}</h3>
<p class="muted">${wordsWith(
    "weekly",
    t`The top three get their awards a day later. The page stays online.`,
    t`The day has its winners. Votes count for the week too, and the page stays online.`,
  )}</p></li></ol></section>`;
}

/** An unreadable page in the hue of the listing; the shapes are the same for every listing. */
const VEIL = html`<svg viewBox="0 0 320 200" role="img" aria-label="Hidden page"><g class="far">
<rect x="24" y="22" width="272" height="156" rx="12"/></g><g class="near"><circle cx="52" cy="50" r="13"/>
<rect x="74" y="42" width="96" height="16" rx="8"/><rect x="40" y="80" width="104" height="66" rx="10"/>
<rect x="160" y="80" width="120" height="12" rx="6"/><rect x="160" y="102" width="92" height="12" rx="6"/>
<rect x="160" y="124" width="108" height="12" rx="6"/></g></svg>`;

type Kit = { siteName: string; baseUrl: string; badge: string | undefined };

/** What only the team of a listing sees before its launch: what is left to do, and what to share. */
export function getReady(
  listing: Ready,
  plan: LaunchPlan | undefined,
  watch: BadgeWatch | undefined,
  { siteName, baseUrl, badge }: Kit,
): Html {
  const steps = launchSteps(listing, watch);
  const done = steps.filter(({ isDone }) => isDone).length;
  const { name, slug, tagline } = listing;
  const url = `${baseUrl}/listings/${slug}`;
  const day = plan ? dayOfPlan(plan) : undefined;
  const news = day ? t`${name} launches on ${siteName} on ${day}.` : t`${name} launches on ${siteName} soon.`;
  const line = t`${news} Come and be the first to vote: ${url}`;
  const about = joined([news, tagline], "\n");
  const letter = t`Hello,\n\n${about}\n\nYou can get an email when it launches, without an account:\n${url}\n`;
  return html`<section class="ready" aria-labelledby="ready"><div class="section-head"><div>
<p class="eyebrow">Only your team can see this</p><h2 id="ready">${day ? t`Get ready for ${day}` : t`Get ready`}</h2>
<p>${done} of ${steps.length} done.</p></div>${
    plan &&
    day &&
    html`<span class="tag ${plan.isSure ? "good" : "warm"}">${plan.isSure ? t`Scheduled for ${day}` : t`Planned for ${day}`}</span>`
  }</div>
<div class="halves"><div><h3>Checklist</h3>${checklist(steps)}
<p class="small"><a href="${href(dashboardPath({ listing_id: listing.id }))}">Open dashboard</a></p></div>
<div><h3>Share kit</h3><img class="kit-card" src="${href(`/previews/listings/${slug}.png`)}" alt="${
    day ? t`Share card: ${name} launches on ${day}` : t`Share card: ${name} launches`
  }" width="1200" height="630" loading="lazy">
<h4>Short post</h4>${copyable("kit-line", line)}
<h4>Link</h4>${copyable("kit-url", url)}
${badge && html`<h4>Badge</h4>${copyable("kit-badge", badge)}`}
<details><summary>Email to your subscribers</summary>${copyableBlock("kit-letter", letter)}</details>
<p class="row"><a class="button quiet slim" href="${href(
    `/previews/listings/${slug}.png`,
  )}" download="${slug}.png">Download card</a> <a class="button quiet slim" href="${href(
    `/listings/${slug}/share`,
  )}">All pictures and texts</a> <a class="button quiet slim" href="${href(
    `/listings/${slug}/badges`,
  )}">All badges</a></p></div></div></section>`;
}
