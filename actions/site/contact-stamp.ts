import { createHmac, timingSafeEqual } from "node:crypto";
import type { Deps } from "../context.ts";
import { keptSecret } from "../kept-secret.ts";

/** Nobody reads the page and writes a message sooner. */
const FASTEST_MS = 3_000;

type Needs = Pick<Deps, "store" | "random" | "now">;

/** When a form was shown, signed. It never gets too old: people write slowly. */
export async function contactStamp(deps: Needs, at = deps.now().getTime()): Promise<string> {
  const key = await keptSecret(deps, "contact-form", () => deps.random(32).toString("base64url"));
  return `${at}.${createHmac("sha256", key).update(String(at)).digest("base64url")}`;
}

/** Whether a form comes back sooner than a person can write, or with a stamp that is not ours. */
export async function isTooFast(stamp: string, deps: Needs): Promise<boolean> {
  const at = Number(stamp.split(".")[0]);
  const right = Buffer.from(await contactStamp(deps, at));
  const given = Buffer.from(stamp);
  const isOurs = right.length === given.length && timingSafeEqual(right, given);
  return !isOurs || deps.now().getTime() - at < FASTEST_MS;
}
