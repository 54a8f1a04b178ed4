import { createPushKey, isPushKeys, PUSH_KEY } from "#core/credentials/web-push.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import type { Deps } from "../context.ts";
import { keptSecret } from "../kept-secret.ts";

export const MOST_BROWSERS = 10;
const LONGEST_ENDPOINT = 1000;

type Needs = Pick<Deps, "store" | "now" | "uuid" | "refusalOf" | "limiter">;
export type OfferedBrowser = {
  endpoint: string;
  p256dh: string;
  auth: string;
  browser: string | null;
  sessionHash: string;
};

/**
 * Registers a browser for push. Its URL must be public https; DNS is checked again for each
 * message.
 */
export async function addPushBrowser(
  accountId: string,
  offered: OfferedBrowser,
  { store, now, uuid, refusalOf, limiter }: Needs,
): Promise<"added" | "refused" | "too-many"> {
  await takeQuota(limiter, "push-browser", accountId);
  const { endpoint } = offered;
  const isAddress =
    endpoint.length <= LONGEST_ENDPOINT && /^https:/i.test(endpoint) && refusalOf(endpoint) === undefined;
  if (!isAddress || !isPushKeys(offered)) return "refused";
  return store.change(async (tx) => {
    const known = await tx.pushSubscriptions.ofAccount(accountId);
    if (known.length >= MOST_BROWSERS && !known.some((one) => one.endpoint === endpoint)) return "too-many";
    await tx.pushSubscriptions.save({ ...offered, id: uuid(), accountId, createdAt: now() });
    return "added";
  });
}

export const removePushBrowser = (accountId: string, id: string, { store }: Pick<Needs, "store">): Promise<void> =>
  store.change((tx) => tx.pushSubscriptions.remove(accountId, id));

/** The site's VAPID private key, created once: with another key, existing subscriptions fail. */
export const pushKeyOf = (deps: Pick<Deps, "store" | "random">): Promise<string> =>
  keptSecret(deps, PUSH_KEY, () => createPushKey(deps.random));
