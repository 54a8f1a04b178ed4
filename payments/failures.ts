import type { Logger } from "pino";
import { AppError } from "#core/errors/errors.ts";
import { membersOf } from "#domain/text/record.ts";
import { t } from "#languages/words.ts";

export class ProviderError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly requestId: string | undefined;

  constructor(message: string, facts: { status: number; code?: string | undefined; requestId?: string | undefined }) {
    super(message);
    this.name = "ProviderError";
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
  }
}

const WORDS = {
  start: (provider: string) =>
    t`${provider} is not working at the moment. You have not been charged. Try again in a few minutes, or choose another way to pay.`,
  find: (provider: string) =>
    t`${provider} cannot be reached at the moment. Your payment is not lost. Try again in a few minutes.`,
  refund: (provider: string) =>
    t`${provider} did not make the refund. Check the payment in your ${provider} account, then try again.`,
  costs: (provider: string) => t`${provider} does not report its fees and payouts at the moment.`,
  event: (provider: string) => t`This webhook could not be verified with ${provider}. Send it again later.`,
};

export type Ask = <T>(what: keyof typeof WORDS, work: () => Promise<T>) => Promise<T>;

export const askProvider =
  (provider: string, log: Logger): Ask =>
  async (what, work) => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError) throw error;
      log.error({ provider, what, ...factsOf(error) }, "payment provider failed");
      throw new AppError("service_unavailable", WORDS[what](provider), { retryAfter: 60 });
    }
  };

/** Only these fields: errors of client libraries contain whole requests with personal data. */
function factsOf(error: unknown): Record<string, unknown> {
  const { name, message, status, statusCode, code, requestId } = membersOf(error);
  return {
    error: name,
    detail: String(message).slice(0, 300),
    status: status ?? statusCode,
    code,
    provider_request_id: requestId,
  };
}

export async function tried(provider: string, work: () => Promise<string>): Promise<{ ok: boolean; detail: string }> {
  try {
    return { ok: true, detail: await work() };
  } catch (error) {
    const { status, statusCode, code, message } = membersOf(error);
    const answered = status ?? statusCode;
    if (answered === 401 || answered === 403) return { ok: false, detail: `${provider} refuses the key.` };
    const why = answered ? `status ${answered}` : String(code ?? message).slice(0, 200);
    return { ok: false, detail: `${provider} does not work as expected: ${why}.` };
  }
}

/** A webhook with an invalid signature or content: 400, which providers show in their dashboard. */
export const badNotice = (detail: string): AppError => new AppError("validation_failed", detail);
