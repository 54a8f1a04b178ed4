import type { DraftedValue } from "#domain/drafts/draft.ts";
import { costMicrosOf, type ModelCall, type ModelPrices } from "#domain/drafts/model-call.ts";
import type { DraftFieldName } from "#domain/listings/fields.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { messageOf } from "#domain/text/failure.ts";
import { fold } from "#domain/text/text.ts";
import type { Drafted, Drafter, DraftRequest } from "../drafter.ts";
import type { DraftingThread } from "../drafting-thread.ts";
import type { FactField } from "../fact.ts";
import type { Grounded } from "../ground-facts.ts";
import { guideOf, MOST_ASKED, nameOf } from "../own-fields.ts";
import { currentValues, FIELD_GUIDE, knownFacts, requestText, SYSTEM, schemaFor, wantedFields } from "../prompt.ts";
import { type Model, ModelFailure, type ModelRequest } from "./model.ts";

export type ModelDrafterOptions = {
  model: Model;
  name: string;
  /** Characters of website text per request. */
  maxChars: number;
  prices?: ModelPrices | undefined;
  /** Drafts by rules; its result is kept if the model fails, and completes what the model omits. */
  byRules: Drafter;
  /** Reads pages and checks the model's facts. */
  thread: DraftingThread;
  log?: (message: string, details: Record<string, unknown>) => void;
};

const MAX_TOKENS = 8_000;
const MOST_LOGGED = 100;

/**
 * Drafts with a model, or by rules if it fails, refuses or returns nothing usable. Throws only the
 * reason of the request's signal.
 */
export function createModelDrafter(options: ModelDrafterOptions): Drafter {
  const { model, name, maxChars, prices, byRules: draftByRules, thread, log = () => {} } = options;

  return async (request) => {
    request.signal?.throwIfAborted();
    const byRules = await draftByRules(request);
    const fields = wantedFields(request);
    const own = askedOwn(request);
    if (fields.length + own.length === 0 || byRules.unfinished) return byRules;
    const { signal, ...asked } = request;
    const startedAt = performance.now();
    const usage: Pick<ModelCall, "inputTokens" | "outputTokens" | "costMicros"> = {
      ...{ inputTokens: null, outputTokens: null, costMicros: null },
    };
    const call = (failure: ModelFailure | null): ModelCall => ({
      ...{ model: name, ms: Math.round(performance.now() - startedAt), ...usage },
      ...{ failure: failure?.code ?? null, detail: failure?.message ?? null },
    });
    try {
      const documents = await thread.run("documents", { site: asked.site, maxChars }, signal);
      if (!documents.length) return byRules;
      const answer = await model(modelRequest(request, fields, documents, knownFacts(byRules, request)));
      if (answer.usage)
        Object.assign(usage, answer.usage, { costMicros: prices ? costMicrosOf(answer.usage, prices) : null });
      log("model answered", { model: name, stop: answer.stopReason, ...answer.usage });
      const drafted = await thread.run("ground", { answer: answer.text, fields, request: asked }, signal);
      if (drafted === undefined) throw new ModelFailure("unusable", unusable(answer.stopReason));
      for (const { field, value, reason } of drafted.rejected)
        log("fact dropped", { field, value: value.slice(0, MOST_LOGGED), reason });
      if (drafted.grounded || Object.keys(drafted.own).length > 0)
        return { ...merge(drafted, byRules, request), call: call(null) };
      // A redraft may find nothing better; of a whole website there is always something to say.
      if (request.only) return { ...byRules, call: call(null) };
      throw new ModelFailure("unusable", "None of the model's facts is on the website.");
    } catch (error) {
      signal?.throwIfAborted();
      const failure = error instanceof ModelFailure ? error : new ModelFailure("unusable", messageOf(error));
      log("model failed, drafted by rules", { model: name, failure: failure.code, reason: failure.message });
      return { ...byRules, call: call(failure) };
    }
  };
}

const unusable = (stop: "end" | "length"): string =>
  stop === "length"
    ? `The model wrote ${MAX_TOKENS} tokens without a complete fact.`
    : "The answer has no list of facts.";

const askedOwn = ({ own = [] }: DraftRequest) => own.slice(0, MOST_ASKED);
const ownText = (own: readonly OwnField[]): string[] =>
  own.length > 0 ? [`Report these facts of the directory, too:\n${own.map(guideOf).join("\n")}`] : [];

function modelRequest(
  request: DraftRequest,
  fields: FactField[],
  pages: { id: string; text: string }[],
  known: string | undefined,
): ModelRequest {
  return {
    system: SYSTEM,
    documents: [
      // Pages come first, so that a redraft within minutes finds them in the provider's cache.
      ...pages.map(({ id, text }, at) => ({ title: id, text, isReused: at === pages.length - 1 })),
      ...(known ? [{ title: "known", text: known }] : []),
      ...(request.only ? [{ title: "current", text: currentValues(request) }] : []),
    ],
    prompt: [requestText(request, fields, known !== undefined), ...ownText(askedOwn(request))].join("\n\n"),
    schema: schemaFor([...Object.keys(FIELD_GUIDE), ...askedOwn(request).map(nameOf)]),
    maxTokens: MAX_TOKENS,
    ...(request.signal ? { signal: request.signal } : {}),
  };
}

/**
 * If the model omits one of these, rules must not fill it in: it read every page and decided
 * against it.
 */
const JUDGED: DraftFieldName[] = ["stage", "pricing_model", "categories"];

/**
 * The model's facts first; rules fill gaps. They fill judged fields only with what the model also
 * said without a supporting quote, and prices and founders only if it named any.
 */
function merge(ai: Grounded & Pick<Drafted, "own">, byRules: Drafted, request: DraftRequest): Drafted {
  const tried = new Set(ai.rejected.map(({ field }) => field));
  const said = new Set(ai.rejected.map(({ field, value }) => `${field} ${fold(value)}`));
  const fields = { ...byRules.fields };
  if (!request.only) {
    for (const field of JUDGED)
      if (![fields[field]?.value ?? []].flat().some((value) => said.has(`${field} ${fold(value)}`)))
        delete fields[field];
    if (!tried.has("pricing_summary")) delete fields.pricing_summary;
  }
  const founders = ai.founders.length || !tried.has("founder_name") ? ai.founders : byRules.founders;
  return {
    ...byRules,
    drafter: "model",
    ...(byRules.own && { own: { ...byRules.own, ...ai.own } }),
    fields: { ...fields, ...ai.fields, ...(request.only ? {} : features(ai.fields.features, byRules.fields.features)) },
    founders: request.only ? [] : founders,
    faqs: ai.faqs.length ? ai.faqs : byRules.faqs,
    rejected: [...ai.rejected, ...byRules.rejected],
  };
}

/** With this many features the model has read them all; rules would mostly add lines of plans. */
const ENOUGH_FEATURES = 12;

/** The model's features; if few, also those that rules find in cards it has not named. */
function features(ai: DraftedValue | undefined, byRules: DraftedValue | undefined): { features?: DraftedValue } {
  if (!ai || !byRules || !Array.isArray(ai.value) || !Array.isArray(byRules.value)) return {};
  const named = [...ai.value, ...ai.evidence.map(({ quote }) => quote)].map(fold);
  const more = byRules.value.flatMap((value, at) => {
    const text = fold(value);
    const evidence = byRules.evidence[at];
    const isNamed = named.some((other) => other.includes(text) || text.includes(other));
    return isNamed || !evidence ? [] : [{ value, evidence }];
  });
  const added = more.slice(0, Math.max(0, ENOUGH_FEATURES - ai.value.length));
  return {
    features: {
      ...ai,
      value: [...ai.value, ...added.map(({ value }) => value)],
      evidence: [...ai.evidence, ...added.map(({ evidence }) => evidence)],
    },
  };
}
