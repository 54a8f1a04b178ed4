import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Response } from "express";
import type { Deps } from "#actions/context.ts";
import { keptSecret } from "#actions/kept-secret.ts";
import { createCookies } from "./cookies.ts";

const MAX_AGE_MS = 400 * 24 * 3600 * 1000;

/**
 * Recognizes browsers by a signed cookie per account (OWASP device cookies). It does not sign in;
 * it keeps strangers' attempts from locking out the owner.
 */
export function createKnownDevices({ store, settings, random }: Pick<Deps, "store" | "settings" | "random">) {
  const cookies = createCookies(settings.BASE_URL);
  const nameOf = (accountId: string): string => `device-${hash("sha256", accountId).slice(0, 12)}`;

  async function sign(accountId: string, device: string): Promise<string> {
    const key = await keptSecret({ store }, "device-cookie-key", () => random(32).toString("base64url"));
    return createHmac("sha256", key).update(`${accountId} ${device}`).digest("base64url");
  }

  async function find(req: IncomingMessage, accountId: string): Promise<string | undefined> {
    const [device = "", given = ""] = cookies.read(req, nameOf(accountId))?.split(".") ?? [];
    if (!device) return undefined;
    const [mac, right] = [Buffer.from(given), Buffer.from(await sign(accountId, device))];
    return mac.length === right.length && timingSafeEqual(mac, right) ? device : undefined;
  }

  return {
    find,
    async remember(req: IncomingMessage, res: Response, accountId: string): Promise<void> {
      const device = (await find(req, accountId)) ?? random(16).toString("base64url");
      cookies.set(res, nameOf(accountId), `${device}.${await sign(accountId, device)}`, MAX_AGE_MS);
    },
  };
}
