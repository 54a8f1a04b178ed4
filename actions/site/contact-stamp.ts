import { createHmac, timingSafeEqual } from "node:crypto";
import type { Deps } from "../context.ts";
import { keptSecret } from "../kept-secret.ts";

/** Minimum time for a person to write a message. */
const FASTEST_MS = 3_000;

type Needs = Pick<Deps, "store" | "random" | "now">;

/** The signed time at which a form was shown. It does not expire. */
export async function contactStamp(deps: Needs, at = deps.now().getTime()): Promise<string> {
  const key = await keptSecret(deps, "contact-form", () => deps.random(32).toString("base64url"));
  return `${at}.${createHmac("sha256", key).update(String(at)).digest("base64url")}`;
}

/** Whether a form was submitted too fast or with a forged stamp. */
export async function isTooFast(stamp: string, deps: Needs): Promise<boolean> {
  const at = Number(stamp.split(".")[0]);
  const right = Buffer.from(await contactStamp(deps, at));
  const given = Buffer.from(stamp);
  const isOurs = right.length === given.length && timingSafeEqual(right, given);
  return !isOurs || deps.now().getTime() - at < FASTEST_MS;
}
