import type { Caller } from "#actions/context.ts";
import { AppError } from "#core/errors/errors.ts";
import type { OnLimit } from "#core/limits/limiter.ts";
import { given } from "#domain/text/given.ts";
import { factsOf } from "./facts.ts";
import type { Incoming } from "./incoming.ts";
import { noteCaller } from "./turns.ts";

type Accepted = {
  audiences: readonly string[];
  allowApiKey: boolean;
  scopes?: readonly string[];
  onLimit?: OnLimit;
};

/**
 * Who sends this Authorization header; anonymous without one. Throws AppError `unauthenticated` or
 * `token_expired`.
 */
export type Identify = (authorization: string | undefined, accepted: Accepted & { address: string }) => Promise<Caller>;

const CREDENTIAL_NAMES = ["access_token", "api_key", "apikey", "key", "token", "authorization"];

/** Credentials in the query are refused everywhere, even if none is needed. */
export function refuseCredentialIn(query: URLSearchParams | undefined): void {
  if (!query?.keys().some((name) => CREDENTIAL_NAMES.includes(name.toLowerCase()))) return;
  throw new AppError(
    "credential_in_query",
    "URLs end up in logs. Send the credential as Authorization: Bearer, and replace this one.",
  );
}

/** The caller of a request, from its Authorization header only. */
export async function callerOf(req: Incoming, identify: Identify, accepted: Accepted): Promise<Caller> {
  const { authorization } = req.headers;
  // `headers` has only the first of several.
  if (authorization !== undefined && given(req.headersDistinct.authorization).length > 1)
    throw new AppError("unauthenticated", "Send one Authorization header.", { scopes: [...(accepted.scopes ?? [])] });
  const caller = await identify(authorization, { ...accepted, address: req.ip ?? "unknown" }).catch((error) => {
    noteCaller(req, undefined);
    throw error;
  });
  if (caller.kind === "member") noteCaller(req, caller.accountId);
  factsOf(req).caller = caller.kind === "member" ? caller.via : "anonymous";
  return caller;
}
