import type { Response } from "express";
import { isOverLimit } from "#actions/drafts/model-limit.ts";
import { modelSetup } from "#core/settings/model-settings.ts";
import { type Html, html, type Part } from "#core/text/html.ts";
import { knownCategories } from "#domain/drafts/known-categories.ts";
import { MODEL_FAILURES, type ModelCall, showCost } from "#domain/drafts/model-call.ts";
import { sampleSite } from "#domain/drafts/sample-site.ts";
import type { Drafted } from "#drafting/drafter.ts";
import { decimal, ONE_DIGIT, plural, type Text, t, type Words } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formTo } from "../../kit/form.ts";
import { showTime } from "../../kit/show.ts";
import { table } from "../../kit/table.ts";
import { settingForm } from "../../parts/site/setting-form.ts";

const PATH = "/admin/settings/model";
const RECENT = 10;

/** The language model that drafts profiles: how to reach it, a sample draft, and what it used. */
export function modelAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store, now } = deps;

  async function show(res: Response, sample?: Drafted): Promise<void> {
    const setup = modelSetup(deps.settings);
    const [months, recent] = await Promise.all([store.modelCalls.months(), store.modelCalls.recent(RECENT)]);
    const isLimited = setup && (await isOverLimit(setup, store, now()));
    pages.render(res, {
      heading: t`Language model`,
      above: ["/admin/settings", t`Settings`],
      body: html`<p class="lead">${
        setup
          ? html`<span class="mono">${setup.name}</span> at ${new URL(setup.url).host} drafts profiles. If it fails, rules draft them.`
          : t`Rules draft profiles. A language model finds more facts and writes better texts.`
      } Either way, every fact needs a quote from the website.</p>
${isLimited && html`<div class="notice bad"><p>The monthly limit is reached. Rules draft profiles until next month (UTC).</p></div>`}
${settingForm(res, "model", deps)}
${
  setup &&
  html`${formTo(res, `${PATH}/sample`, "card")}<h2>Sample</h2>
<p>Drafts a sample website with the saved settings. Counts as one call.</p>
${sample && sampleOf(sample)}
<button class="quiet">Draft a sample</button></form>`
}
${
  recent.length > 0 &&
  html`<h2>Recent calls</h2>${table(
    [t`Time`, t`Model`, t`Result`, t`Duration`, t`Tokens`, t`Cost`],
    recent.map((call) => [
      showTime(call.at),
      call.model,
      resultOf(call),
      secondsOf(call),
      tokensOf(call),
      costOf(call),
    ]),
  )}`
}
${
  months.length > 0 &&
  html`<h2>By month</h2>${table(
    [
      t`Month`,
      ...[t`Calls`, t`Failed`, t`Skipped`, t`Tokens in`, t`Tokens out`, t`Cost`].map((label) => ({
        label,
        end: true as const,
      })),
    ],
    months.map(({ month, calls, failed, skipped, inputTokens, outputTokens, costMicros }) => [
      ...[month, calls, failed, skipped, inputTokens, outputTokens],
      showCost(costMicros),
    ]),
  )}`
}`,
    });
  }

  router.get(PATH, (_req, res) => show(res));

  act(`${PATH}/sample`, "site.model", async (_req, res, audited) => {
    audited.on("site");
    await audited.record({ reason: "A sample was drafted." });
    const categories = knownCategories(await store.reference.categoryNames());
    await show(res, await deps.drafter({ site: sampleSite(now()), ...categories }));
  });
}

const SECONDS = { style: "unit", unit: "second", unitDisplay: "narrow", ...ONE_DIGIT } as const;
const secondsOf = ({ ms }: ModelCall): Words => decimal(ms / 1000, SECONDS);
const tokensOf = ({ inputTokens, outputTokens }: ModelCall): Text =>
  inputTokens === null ? "–" : t`${inputTokens} in, ${outputTokens ?? 0} out`;
const costOf = ({ costMicros }: ModelCall): string => (costMicros === null ? "–" : showCost(costMicros));
const resultOf = ({ failure, detail }: ModelCall): Part =>
  failure
    ? html`<span class="tag bad">${failure}</span> <bdi lang="en">${detail}</bdi><br>${MODEL_FAILURES[failure]}`
    : html`<span class="tag good">drafted</span>`;

const sampleOf = ({ call, fields, rejected }: Drafted): Html => html`<div role="status">
${call && html`<p>${resultOf(call)} ${secondsOf(call)}, tokens: ${tokensOf(call)}, cost: ${costOf(call)}.</p>`}
${
  !call?.failure &&
  html`<dl class="settings">${Object.entries(fields).map(
    ([name, { value }]) =>
      html`<div class="setting"><dt>${name.replaceAll("_", " ")}</dt><dd>${[value].flat().join("; ")}</dd></div>`,
  )}</dl>
<p class="small muted">${plural(
    rejected.length,
    "fact without support on the pages was dropped",
    "facts without support on the pages were dropped",
  )}.</p>`
}</div>`;
