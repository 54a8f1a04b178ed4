import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Answer, type Asked, bearer, callOf, createClient, csrfIn, formOf, jsonOf, messageOf } from "./client.ts";
import type { Connected, Stage } from "./stage.ts";

export const DEADLINE_MS = 5000;
/** Hashing a password takes its time, and so do an email and an order. */
const LONG_DEADLINE_MS = 10_000;
/** "In about a minute", says submit_listing. */
const DRAFT_MS = 60_000;
const honestAddress = (nth: number): string => `127.0.2.${nth}`;

/** What an honest client wanted, and whether it got it in time; `ms` counts from when it was due. */
export type Entry = { who: string; startedAt: number; ms: number; fault: string | undefined };
type Work = (signal: AbortSignal) => Promise<void>;
export type Ledger = ReturnType<typeof createLedger>;

/** Performs what honest clients do at their own pace, and notes how it went. */
export function createLedger(patience: number) {
  const entries: Entry[] = [];
  const running: Promise<unknown>[] = [];
  const stopping = new AbortController();

  async function perform(who: string, deadlineMs: number, work: Work, startedAt = performance.now()): Promise<Entry> {
    const signal = AbortSignal.timeout(deadlineMs * patience);
    const fault = await work(signal).then(
      () => undefined,
      (error: Error) => (signal.aborted ? `no answer in ${deadlineMs * patience} ms` : error.message),
    );
    const entry = { who, startedAt, ms: performance.now() - startedAt, fault };
    entries.push(entry);
    return entry;
  }
  return {
    entries,
    perform,
    /** On a schedule that does not wait for answers: a client that falls behind hides nothing. */
    every(ms: number, who: string, deadlineMs: number, work: Work, afterMs = 0): void {
      const repeat = async () => {
        for (let dueAt = performance.now() + afterMs; ; dueAt += ms) {
          await delay(Math.max(0, dueAt - performance.now()), undefined, { signal: stopping.signal });
          running.push(perform(who, deadlineMs, work, dueAt));
        }
      };
      repeat().catch(() => undefined);
    },
    /** Starts nothing new and waits for what runs. */
    settle() {
      stopping.abort();
      return Promise.all(running);
    },
  };
}

/** The body of an answer with the right status; throws otherwise. */
function served({ path, status, text }: Answer, right = 200): string {
  if (status !== right) throw new Error(`${path} ${status} ${text.startsWith("<") ? "" : text.slice(0, 160)}`);
  return text;
}

/** One after the other, whether or not the last one failed. */
function inTurn(work: Work): Work {
  let last: Promise<unknown> = Promise.resolve();
  return (signal) => {
    const mine = last.then(() => work(signal));
    last = mine.catch(() => undefined);
    return mine;
  };
}
const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** A connected assistant calls tools and refreshes its tokens. Once it is unknown or its token is void, it gives up. */
export function createAssistant({ base, patience }: Stage, nth: number, connected: Connected, ledger: Ledger) {
  const client = createClient(base, honestAddress(10 + nth));
  let { access, refresh } = connected;
  let isConnected = true;
  let calls = 0;
  const tools: [string, object][] = [
    ["get_account", {}],
    ["list_my_listings", {}],
    ["search_listings", { q: "analytics" }],
  ];
  const call: Work = async (signal) => {
    if (!isConnected) throw new Error("disconnected");
    const [tool, input] = tools[calls++ % tools.length]!;
    const { result } = JSON.parse(served(await client.send(callOf(tool, input, access), signal)));
    if (result?.isError) throw new Error(JSON.stringify(result).slice(0, 120));
  };
  const takeTokens = inTurn(async (signal) => {
    if (!isConnected) throw new Error("disconnected");
    const fields = { grant_type: "refresh_token", client_id: connected.clientId, refresh_token: refresh };
    const answer = await client.send(formOf(base, "/oauth/token", fields), signal);
    if (/invalid_(client|grant)/.test(answer.text)) isConnected = false;
    ({ access_token: access, refresh_token: refresh } = JSON.parse(served(answer)));
  });
  const inTime = () => AbortSignal.timeout(DEADLINE_MS * patience);
  return {
    start(afterMs: number) {
      ledger.every(400, "assistant", DEADLINE_MS, call, afterMs);
      ledger.every(3000, "refresh", DEADLINE_MS, takeTokens, afterMs);
    },
    /** Whether it can still work, found out by working. */
    isConnected: () => succeeds(takeTokens(inTime()).then(() => call(inTime()))),
  };
}

/** A person signs in from a browser that is known and from one that is not, and resets the password if refused. */
export function createSigner(stage: Stage, newestLink: (email: string) => string | undefined, ledger: Ledger) {
  const { base, patience, password } = stage;
  const { email } = stage.person;
  const jars = [new Map<string, string>(), new Map<string, string>()];
  const clients = jars.map((cookies, nth) =>
    createClient(base, honestAddress(20 + nth), { keepAlive: nth === 0, cookies }),
  );
  let turns = 0;
  const next = inTurn(async (signal) => {
    const turn = turns++ % 2;
    const client = clients[turn]!;
    // A session of an earlier turn would lead straight to the front page.
    jars[turn]!.delete("sid");
    const fill = async (page: string, path: string, fields: Record<string, string>) => {
      const csrf = csrfIn(await client.send({ path: page }, signal));
      return client.send(formOf(base, path, { csrf, ...fields }), signal);
    };
    const signIn = () => fill("/sign-in", "/sign-in", { email, password, return_to: "/account" });
    let answer = await signIn();
    if (answer.status === 429) {
      served(await fill("/forgot", "/forgot", { email }));
      let link: string | undefined;
      for (; !link; link = newestLink(email)) await delay(200, undefined, { signal });
      const { pathname, search, searchParams } = new URL(link);
      served(await fill(pathname + search, "/reset", { token: searchParams.get("token") ?? "", password }), 303);
      answer = await signIn();
    }
    served(answer, 303);
    served(await client.send({ path: "/account" }, signal));
  });
  const signInOnce = () => next(AbortSignal.timeout(LONG_DEADLINE_MS * patience));
  return {
    /** Before the attack, so that one browser is known. */
    warm: signInOnce,
    start: () => ledger.every(2500, "sign-in", LONG_DEADLINE_MS, next, 500),
    canSignIn: async () => (await Promise.all([signInOnce(), signInOnce()].map(succeeds))).every(Boolean),
  };
}

/** Buyers in turn ask for prices and make orders. */
export function startBuyers({ base, buyers }: Stage, ledger: Ledger): void {
  const client = createClient(base, honestAddress(30));
  let asked = 0;
  const order = (path: string, right: number): Work => {
    return async (signal) => {
      const { key, listingId } = buyers[asked++ % buyers.length]!;
      const items = [{ product: "billboard", listing_id: listingId, amount_cents: 1500 }];
      const once = right === 201 ? { "idempotency-key": randomUUID() } : {};
      const basket = jsonOf(`/api/v1/orders/${path}`, { items, billing_country: "DE" }, key, once);
      served(await client.send(basket, signal), right);
    };
  };
  ledger.every(2500, "quote", DEADLINE_MS, order("quote", 200), 200);
  ledger.every(4000, "checkout", LONG_DEADLINE_MS, order("checkout", 201), 1200);
}

/** A maker submits a website. Returns the seconds until the draft has what the website says. */
export async function submitWebsite({ base, maker: { key } }: Stage, host: string, ledger: Ledger) {
  const client = createClient(base, honestAddress(40));
  const { fault, ms } = await ledger.perform("draft", DRAFT_MS, async (signal) => {
    const begun = await client.send(jsonOf("/api/v1/drafts", { url: `https://${host}/` }, key), signal);
    const path = `/api/v1/drafts/${JSON.parse(served(begun, 201)).id}`;
    const read = async () => served(await client.send({ path, headers: bearer(key) }, signal));
    let draft = await read();
    for (; JSON.parse(draft).status !== "ready"; draft = await read()) await delay(1000, undefined, { signal });
    if (!draft.includes("Acme Charts")) throw new Error("the draft is ready, but empty");
  });
  return fault === undefined ? ms / 1000 : undefined;
}

type Group = { count: number; everyMs: number; keepAlive?: boolean; isShared?: boolean };

/** Those who only read, within their quotas: assistants without an account, programs by REST, people with browsers. */
export function startReaders({ base, slugs, patience }: Stage, ledger: Ledger): void {
  const pick = (nth: number) => slugs[(nth * 7) % slugs.length]!;
  const topics = ["analytics", "calendars", "invoices", "team chat", "design", "customers", "payroll", "notes"];
  const byMcp = (nth: number): Asked =>
    [
      callOf("search_listings", { q: "team chat" }),
      callOf("get_listing", { slug: pick(nth) }),
      callOf("list_categories", {}),
      messageOf("tools/list", {}),
    ][nth % 4]!;
  const byRest = (nth: number) => ["?per_page=20", `/${pick(nth)}`, "?q=invoices"][nth % 3]!;
  const files = [`/badges/${slugs[0]}/listed/standard-auto-m.svg`, "/favicon.svg", "/previews/site.png"];
  const pages = (nth: number) => {
    const all = ["/", `/listings/${pick(nth)}`, "/search?q=calendar", "/categories", "/feeds/launches.atom", ...files];
    return all[nth % all.length]!;
  };
  let opened = 0;
  /** So many of a kind, each at its own address and pace, whose requests are spread evenly over time. */
  function start(who: string, group: Group, askedOf: (nth: number) => Asked): void {
    const { count, everyMs, keepAlive = true, isShared } = group;
    const paceMs = everyMs * patience;
    for (let each = 0; each < count; each++) {
      const client = createClient(base, `127.0.4.${isShared ? 250 : ++opened}`, { keepAlive });
      let nth = each;
      const work: Work = async (signal) => {
        const text = served(await client.send(askedOf(++nth), signal));
        if (who === "mcp" && JSON.parse(text).error) throw new Error(text.slice(0, 120));
      };
      ledger.every(paceMs, who, DEADLINE_MS, work, (paceMs * each) / count);
    }
  }
  start("mcp", { count: 10, everyMs: 1000 }, byMcp);
  // Hosted assistants share addresses: together they ask for all that the quota of one allows.
  start("shared", { count: 6, everyMs: 600, isShared: true }, (nth) =>
    callOf("search_listings", { q: `${topics[nth % 8]} for ${topics[(nth >> 3) % 8]} ${nth}` }),
  );
  start("rest", { count: 10, everyMs: 1000 }, (nth) => ({ path: `/api/v1/listings${byRest(nth)}` }));
  // People come and go: each page over a connection of its own.
  const browser = { "user-agent": "Mozilla/5.0" };
  start("page", { count: 45, everyMs: 1500, keepAlive: false }, (nth) => ({ path: pages(nth), headers: browser }));
}
