import type { Deps } from "../actions/context.ts";
import type { AuthLimits } from "./limits.ts";
import { TryLater } from "./try-later.ts";

/** An authorization that began with a client is over by then. */
const HOUR_MS = 3600 * 1000;
/** Registered clients that no person ever allowed: what anybody may fill the table with. */
const MAX_UNUSED = 5000;

/**
 * Lets one more client into the table, or throws TryLater. Each address has a share. When the table is full, the oldest client that
 * nobody allowed within an hour makes room, so that nobody can close registration by what they leave behind.
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
