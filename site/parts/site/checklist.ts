import { type Html, href, html, type Part } from "../../../core/text/html.ts";
import { icons } from "../../kit/icons.ts";
import { showDay } from "../../kit/show.ts";

/** One step of a checklist: what to do and where, unless it is done. */
export type Step = {
  isDone: boolean;
  done: Part;
  todo: string;
  why: Part;
  to: string;
  verb: string;
  at?: Date | null;
  /** Beside the link. */
  also?: Part;
};

const item = ({ isDone, done, todo, why, to, verb, at, also }: Step): Html =>
  isDone
    ? html`<li class="done"><span class="tick">${icons.check}</span><p>${done}<span class="unseen">: done</span></p>
${at ? html`<span class="tiny">${showDay(at)}</span>` : html`<span></span>`}</li>`
    : html`<li><span class="tick"></span><p><b>${todo}</b><br><span class="small muted">${why}</span></p>
<div class="row tight"><a class="button slim" href="${href(to)}" aria-label="${verb}: ${todo}">${verb}</a>${also}</div></li>`;

export const checklist = (steps: readonly Step[]): Html => html`<ul class="todo">${steps.map(item)}</ul>`;
