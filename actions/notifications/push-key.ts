import { createPushKey, PUSH_KEY } from "../../core/credentials/web-push.ts";
import type { Deps } from "../context.ts";
import { keptSecret } from "../kept-secret.ts";

/** The private key with which this site proves itself to push services, made once: with another one, no browser hears it. */
export const pushKeyOf = (deps: Pick<Deps, "store" | "random">): Promise<string> =>
  keptSecret(deps, PUSH_KEY, () => createPushKey(deps.random));
