import type { Request, Response } from "express";
import { isOverLimit, type ModelSource, modelInUse, saveModel, type TypedModel } from "#actions/drafts/model.ts";
import { faultsOf } from "#core/errors/faults.ts";
import { type ModelSettingName, ModelSettings, modelFault, modelSettings } from "#core/settings/model-settings.ts";
import { type Html, html, type Part } from "#core/text/html.ts";
import { knownCategories } from "#domain/drafts/known-categories.ts";
import { MODEL_FAILURES, type ModelCall, showCost } from "#domain/drafts/model-call.ts";
import { sampleSite } from "#domain/drafts/sample-site.ts";
import { keysOf } from "#domain/text/keys.ts";
import type { Drafted } from "#drafting/drafter.ts";
import { joined, plural, type Text, t, type Words } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { type Faults, field, formText, formTo, hasFaults } from "../../kit/form.ts";
import { showTime } from "../../kit/show.ts";
import { seeOther } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";

const PATH = "/admin/settings/model";
const RECENT = 10;
const NAMES = keysOf(modelSettings);
const HINTS: Record<ModelSettingName, Words> = {
  MODEL_URL: t`Any OpenAI-compatible API, like https://api.openai.com/v1 or http://127.0.0.1:11434/v1, or one like Anthropic’s that ends in /v1/messages. Default: Anthropic, if a key is set. Without both, drafts are made by fixed rules.`,
  MODEL_KEY: t`API key of the model.`,
  MODEL_NAME: t`Required with an address. Default: claude-haiku-5-5 at Anthropic.`,
  MODEL_MAX_CHARS: t`Characters of website text per request, about four per token. A model with a context of 32,000 tokens takes 80,000.`,
  MODEL_TIMEOUT_MS: t`Milliseconds that a draft waits for the model, retries included. After that, fixed rules draft.`,
  MODEL_PRICES: t`US dollars per million input and output tokens, like 1/5. With them, this page shows costs.`,
  MODEL_MONTHLY_CALLS: t`Calls per month. After that, fixed rules draft until the next month.`,
};
/** With the default. */
function hintOf(name: ModelSettingName): Text {
  const standard = ModelSettings.parse({})[name];
  return standard === undefined ? HINTS[name] : joined([HINTS[name], t`Default: ${String(standard)}.`], " ");
}

type Form = { typed: TypedModel; faults: Faults };
type Shown = { form?: Form; sample?: Drafted };

const readForm = (req: Request): TypedModel =>
  Object.fromEntries(NAMES.flatMap((name) => (formText(req, name) ? [[name, formText(req, name)]] : [])));

function faultsIn(typed: TypedModel): Faults {
  const { data, error } = ModelSettings.safeParse(typed, { reportInput: true });
  const fault = data && modelFault(data);
  if (fault) return { [fault.name]: fault.detail };
  return error
    ? Object.fromEntries(faultsOf(error, ModelSettings).map(({ pointer = "", detail }) => [pointer.slice(1), detail]))
    : {};
}

const originOf = ({ MODEL_URL }: TypedModel): string | undefined => MODEL_URL && URL.parse(MODEL_URL)?.origin;

/** The language model that drafts profiles: how to reach it, a sample draft, and what it used. */
export function modelAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store, now } = deps;

  async function show(res: Response, { form, sample }: Shown = {}): Promise<void> {
    const source = await modelInUse(deps);
    const [months, recent] = await Promise.all([store.modelCalls.months(), store.modelCalls.recent(RECENT)]);
    const isLimited = source.setup && (await isOverLimit(source.setup, store, now()));
    pages.render(res, {
      status: form ? 400 : 200,
      heading: t`Language model`,
      above: ["/admin/settings", t`Settings`],
      body: html`<p class="lead">${
        source.setup
          ? html`<span class="mono">${source.setup.name}</span> at ${new URL(source.setup.url).host} drafts profiles. If it fails, rules draft them.`
          : t`Rules draft profiles. A language model finds more facts and writes better texts.`
      } Either way, every fact needs a quote from the website.</p>
${isLimited && html`<div class="notice bad"><p>The monthly limit is reached. Rules draft profiles until next month (UTC).</p></div>`}
${
  source.isFromEnvironment
    ? html`<p>The model is set in the environment, which overrides this page. See <a href="/admin/settings">all settings</a>.</p>`
    : editor(res, source, form)
}
${
  source.setup &&
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

  const editor = (res: Response, source: ModelSource, form: Form | undefined): Html => {
    const { typed, faults } = form ?? { typed: source.typed, faults: {} };
    return html`${formTo(res, PATH, "card settings-form")}
${NAMES.map((name) =>
  field({
    ...{ name, label: name, fault: faults[name], required: false, autocomplete: "off", maxLength: 500 },
    hint:
      name === "MODEL_KEY" && source.typed[name]
        ? joined([hintOf(name), t`Leave empty to keep the current one.`], " ")
        : hintOf(name),
    ...(name === "MODEL_KEY" ? { type: "password" } : { value: typed[name] }),
  }),
)}
<div class="row between"><button class="sun" name="do" value="save">Save</button><button class="bare" name="do"
value="remove" formnovalidate>Draft by rules only</button></div>
</form>`;
  };

  router.get(PATH, (_req, res) => show(res));

  act(PATH, "site.model", async (req, res, audited) => {
    audited.on("site");
    const { isFromEnvironment, typed: before } = await modelInUse(deps);
    if (isFromEnvironment) return show(res);
    if (formText(req, "do") === "remove") {
      await audited.store.change((tx) => saveModel(tx, {}));
      return seeOther(res, PATH, "site-saved");
    }
    const typed = readForm(req);
    // A stored key is never sent to another address than the one it was entered for.
    const isSameHost = originOf(typed) === originOf(before);
    if (!typed.MODEL_KEY && before.MODEL_KEY && isSameHost) typed.MODEL_KEY = before.MODEL_KEY;
    const faults = faultsIn(typed);
    if (hasFaults(faults)) return show(res, { form: { typed, faults } });
    await audited.store.change((tx) => saveModel(tx, typed));
    seeOther(res, PATH, "site-saved");
  });

  act(`${PATH}/sample`, "site.model", async (_req, res, audited) => {
    audited.on("site");
    await audited.record({ reason: "A sample was drafted." });
    const categories = knownCategories(await store.reference.categoryNames());
    await show(res, { sample: await deps.drafter({ site: sampleSite(now()), ...categories }) });
  });
}

const secondsOf = ({ ms }: ModelCall): string => `${(ms / 1000).toFixed(1)} s`;
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
