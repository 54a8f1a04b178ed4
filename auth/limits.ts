import { createWindows } from "#core/limits/windows.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export type Asker = { address: string; accountId: string | undefined };

type Limit = (key: string) => Promise<number>;

/**
 * Limits for anonymous callers: authorizations, new clients, and requests to hosts they name. Each
 * IP address has a share; the limits are generous, so there are no settings.
 */
export function createAuthLimits() {
  const limit = (most: number, seconds: number): Limit => {
    const windows = createWindows(seconds * 1000);
    return async (key) => {
      const { count, leftMs } = windows.add(key, 1);
      return count <= most ? 0 : Math.max(1, Math.ceil(leftMs / 1000));
    };
  };
  const authorizations = limit(60, MINUTE);
  const newClients = limit(100, HOUR);
  const documentsByMember = limit(20, MINUTE);
  const documentsByAddress = limit(20, MINUTE);
  const documentsByAddressHour = limit(100, HOUR);
  const documentsByHost = limit(30, MINUTE);
  const documents = limit(2000, HOUR);

  return {
    authorize: authorizations,
    addClient: newClients,
    /** Documents of unconnected apps. Anonymous callers never use up a signed-in person's limit. */
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
