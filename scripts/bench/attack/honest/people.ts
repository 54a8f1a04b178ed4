import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "../client.ts";
import { HONEST_HOSTS, honestAddress, type Stage } from "../stage.ts";
import { type HonestLedger, served } from "./ledger.ts";

const DEADLINE_MS = 5000;
/** Hashing a password takes its time, and an order is something people wait for. */
const PATIENT_MS = 10_000;
/** "In about a minute", says submit_listing. */
const DRAFT_MS = 60_000;
const POLL_MS = 1000;

/** Buyers in turn ask for prices and make orders. */
export function startBuyers({ base, buyers }: Stage, ledger: HonestLedger): () => void {
  const client = createClient(base, honestAddress(30));
  let asked = 0;
  const order = (path: string, more: Record<string, string>, right: number) => async (signal: AbortSignal) => {
    const { key, listingId } = buyers[asked++ % buyers.length]!;
    const items = [{ product: "billboard", listing_id: listingId, amount_cents: 1500 }];
    served(
      await client.send(
        {
          method: "POST",
          path: `/api/v1/orders/${path}`,
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...more },
          body: JSON.stringify({ items, billing_country: "DE" }),
        },
        signal,
      ),
      right,
    );
  };
  ledger.every(2500, "quote", DEADLINE_MS, order("quote", {}, 200), 200);
  ledger.every(
    4000,
    "checkout",
    PATIENT_MS,
    (signal) => order("checkout", { "idempotency-key": randomUUID() }, 201)(signal),
    1200,
  );
  return client.close;
}

/** A maker submits a website in the middle of it all. Gives the seconds until the draft was ready, with what the website says. */
export async function submitWebsite(
  { base, maker: { key } }: Stage,
  host: string,
  ledger: HonestLedger,
): Promise<number | undefined> {
  const client = createClient(base, honestAddress(40));
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const entry = await ledger.perform("draft", DRAFT_MS, async (signal) => {
    const url = `https://${host}/`;
    const made = await client.send(
      { method: "POST", path: "/api/v1/drafts", headers, body: JSON.stringify({ url }) },
      signal,
    );
    const { id } = JSON.parse(served(made, 201));
    for (;;) {
      await delay(POLL_MS, undefined, { signal });
      const draft = JSON.parse(served(await client.send({ path: `/api/v1/drafts/${id}`, headers }, signal)));
      if (draft.status !== "ready") continue;
      if (!JSON.stringify(draft).includes("Acme Charts")) throw new Error("the draft is ready, but empty");
      return;
    }
  });
  client.close();
  return entry.fault === undefined ? entry.ms / 1000 : undefined;
}

/** Whether somebody could connect an assistant that was never seen here. */
export async function canConnect({ base, patience }: Stage): Promise<boolean> {
  const client = createClient(base, honestAddress(50));
  const asked = new URLSearchParams({
    client_id: `https://${HONEST_HOSTS.newcomer}/client.json`,
    redirect_uri: "https://newcomer.test/callback",
    response_type: "code",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    scope: "account:read",
    resource: `${base}/mcp`,
  });
  const answer = await client
    .send({ path: `/oauth/authorize?${asked}` }, AbortSignal.timeout(DEADLINE_MS * patience))
    .catch(() => undefined);
  client.close();
  return answer?.headers.location?.includes("/interaction/") === true;
}

/** Whether a program that has no document of its own could register. */
export async function canRegister({ base, patience }: Stage): Promise<boolean> {
  const client = createClient(base, honestAddress(51));
  const asked = {
    method: "POST",
    path: "/oauth/register",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "New app", redirect_uris: ["https://newcomer.test/callback"] }),
  };
  const answer = await client.send(asked, AbortSignal.timeout(DEADLINE_MS * patience)).catch(() => undefined);
  client.close();
  return answer?.status === 201;
}
