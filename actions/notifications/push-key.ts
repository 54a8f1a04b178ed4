import { createPushKey, PUSH_KEY } from "../../core/credentials/web-push.ts";
import type { Deps } from "../context.ts";
import { keptSecret } from "../kept-secret.ts";

/** The site's VAPID private key, created once: with another key, existing subscriptions fail. */
export const pushKeyOf = (deps: Pick<Deps, "store" | "random">): Promise<string> =>
  keptSecret(deps, PUSH_KEY, () => createPushKey(deps.random));
