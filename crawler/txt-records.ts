import { Resolver } from "node:dns/promises";
import { codeOf } from "#domain/text/failure.ts";
import { OutboundError } from "./outbound-error.ts";

/**
 * TXT records of a name, strings joined; empty if missing. Throws OutboundError if no server
 * answered.
 */
export type LookUpTxt = (name: string) => Promise<string[]>;

/** No such record or name. */
const NONE = new Set(["ENOTFOUND", "ENODATA"]);

const REASONS: Record<string, string> = {
  ESERVFAIL: "answered with an error (SERVFAIL)",
  EREFUSED: "refused the query",
  ETIMEOUT: "did not answer in time",
};

/** `servers` ("127.0.0.1:5353") replace the system's. */
export const createLookUpTxt =
  (servers: readonly string[], { timeoutMs = 2000, tries = 2 } = {}): LookUpTxt =>
  async (name) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries });
    if (servers.length) resolver.setServers([...servers]);
    try {
      return (await resolver.resolveTxt(name)).map((strings) => strings.join(""));
    } catch (error) {
      const code = codeOf(error) ?? "";
      if (NONE.has(code)) return [];
      throw new OutboundError("unreachable", `The DNS servers of ${name} ${REASONS[code] ?? "could not be asked"}.`, {
        cause: error,
      });
    }
  };
