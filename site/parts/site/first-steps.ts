import type { Response } from "express";
import type { FirstStep } from "#actions/site/first-run.ts";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import type { FirstStepName } from "#domain/site/first-run.ts";
import { type Text, t } from "#languages/words.ts";
import { formTo } from "../../kit/form.ts";
import { icons } from "../../kit/icons.ts";
import { showDay } from "../../kit/show.ts";

/** One step of a checklist: what to do and where, unless it is done. */
export type Step = {
  isDone: boolean;
  done: Part;
  todo: Text;
  why: Part;
  to: string;
  verb: Text;
  at?: Date | null;
  also?: Part;
};

const item = ({ isDone, done, todo, why, to, verb, at, also }: Step): Html =>
  isDone
    ? html`<li class="done"><span class="tick">${icons.check}</span><p>${done}<span class="unseen">: done</span></p>
${at ? html`<span class="tiny">${showDay(at)}</span>` : html`<span></span>`}</li>`
    : html`<li><span class="tick"></span><p><b>${todo}</b><br><span class="small muted">${why}</span></p>
<div class="row tight"><a class="button slim" href="${href(to)}" aria-label="${verb}: ${todo}">${verb}</a>${also}</div></li>`;

export const checklist = (steps: readonly Step[]): Html => html`<ul class="todo">${steps.map(item)}</ul>`;

type Shown = readonly [todo: Text, done: Text, verb: Text, to: string];

const WORDS: Record<FirstStepName, Shown> = {
  start: [t`Set up your site`, t`Set-up`, t`Start`, "/admin/start"],
  address: [t`Set your site’s address`, t`Site address`, t`Learn how`, "/admin/guide#check-address"],
  mail: [t`Send email`, t`Email`, t`Set up`, "/admin/settings/mail"],
  pages: [t`Write your legal pages`, t`Legal pages`, t`Write`, "/admin/pages"],
  selling: [t`Get paid`, t`Selling`, t`See what is missing`, "/admin/payments"],
  backups: [t`Turn on automatic backups`, t`Backups`, t`Set up`, "/admin/settings/backups"],
  demo: [t`Remove the demo`, t`Demo`, t`Remove`, "/admin/first-steps#demo"],
  listing: [t`Publish the first listing`, t`First listing`, t`Start a draft`, "/submit"],
};

export const openSteps = (steps: readonly FirstStep[]): FirstStep[] =>
  steps.filter(({ isDone, isAside }) => !isDone && !isAside);

/** The checklist of a new site. Steps are done when their state says so; others can be set aside. */
export function firstSteps(res: Response, steps: readonly FirstStep[]): Html {
  return checklist(
    steps.map(({ name, isDone, state }) => {
      const [todo, done, verb, to] = WORDS[name];
      return {
        isDone,
        done: html`<b>${done}.</b> ${state}`,
        ...{ todo, verb, to, why: state },
        also: html`${formTo(res, `/admin/first-steps/${name}`)}<button name="do" value="aside"
class="slim bare">Skip<span class="unseen">: ${todo}</span></button></form>`,
      };
    }),
  );
}

export const asideSteps = (res: Response, steps: readonly FirstStep[]): Html =>
  html`<ul class="todo">${steps.map(
    ({ name }) =>
      html`<li><span class="tick"></span><p>${WORDS[name][0]}</p>
${formTo(res, `/admin/first-steps/${name}`)}<button name="do" value="back" class="slim quiet">Restore<span class="unseen">: ${WORDS[name][0]}</span></button></form></li>`,
  )}</ul>`;
