import { callOf, createClient } from "../client.ts";
import { type Connected, honestAddress, type Stage } from "../stage.ts";
import { type HonestLedger, served } from "./ledger.ts";

const DEADLINE_MS = 5000;
const CALL_MS = 400;
const REFRESH_MS = 3000;
const CALLS: [string, object][] = [
  ["get_account", {}],
  ["list_my_listings", {}],
  ["search_listings", { q: "analytics" }],
];

/**
 * An assistant that somebody connected: it calls tools, and takes new tokens every few seconds. It does as clients do: told that it is
 * unknown, or that its token is void, it throws its credentials away, and its person has to connect it again.
 */
export function createAssistant(
  { base, patience }: Stage,
  nth: number,
  { clientId, access, refresh }: Connected,
  ledger: HonestLedger,
) {
  const client = createClient(base, honestAddress(10 + nth));
  let isConnected = true;
  let turn: Promise<unknown> = Promise.resolve();
  let calls = 0;

  async function call(signal: AbortSignal): Promise<void> {
    if (!isConnected) throw new Error("disconnected");
    const [tool, input] = CALLS[calls++ % CALLS.length]!;
    const { result } = JSON.parse(served(await client.send(callOf(tool, input, access), signal)));
    if (result?.isError !== undefined && result.isError) throw new Error(JSON.stringify(result).slice(0, 120));
  }

  /** One at a time, because each gives the token that the next one needs. */
  const takeTokens = (signal: AbortSignal): Promise<void> => {
    const mine = turn.then(async () => {
      if (!isConnected) throw new Error("disconnected");
      const fields = { grant_type: "refresh_token", client_id: clientId, refresh_token: refresh };
      const answer = await client.send(
        {
          method: "POST",
          path: "/oauth/token",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams(fields).toString(),
        },
        signal,
      );
      if (/invalid_(client|grant)/.test(answer.text)) isConnected = false;
      ({ access_token: access, refresh_token: refresh } = JSON.parse(served(answer)));
    });
    turn = mine.catch(() => undefined);
    return mine;
  };

  return {
    start(afterMs: number) {
      ledger.every(CALL_MS, "assistant", DEADLINE_MS, call, afterMs);
      ledger.every(REFRESH_MS, "refresh", DEADLINE_MS, takeTokens, afterMs);
    },
    /** Whether it can still work, found out by working. */
    isConnected: () =>
      takeTokens(AbortSignal.timeout(DEADLINE_MS * patience))
        .then(() => call(AbortSignal.timeout(DEADLINE_MS * patience)))
        .then(
          () => true,
          () => false,
        ),
    close: client.close,
  };
}
