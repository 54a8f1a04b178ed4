import type { Response } from "express";
import { firstRun } from "#actions/site/first-run.ts";
import { requestDemoRemoval } from "#actions/site/request-demo-removal.ts";
import { type Html, html } from "#core/text/html.ts";
import { isFirstStep } from "#domain/site/first-run.ts";
import { plural, t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formText, formTo } from "../../kit/form.ts";

import { notFound, seeOther } from "../../kit/site.ts";
import { asideSteps, firstSteps, openSteps } from "../../parts/site/first-steps.ts";

const HERE = "/admin/first-steps";

export function firstStepPages({ deps, pages, router, act }: AdminSite): void {
  router.get("/admin/first-steps", async (_req, res) => {
    const steps = await firstRun(deps);
    const { demo } = await deps.store.firstRun.facts();
    const open = openSteps(steps);
    const aside = steps.filter(({ isDone, isAside }) => isAside && !isDone);
    pages.render(res, {
      heading: t`First steps`,
      width: "reading",
      body: html`<p class="lead">${
        open.length === 0
          ? t`Your site is ready to go public.`
          : t`${plural(open.length, "step")} left before you go public.`
      } Steps are checked off automatically.</p>
${firstSteps(
  res,
  steps.filter((step) => !aside.includes(step)),
)}
${aside.length > 0 && html`<h2>Skipped</h2>${asideSteps(res, aside)}`}
${demo > 0 && removal(res, demo)}`,
    });
  });

  act("/admin/first-steps/demo/remove", "site.demo", async (_req, res, audited) => {
    audited.on("site");
    await audited.record({ "listings removed": (await deps.store.firstRun.facts()).demo });
    await requestDemoRemoval(audited);
    seeOther(res, HERE, "demo-going");
  });

  act("/admin/first-steps/:step", "site.first-run", async (req, res, audited) => {
    const { step = "" } = req.params;
    if (!isFirstStep(step)) notFound();
    audited.on("site");
    const isAside = formText(req, "do") === "aside";
    await audited.store.change((tx) => tx.firstRun.setAside(step, isAside));
    seeOther(res, HERE, isAside ? "step-aside" : "step-back");
  });
}

/** The button says what goes, because it does not come back by itself. */
const removal = (res: Response, demo: number): Html =>
  html`<section id="demo" aria-labelledby="remove-demo"><h2 id="remove-demo">Remove demo</h2>
<p>This permanently deletes ${plural(demo, "demo listing")}, with votes, reviews and followers, and the demo people and posts. Listings that someone owns or paid for stay.</p>
${formTo(res, "/admin/first-steps/demo/remove")}<button class="danger">Remove demo</button></form>
<p class="small muted">To restore it, run <code>debut seed --demo</code>.</p></section>`;
