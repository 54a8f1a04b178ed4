import Anthropic from "@anthropic-ai/sdk";
import type { DraftedValue } from "../domain/drafts/draft.ts";
import type { DraftFieldName } from "../domain/listings/fields.ts";
import { messageOf } from "../domain/text/failure.ts";
import { fold } from "../domain/text/text.ts";
import type { Drafted, Drafter, DraftRequest } from "./drafter.ts";
import { type DraftingThread, draftInThread } from "./drafting-thread.ts";
import type { FactField } from "./fact.ts";
import type { Grounded, IndexedFact } from "./ground-facts.ts";
import { isNode } from "./json-ld.ts";
import { currentValues, FIELD_GUIDE, knownFacts, requestText, SYSTEM, schemaFor, wantedFields } from "./prompt.ts";

type DraftLog = (message: string, details: Record<string, unknown>) => void;

export type AnthropicOptions = {
  apiKey: string;
  baseUrl?: string;
  model: string;
  /** Reads pages, checks the model's facts, and drafts by rules what the model omitted. */
  thread: DraftingThread;
  log?: DraftLog;
  /** Per attempt; the call with one retry may take twice as long. */
  timeoutMs?: number;
};

const MAX_TOKENS = 8_000;
const MOST_LOGGED = 100;
/** Prompts under 4,096 tokens are not cached; a token has up to four characters. */
const CACHEABLE = 4 * 4_096;

/**
 * Drafts with a Claude model, or by rules if it fails, refuses or returns nothing usable. Throws
 * only the reason of the request's signal.
 */
export function createAnthropicDrafter({
  apiKey,
  baseUrl,
  model,
  thread,
  log = () => {},
  timeoutMs = 40_000,
}: AnthropicOptions): Drafter {
  // Everything is given, so that the library reads nothing from the environment or disk.
  const client = new Anthropic({
    apiKey,
    authToken: null,
    baseURL: baseUrl ?? "https://api.anthropic.com",
    timeout: timeoutMs,
    maxRetries: 1,
    logLevel: "off",
  });

  const draftByRules = draftInThread(thread, log);

  return async (request) => {
    request.signal?.throwIfAborted();
    const byRules = await draftByRules(request);
    const fields = wantedFields(request);
    if (!fields.length || byRules.unfinished) return byRules;
    const { signal, ...asked } = request;
    try {
      const documents = await thread.run("documents", asked.site, signal);
      if (!documents.length) return byRules;
      const known = knownFacts(byRules, request);
      const message = await client.messages.create(bodyOf(model, request, fields, documents, known), {
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs * 2), ...(signal ? [signal] : [])]),
      });
      const { input_tokens, output_tokens, cache_read_input_tokens } = message.usage;
      log("model answered", { model, stop: message.stop_reason, input_tokens, output_tokens, cache_read_input_tokens });
      const isCut = message.stop_reason === "max_tokens";
      if (message.stop_reason !== "end_turn" && !isCut)
        throw new Error(`The model stopped with ${message.stop_reason}.`);
      const text = message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
      const facts = factsIn(isCut ? finishedFacts(text) : JSON.parse(text), fields);
      const drafted = await thread.run("ground", { facts, request: asked }, signal);
      if (!drafted.grounded) throw new Error("None of the model's facts is on the website.");
      for (const { field, value, reason } of drafted.rejected)
        log("fact dropped", { field, value: value.slice(0, MOST_LOGGED), reason });
      return merge(drafted, byRules, request);
    } catch (error) {
      signal?.throwIfAborted();
      log("model failed, drafted by rules", { model, reason: messageOf(error) });
      return byRules;
    }
  };
}

function bodyOf(
  model: string,
  request: DraftRequest,
  fields: FactField[],
  documents: { id: string; text: string }[],
  known: string | undefined,
): Anthropic.MessageCreateParamsNonStreaming {
  const length = documents.reduce((sum, { text }) => sum + text.length, SYSTEM.length);
  const asDocument = (title: string, data: string, isLast: boolean): Anthropic.DocumentBlockParam => ({
    type: "document",
    source: { type: "text", media_type: "text/plain", data },
    title,
    context: "untrusted website text",
    // A redraft within minutes reads the pages from the prompt cache.
    ...(isLast && length >= CACHEABLE ? { cache_control: { type: "ephemeral", ttl: "5m" } } : {}),
  });
  return {
    model,
    max_tokens: MAX_TOKENS,
    system: SYSTEM,
    output_config: { effort: "low", format: { type: "json_schema", schema: schemaFor(Object.keys(FIELD_GUIDE)) } },
    messages: [
      {
        role: "user",
        content: [
          ...documents.map(({ id, text }, at) => asDocument(id, text, at === documents.length - 1)),
          ...(known ? [asDocument("known", known, false)] : []),
          ...(request.only ? [asDocument("current", currentValues(request), false)] : []),
          { type: "text", text: requestText(request, fields, known !== undefined) },
        ],
      },
    ],
  };
}

/** The complete facts of a truncated answer: flat objects, whose strings may contain braces. */
function finishedFacts(text: string): { facts: unknown[] } {
  const objects = text.slice(text.indexOf("[")).match(/\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}/g) ?? [];
  return { facts: objects.map((object) => JSON.parse(object)) };
}

/** Well-formed claims about the product itself. Throws if the answer has another shape. */
function factsIn(parsed: unknown, fields: FactField[]): IndexedFact[] {
  const list = typeof parsed === "object" && parsed !== null && "facts" in parsed ? parsed.facts : undefined;
  if (!Array.isArray(list)) throw new Error("The response has no list of facts.");
  return list.slice(0, 300).flatMap((item: unknown) => {
    if (!isNode(item)) return [];
    const { field, value, subject, status, page, quote, index } = item;
    if (typeof value !== "string" || typeof page !== "string" || typeof quote !== "string") return [];
    if (subject !== "this" || status !== "stated") return [];
    const known = fields.find((name) => name === field);
    return known ? [{ field: known, value, page, quote, index: typeof index === "number" ? index : 0 }] : [];
  });
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
function merge(ai: Grounded, byRules: Drafted, request: DraftRequest): Drafted {
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
    drafter: "anthropic",
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
