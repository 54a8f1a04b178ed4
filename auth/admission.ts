import type { Deps } from "#actions/context.ts";
import type { AuthLimits } from "./limits.ts";
import { TryLater } from "./try-later.ts";

/** By then an authorization that started with a client has ended. */
const HOUR_MS = 3600 * 1000;
const MAX_UNUSED = 5000;

/**
 * Admits another client or throws TryLater. Each IP address has a share, and a full table drops the
 * oldest unused client, so nobody can block registration.
 */
export const createAdmission =
  ({ store, now }: Pick<Deps, "store" | "now">, limits: Pick<AuthLimits, "addClient">, maxUnused = MAX_UNUSED) =>
  async (address: string): Promise<void> => {
    const waitSeconds = await limits.addClient(address);
    if (waitSeconds > 0) throw new TryLater(429, "Your network has registered too many new clients.", waitSeconds);
    const at = now().getTime();
    const oldest = await store.change((tx) => tx.oauth.makeRoomForClient(maxUnused, new Date(at - HOUR_MS)));
    if (oldest === undefined) return;
    const freeSeconds = Math.max(1, Math.ceil((oldest.getTime() + HOUR_MS - at) / 1000));
    throw new TryLater(503, "Too many new clients were registered within an hour.", freeSeconds);
  };
