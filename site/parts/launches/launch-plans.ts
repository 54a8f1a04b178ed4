import type { Response } from "express";
import { type Html, html, type Part, partWith } from "#core/text/html.ts";
import { moneyText } from "#domain/orders/money.ts";
import { as, plural, type Text, t, type Words, wordsWith } from "#languages/words.ts";
import { formTo, hidden } from "../../kit/form.ts";

import { dashboardPath, type Owned } from "../listings/dashboard.ts";
import { dayInWords, fullDay, weekDays } from "./calendar.ts";

/** A week with its places; `ahead` counts weeks from now. */
export type OfferedWeek = { monday: string; room: number; ahead: number };
type Prices = { launch: number | undefined; story: number | undefined; media: number | undefined };
type Plans = {
  free: OfferedWeek | undefined;
  weeks: readonly OfferedWeek[];
  prices: Prices;
  given: string | undefined;
  fault: Text | undefined;
  fields: Part;
};

const STEPS = { draft: t`Draft`, week: t`Choose a week`, pay: t`Pay`, launch: as("verb")`Launch` };

export const launchSteps = (current: keyof typeof STEPS): Html =>
  html`<ol class="steps-done" aria-label="Steps">${Object.entries(STEPS).map(
    ([step, label]) => html`<li${step === current && html` aria-current="step"`}>${label}</li>`,
  )}</ol>`;

/** Two plans with the same race in both; each names its Monday. */
export const launchPlans = (res: Response, listing: Owned, plans: Plans): Html =>
  html`<div class="plans">${freePlan(res, listing, plans)}${paidPlan(res, listing, plans)}</div>
${plans.prices.launch !== undefined && html`<h2 id="plans-compared">Compare plans</h2>${sideBySide(plans)}`}`;

/** More than so many places say nothing. */
const MANY = 100;
const places = (room: number): Words => (room > MANY ? t`Many places left` : t`${plural(room, "place")} left`);
const shortPrice = (cents: number): Words => moneyText(cents, "USD", true);
const dayOrWeek = (monday: string): Words => wordsWith("weekly", fullDay(monday), weekDays(monday));
const distance = (ahead: number): Words => (ahead === 1 ? as("from now")`Next week` : t`In ${plural(ahead, "week")}`);

function freePlan(res: Response, listing: Owned, { free, prices }: Plans): Html {
  const extra = prices.story !== undefined && prices.story === prices.media ? prices.story : undefined;
  return html`<section class="plan" aria-labelledby="free"><h2 id="free">Free</h2><p class="price">${shortPrice(0)}</p>
${
  free
    ? html`<p class="when"><span class="small">Your launch week</span><b>${dayOrWeek(free.monday)}</b><span class="small muted">${distance(free.ahead)}. ${places(free.room)}.</span></p>`
    : html`<p class="when">All weeks for free launches are full.</p>`
}
<ul class="ticks"><li>Full page with logo, facts and proof</li><li>Votes, ranks and awards</li>${partWith("weekly", "", html`<li>Any day of the week</li>`)}
<li class="no">Needs our badge on your homepage</li>${
    extra !== undefined && html`<li class="no">Pictures and story cost ${moneyText(extra, "USD")} each</li>`
  }</ul>
${formTo(res, dashboardPath(listing, "free"))}<button class="quiet large">${
    free
      ? wordsWith("weekly", t`Launch for free on ${dayInWords(free.monday)}`, t`Launch for free`)
      : t`Launch for free`
  }</button></form></section>`;
}

function paidPlan(res: Response, listing: Owned, plans: Plans): Html | false {
  const { weeks, prices, given, fault, fields } = plans;
  if (prices.launch === undefined) return false;
  const radio = ({ monday, room }: OfferedWeek, index: number): Html =>
    html`<label><input type="radio" name="launch.week" value="${monday}"${
      (given ? given === monday : index === 0) && html` checked`
    }><b>${dayInWords(monday)}</b><span>${places(room)}</span></label>`;
  const each = weeks.map(({ monday }) => html`<span class="of-week">${dayInWords(monday)}</span>`);
  return html`<section class="plan best" aria-labelledby="launch"><div class="row between">
<h2 id="launch">Choose your week</h2><span class="tag warm">No badge needed</span></div>
<p class="price">${shortPrice(prices.launch)}</p>
${
  weeks.length === 0
    ? html`<p class="when">All weeks are full.</p>`
    : html`${formTo(res, dashboardPath(listing, "order"))}${hidden("product", "launch")}
<fieldset${fault && html` aria-describedby="week-fault"`}><legend class="small">Week starting on</legend>
<div class="week-choice">${weeks.map(radio)}</div>${fault && html`<p class="fault" id="week-fault">${fault}</p>`}</fieldset>
<ul class="ticks"><li>Everything in Free</li><li>Pictures, story and milestones</li>
<li>Up to three more categories</li><li>Marked as “Promoted”</li></ul>
${fields}
<button class="sun large"><span>Continue with ${each}</span></button></form>`
}</section>`;
}

function sideBySide({ free, weeks, prices }: Plans): Html {
  const price = (cents: number | undefined) => (cents === undefined ? t`Not included` : moneyText(cents, "USD"));
  const rows: [Words, Words, Words][] = [
    [
      t`Launch week`,
      free ? t`${dayInWords(free.monday)}, the first available` : t`Full right now`,
      weeks[0] ? t`Any week from ${dayInWords(weeks[0].monday)} on` : t`Full right now`,
    ],
    [t`Badge on your homepage`, t`Required`, t`Not required`],
    [t`Votes, rank, awards`, t`Same`, t`Same`],
    [t`Pictures`, price(prices.media), t`Included`],
    [t`Story and milestones`, price(prices.story), t`Included`],
  ];
  return html`<div class="table folds compare" tabindex="0" role="region" aria-labelledby="plans-compared"><table>
<thead><tr><td></td><th scope="col">Free</th><th scope="col">Choose your week</th></tr></thead>
<tbody>${rows.map(
    ([label, ...cells]) => html`<tr><th scope="row">${label}</th>
${cells.map((cell, index) => html`<td data-label="${index === 0 ? t`Free` : t`Choose your week`}">${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}
