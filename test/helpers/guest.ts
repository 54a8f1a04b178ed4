import { createVisitor } from "../site/world.ts";
import type { World } from "./world.ts";

/**
 * Somebody without an account, from a network of their own if `ip` says so. The world trusts 127.0.0.1 as a proxy. `at` is where
 * it listens, if that is not the address of the site.
 */
export function createGuest({ url }: Pick<World, "url">, ip = "198.51.100.1", at = url) {
  const visitor = createVisitor(at);
  const network = { "x-forwarded-for": ip };
  const form = { "sec-fetch-site": "same-origin", origin: url, ...network };
  const paste = (address: string) => visitor.post("/submit", { url: address }, form);
  return {
    ...visitor,
    network,
    paste,
    async draft(address: string): Promise<string> {
      const { status, location, text } = await paste(address);
      if (status !== 303) throw new Error(`${status}: ${text.replace(/<[^>]+>/g, " ").slice(0, 2000)}`);
      return location;
    },
    get: (path: string) => visitor.get(path, network),
    post: (path: string, fields: Record<string, string> = {}) => visitor.post(path, fields, form),
  };
}

export type Guest = ReturnType<typeof createGuest>;
