import type { LookupAddress } from "node:dns";
import { lookup as systemLookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { CRAWL_WORDS } from "#domain/drafts/crawl-words.ts";
import { isPublicAddress } from "./address.ts";
import { OutboundError } from "./outbound-error.ts";

/**
 * A lookup for net.connect that returns only public addresses, or none if any is private. The
 * socket connects to the checked address, which defeats DNS rebinding.
 */
export function createGuardedLookup(dnsServers?: readonly string[]): LookupFunction {
  const resolve = dnsServers?.length ? resolverOf(dnsServers) : resolveBySystem;
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const wanted = addresses.filter(({ family }) => !options.family || options.family === family);
        const [first] = wanted;
        if (!addresses.every(({ address }) => isPublicAddress(address))) {
          callback(notPublic(hostname), "", 0);
        } else if (!first) {
          callback(Object.assign(new Error("no address"), { code: "ENOTFOUND" }), "", 0);
        } else if (options.all) {
          callback(null, wanted);
        } else {
          callback(null, first.address, first.family);
        }
      },
      (error) => callback(error, "", 0),
    );
  };
}

/** Does not reveal the private address. */
export const notPublic = (hostname: string): OutboundError =>
  new OutboundError("address_refused", CRAWL_WORDS.notResolved(hostname));

const resolveBySystem = (hostname: string): Promise<LookupAddress[]> =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

function resolverOf(servers: readonly string[]): (hostname: string) => Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  resolver.setServers([...servers]);
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer, index) =>
      answer.status === "fulfilled" ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    );
    // Often one family has no records; an error only if both do.
    const [failure] = answers.filter((answer) => answer.status === "rejected");
    if (addresses.length === 0 && failure) throw failure.reason;
    return addresses;
  };
}
