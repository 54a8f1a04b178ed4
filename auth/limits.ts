import { RateLimiterMemory } from "rate-limiter-flexible";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Bounds that protect this server and others from what anybody may start: sign-in requests, new client rows, and requests to hosts
 * that a stranger names. Generous for people, so no settings.
 */
export function createAuthLimits() {
  const limit = (keyPrefix: string, points: number, duration: number) => {
    const memory = new RateLimiterMemory({ keyPrefix, points, duration });
    return (key: string): Promise<boolean> =>
      memory.consume(key).then(
        () => true,
        () => false,
      );
  };
  const authorizations = limit("authorize", 60, MINUTE);
  const registrations = limit("register", 2000, DAY);
  const documentsByAddress = limit("document-address", 30, MINUTE);
  const documentsByHost = limit("document-host", 10, MINUTE);
  const documents = limit("document", 300, HOUR);
  return {
    mayAuthorize: (address: string) => authorizations(address),
    /** Counted for everybody together: it bounds the table of clients. */
    mayRegister: () => registrations("all"),
    mayFetchDocument: async (address: string, host: string): Promise<boolean> =>
      (await documentsByAddress(address)) && (await documentsByHost(host)) && (await documents("all")),
  };
}

export type AuthLimits = ReturnType<typeof createAuthLimits>;
