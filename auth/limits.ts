import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Who makes this server fetch something: a signed-in person, or whoever is behind an address. */
export type Asker = { address: string; accountId: string | undefined };

/** Counts one more request of `key` and says how many seconds to wait; 0 when there is room. */
type Limit = (key: string) => Promise<number>;

/**
 * Bounds that protect this server and others from what anybody may start: sign-in requests, new client rows, and requests to hosts
 * that a stranger names. Each address has a share that leaves room for others. Generous for people, so no settings.
 */
export function createAuthLimits() {
  const limit = (keyPrefix: string, points: number, duration: number): Limit => {
    const memory = new RateLimiterMemory({ keyPrefix, points, duration });
    return (key) =>
      memory.consume(key).then(
        () => 0,
        ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000)),
      );
  };
  const authorizations = limit("authorize", 60, MINUTE);
  const newClients = limit("new-client", 100, HOUR);
  const documentsByMember = limit("document-member", 20, MINUTE);
  const documentsByAddress = limit("document-address", 20, MINUTE);
  const documentsByAddressHour = limit("document-address-hour", 100, HOUR);
  const documentsByHost = limit("document-host", 30, MINUTE);
  const documents = limit("document", 2000, HOUR);

  return {
    authorize: authorizations,
    /** Clients that one address adds to the table. */
    addClient: newClients,
    /** Documents of apps that nobody has connected. What strangers share never holds up a signed-in person. */
    async fetchDocument({ address, accountId }: Asker, host: string): Promise<number> {
      if (accountId !== undefined) return documentsByMember(accountId);
      return (
        (await documentsByAddress(address)) ||
        (await documentsByAddressHour(address)) ||
        (await documentsByHost(host)) ||
        (await documents("all"))
      );
    },
  };
}

export type AuthLimits = ReturnType<typeof createAuthLimits>;
