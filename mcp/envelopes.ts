import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY, LOG_LEVEL_META_KEY } from "@modelcontextprotocol/server";
import { LRUCache } from "lru-cache";

/** What a client says about itself with each request of 2026-07-28. */
type Envelope = Record<string, unknown>;

const PARTS = [CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY, LOG_LEVEL_META_KEY];
const MOST_ENVELOPES = 1000;
const MOST_CHARACTERS = 4000;

/**
 * Envelopes that the SDK has accepted. Clients send the same one each time, so its rules are
 * checked once, by the SDK, and stand nowhere else.
 */
export function createEnvelopes() {
  const accepted = new LRUCache<string, true>({ max: MOST_ENVELOPES });
  const textOf = (envelope: Envelope): string => JSON.stringify(PARTS.map((part) => envelope[part] ?? null));
  return {
    accept(envelope: Envelope): void {
      const text = textOf(envelope);
      if (text.length <= MOST_CHARACTERS) accepted.set(text, true);
    },
    isAccepted: (envelope: Envelope): boolean => accepted.get(textOf(envelope)) === true,
  };
}

export type Envelopes = ReturnType<typeof createEnvelopes>;
