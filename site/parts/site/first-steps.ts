import type { Response } from "express";
import type { FirstStep } from "../../../actions/site/first-run.ts";
import { type Html, html } from "../../../core/text/html.ts";
import type { FirstStepName } from "../../../domain/site/first-run.ts";
import { csrfField } from "../../kit/form.ts";
import { checklist } from "./checklist.ts";

type Words = readonly [todo: string, done: string, verb: string, to: string];

/** What each step asks for, and the page where it is done. */
const WORDS: Record<FirstStepName, Words> = {
  address: ["Give your site its address", "Address", "Read how", "/admin/guide#check-address"],
  mail: ["Send email", "Email", "Send a test", "/admin/mails/verify"],
  pages: ["Say who runs the site", "Legal pages", "Write", "/admin/pages"],
  look: ["Make it look like yours", "Look", "Choose", "/admin/settings"],
  categories: ["Choose your categories", "Categories", "Review", "/admin/categories"],
  selling: ["Get paid", "Selling", "See what is missing", "/admin/payments"],
  backups: ["Turn on automatic backups", "Backups", "Back up now", "/admin/backups"],
  demo: ["Remove the demo", "Demo", "Remove it", "/admin/first-steps#demo"],
  listing: ["Publish the first listing", "First listing", "Draft its page", "/submit"],
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
        also: html`<form method="post" action="/admin/first-steps/${name}">${csrfField(res)}<button name="do" value="aside" class="slim bare">Skip<span class="unseen">: ${todo}</span></button></form>`,
      };
    }),
  );
}

/** Steps that were set aside, each with the way back. */
export const asideSteps = (res: Response, steps: readonly FirstStep[]): Html =>
  html`<ul class="todo">${steps.map(
    ({ name }) =>
      html`<li><span class="tick"></span><p>${WORDS[name][0]}</p>
<form method="post" action="/admin/first-steps/${name}">${csrfField(res)}<button name="do" value="back" class="slim quiet">Bring it back<span class="unseen">: ${WORDS[name][0]}</span></button></form></li>`,
  )}</ul>`;
