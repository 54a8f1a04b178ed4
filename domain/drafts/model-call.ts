import { t, type Words } from "#languages/words.ts";

/** Why a language model drafted nothing, and what the operator can do about it. */
export const MODEL_FAILURES = {
  key: t`Check MODEL_KEY, and that it has access to this model.`,
  credit: t`Add credit at the provider, or raise its spending limit.`,
  unknown: t`Check MODEL_NAME and MODEL_URL. The URL often ends in /v1.`,
  "too long": t`Lower MODEL_MAX_CHARS until the pages fit into the model's context.`,
  busy: t`The provider limits requests. If this continues, ask for a higher limit.`,
  down: t`The model server reported an error. Check its log or the provider’s status page.`,
  unreachable: t`Check that the server at MODEL_URL is running and that this machine can reach it.`,
  timeout: t`Choose a faster model, lower MODEL_MAX_CHARS, or raise MODEL_TIMEOUT_MS.`,
  refused: t`The model or the provider’s filter refused these pages. If this happens often, choose another model.`,
  unusable: t`Choose a more capable model if this happens often.`,
  request: t`The server rejected the request. See its message.`,
  limit: t`Raise MODEL_MONTHLY_CALLS, or wait until next month.`,
} as const satisfies Record<string, Words>;
export type ModelFailureCode = keyof typeof MODEL_FAILURES;

/** One use of a model. A skipped call has the failure "limit". */
export type ModelCall = {
  model: string;
  ms: number;
  inputTokens: number | null;
  outputTokens: number | null;
  /** In millionths of a US dollar; null without usage or prices. */
  costMicros: number | null;
  failure: ModelFailureCode | null;
  /** What happened, in a sentence without page text. */
  detail: string | null;
};

/** US dollars per million tokens. */
export type ModelPrices = { input: number; output: number };

/** A dollar per million tokens is a millionth of a dollar per token. */
export const costMicrosOf = (usage: { inputTokens: number; outputTokens: number }, prices: ModelPrices): number =>
  Math.round(usage.inputTokens * prices.input + usage.outputTokens * prices.output);

export const showCost = (micros: number): string =>
  `$${micros > 0 && micros < 10_000 ? (micros / 1e6).toPrecision(2) : (micros / 1e6).toFixed(2)}`;

export const CALLS_KEPT_DAYS = 400;
