import type { ModelFailureCode } from "#domain/drafts/model-call.ts";

/** Untrusted text. `isReused`: the documents up to here are sent again if a field is redrafted. */
export type ModelDocument = { title: string; text: string; isReused?: boolean };

export type ModelRequest = {
  system: string;
  documents: ModelDocument[];
  /** What to do with the documents. */
  prompt: string;
  schema: Record<string, unknown>;
  maxTokens: number;
  signal?: AbortSignal;
};

export type Usage = { inputTokens: number; outputTokens: number };
/** `text` may contain anything; usage may be unknown. */
export type ModelAnswer = { text: string; stopReason: "end" | "length"; usage?: Usage };

/** Throws ModelFailure, or the reason of the request's signal. */
export type Model = (request: ModelRequest) => Promise<ModelAnswer>;

export class ModelFailure extends Error {
  readonly code: ModelFailureCode;
  /** How long the server asks to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(code: ModelFailureCode, message: string, retryAfterMs?: number) {
    super(message);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The form of each optional part of a request. */
type Form = Record<string, string>;

/**
 * Asks in the best form that the server accepts, and remembers it. `forms` are from the best to
 * what every server accepts; `partOf` names the part that a refusal is about.
 */
export function createNegotiation(forms: Record<string, string[]>, partOf: (refusal: string) => string) {
  let accepted: Form = Object.fromEntries(Object.entries(forms).map(([part, [best = ""]]) => [part, best]));

  return async (ask: (form: Form) => Promise<ModelAnswer>): Promise<ModelAnswer> => {
    let form = accepted;
    let refusal: ModelFailure | undefined;
    for (;;) {
      try {
        const answer = await ask(form);
        accepted = form;
        return answer;
      } catch (error) {
        if (!(error instanceof ModelFailure) || error.code !== "request") throw error;
        refusal ??= error;
        const part = partOf(error.message);
        const simpler = forms[part]?.[forms[part].indexOf(form[part] ?? "") + 1];
        if (simpler === undefined) throw refusal;
        form = { ...form, [part]: simpler };
      }
    }
  };
}
