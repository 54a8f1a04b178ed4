import type { IncomingMessage } from "node:http";
import { addressKey } from "#core/limits/limiter.ts";
import { createRooms } from "./http-server.ts";
import { patienceOf } from "./one-by-one.ts";

const MOST_HELD = 32;

/** Until when the response to a request may be held back; at once if too many of its address are. */
export type PatienceFor = (req: IncomingMessage & { ip?: string | undefined }) => AbortSignal;

export function createPatience(): PatienceFor {
  const enter = createRooms(() => MOST_HELD);
  return (req) => {
    const signal = patienceOf(req);
    if (signal.aborted) return signal;
    const leave = enter(addressKey(req.ip ?? ""));
    if (!leave) return AbortSignal.abort();
    signal.addEventListener("abort", leave, { once: true });
    return signal;
  };
}
