import { hashToken } from "#core/credentials/tokens.ts";
import type { Deps } from "../context.ts";

const KEPT_MS = 15 * 60_000;

type Needs = Pick<Deps, "store" | "now" | "random" | "log">;
type Owner = Pick<Needs, "store" | "now">;

const wantedBy = (accountId: string, key: string, { now }: Pick<Needs, "now">) => ({
  id: hashToken(key),
  accountId,
  at: now(),
});

/**
 * Keeps removed data for 15 minutes and returns a key to restore it. Never fails: without a key,
 * undo is not offered.
 */
export async function keepOffer(accountId: string, back: unknown, deps: Needs): Promise<string | undefined> {
  const { store, now, random, log } = deps;
  const key = random(16).toString("base64url");
  const offer = { id: hashToken(key), accountId, back, endsAt: new Date(now().getTime() + KEPT_MS) };
  try {
    await store.change((tx) => tx.undoOffers.add(offer), [`undo ${offer.id}`]);
    return key;
  } catch (error) {
    log.warn({ err: error }, "undo data was not saved");
    return undefined;
  }
}

export const findOffer = (accountId: string, key: string, { store, now }: Owner): Promise<unknown> =>
  store.undoOffers.find(wantedBy(accountId, key, { now }));

export function takeOffer(accountId: string, key: string, { store, now }: Owner): Promise<unknown> {
  const wanted = wantedBy(accountId, key, { now });
  return store.change(
    async (tx) => {
      const kept = await tx.undoOffers.find(wanted);
      if (kept) await tx.undoOffers.remove(wanted.id);
      return kept;
    },
    [`undo ${wanted.id}`],
  );
}
