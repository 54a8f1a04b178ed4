import { Resolver } from "node:dns/promises";
import { once } from "#domain/text/once.ts";

/** Reserved for such tests (RFC 2606). */
export const ELSEWHERE = "example.com";

export type Outside = {
  dns: () => Promise<{ servers: string[]; isChosen: boolean; failure: string | undefined }>;
  isOffline: () => Promise<boolean>;
  reason: string;
};

export function createResolver(servers: readonly string[]): Resolver {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (servers.length) resolver.setServers([...servers]);
  return resolver;
}

/** Checks outbound connections once. Servers in DNS_SERVERS must respond. */
export function lookOutside(chosen: readonly string[]): Outside {
  const dns = once(async () => {
    const resolver = createResolver(chosen);
    const failure = await resolver.resolve4(ELSEWHERE).then(
      () => undefined,
      (error: Error) => error.message,
    );
    return { servers: resolver.getServers(), isChosen: chosen.length > 0, failure };
  });
  return {
    dns,
    async isOffline() {
      const { isChosen, failure } = await dns();
      return failure !== undefined && !isChosen;
    },
    reason: "this machine has no internet",
  };
}
