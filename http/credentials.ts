import type { Request } from "express";
import type { Caller } from "../actions/context.ts";
import { AppError } from "../core/errors.ts";
import type { OnLimit } from "../core/limiter.ts";
import { factsOf } from "./facts.ts";

type Accepted = {
  /** Resources for which a token may have been issued. */
  audiences: readonly string[];
  allowApiKey: boolean;
  /** Scopes the call needs, named in the refusal. */
  scopes?: readonly string[];
  /** Called for the quota that a credential counts against when it is not valid. */
  onLimit?: OnLimit;
};

/** Who sends this Authorization header; anonymous without one. Throws AppError `unauthenticated` or `token_expired`. */
export type Identify = (authorization: string | undefined, accepted: Accepted & { address: string }) => Promise<Caller>;

/** Names under which clients put credentials into addresses, where logs and histories keep them. */
const CREDENTIAL_NAMES = ["access_token", "api_key", "apikey", "key", "token", "authorization"];

/** A credential in the address is refused even where none is read, so that nobody gets used to it. */
export function refuseCredentialIn(query: URLSearchParams | undefined): void {
  if (!query?.keys().some((name) => CREDENTIAL_NAMES.includes(name.toLowerCase()))) return;
  throw new AppError(
    "credential_in_query",
    "Addresses end up in logs. Send the credential as Authorization: Bearer, and replace this one.",
  );
}

/** Who sends a request, by its Authorization header alone. */
export async function callerOf(req: Request, identify: Identify, accepted: Accepted): Promise<Caller> {
  const { authorization } = req.headers;
  // `headers` holds the first of several alone.
  if (authorization !== undefined && req.headersDistinct.authorization!.length > 1)
    throw new AppError("unauthenticated", "Send one Authorization header.", { scopes: [...(accepted.scopes ?? [])] });
  const caller = await identify(authorization, { ...accepted, address: req.ip ?? "unknown" });
  factsOf(req).caller = caller.kind === "member" ? caller.via : "anonymous";
  return caller;
}
