import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  type Answer,
  type Asked,
  authorizeOf,
  type Client,
  callOf,
  createBrowser,
  createClient,
  formOf,
  jsonOf,
  messageOf,
} from "./client.ts";
import { type Connected, HONEST_HOSTS, honestAddress, readerAddress, type Stage } from "./stage.ts";

const DEADLINE_MS = 5000;
/** Hashing a password takes its time, and so do an email and an order. */
const PATIENT_MS = 10_000;
/** "In about a minute", says submit_listing. */
const DRAFT_MS = 60_000;

/** What an honest client wanted, and whether it got it in time; `ms` counts from when it was due. */
export type Entry = { who: string; startedAt: number; ms: number; fault: string | undefined };
type Work = (signal: AbortSignal) => Promise<void>;

/** Performs what honest clients do at their own pace, whether or not the last one was answered, and notes how it went. */
export function createLedger(patience: number) {
  const entries: Entry[] = [];
  const stops: (() => void)[] = [];
  const running = new Set<Promise<unknown>>();

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
      let dueAt = performance.now() + afterMs;
      let timer: NodeJS.Timeout;
      const wait = () => {
        timer = setTimeout(
          () => {
            const one = perform(who, deadlineMs, work, dueAt).finally(() => running.delete(one));
            running.add(one);
            dueAt += ms;
            wait();
          },
          Math.max(0, dueAt - performance.now()),
        );
      };
      wait();
      stops.push(() => clearTimeout(timer));
    },
    /** Starts nothing new and waits for what runs. */
    async settle(): Promise<void> {
      for (const stop of stops.splice(0)) stop();
      await Promise.all(running);
    },
  };
}
export type Ledger = ReturnType<typeof createLedger>;

/** The body of an answer that is as it should be; throws otherwise. */
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

/**
 * An assistant that somebody connected: it calls tools, and takes new tokens every few seconds. Once it is told that it is
 * unknown, or that its token is void, it stays disconnected.
 */
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
    close: client.close,
  };
}

/**
 * A person signs in again and again, in turn from a browser that was signed in before and from one that was not. Whoever is
 * refused because of others does what the page says: chooses a new password by a link in an email.
 */
export function createSigner(stage: Stage, newestLink: (email: string) => string | undefined, ledger: Ledger) {
  const { base, patience, password } = stage;
  const { email } = stage.person;
  const clients = [createClient(base, honestAddress(20)), createClient(base, honestAddress(21), { keepAlive: false })];
  const browsers = clients.map((client) => createBrowser(base, client));
  let turns = 0;
  const next = inTurn(async (signal) => {
    const browser = browsers[turns++ % 2]!;
    // A session of an earlier turn would lead straight to the front page.
    browser.forget("sid");
    const signIn = () => browser.fill("/sign-in", "/sign-in", { email, password, return_to: "/account" }, signal);
    let answer = await signIn();
    if (answer.status === 429) {
      served(await browser.fill("/forgot", "/forgot", { email }, signal));
      let link: string | undefined;
      for (; !link; link = newestLink(email)) await delay(200, undefined, { signal });
      const { pathname, search, searchParams } = new URL(link);
      const fields = { token: searchParams.get("token") ?? "", password };
      served(await browser.fill(pathname + search, "/reset", fields, signal), 303);
      answer = await signIn();
    }
    served(answer, 303);
    served(await browser.send({ path: "/account" }, signal));
  });
  const inTime = () => AbortSignal.timeout(PATIENT_MS * patience);
  return {
    /** Before the attack, so that one browser is known. */
    warm: () => next(inTime()),
    start: () => ledger.every(2500, "sign-in", PATIENT_MS, next, 500),
    canSignIn: async () => (await Promise.all([succeeds(next(inTime())), succeeds(next(inTime()))])).every(Boolean),
    close: () => clients.forEach((client) => void client.close()),
  };
}

/** Buyers in turn ask for prices and make orders. */
export function startBuyers({ base, buyers }: Stage, ledger: Ledger): () => void {
  const client = createClient(base, honestAddress(30));
  let asked = 0;
  const order = (path: string, right: number): Work => {
    return async (signal) => {
      const { key, listingId } = buyers[asked++ % buyers.length]!;
      const items = [{ product: "billboard", listing_id: listingId, amount_cents: 1500 }];
      const once = { "idempotency-key": randomUUID() };
      const basket = jsonOf(`/api/v1/orders/${path}`, { items, billing_country: "DE" }, key, right === 201 ? once : {});
      served(await client.send(basket, signal), right);
    };
  };
  ledger.every(2500, "quote", DEADLINE_MS, order("quote", 200), 200);
  ledger.every(4000, "checkout", PATIENT_MS, order("checkout", 201), 1200);
  return client.close;
}

/** A maker submits a website. Gives the seconds until the draft was ready, with what the website says. */
export async function submitWebsite(
  { base, maker: { key } }: Stage,
  host: string,
  ledger: Ledger,
): Promise<number | undefined> {
  const client = createClient(base, honestAddress(40));
  const { fault, ms } = await ledger.perform("draft", DRAFT_MS, async (signal) => {
    const begun = await client.send(jsonOf("/api/v1/drafts", { url: `https://${host}/` }, key), signal);
    const path = `/api/v1/drafts/${JSON.parse(served(begun, 201)).id}`;
    const read = async () => served(await client.send({ path, headers: { authorization: `Bearer ${key}` } }, signal));
    let draft = await read();
    for (; JSON.parse(draft).status !== "ready"; draft = await read()) await delay(1000, undefined, { signal });
    if (!draft.includes("Acme Charts")) throw new Error("the draft is ready, but empty");
  });
  void client.close();
  return fault === undefined ? ms / 1000 : undefined;
}

/** Whether somebody could connect an assistant, and register a program, that were never seen here. */
export async function newcomersCan({ base, patience }: Stage): Promise<Record<"canConnect" | "canRegister", boolean>> {
  const client = createClient(base, honestAddress(50));
  const redirect_uris = ["https://newcomer.test/callback"];
  const ask = (asked: Asked) =>
    client.send(asked, AbortSignal.timeout(DEADLINE_MS * patience)).catch((): Partial<Answer> => ({}));
  const connected = await ask(authorizeOf(base, `https://${HONEST_HOSTS.newcomer}/client.json`));
  const registered = await ask(jsonOf("/oauth/register", { client_name: "New app", redirect_uris }));
  void client.close();
  const canConnect = connected.headers?.location?.includes("/interaction/") === true;
  return { canConnect, canRegister: registered.status === 201 };
}

/** Those who only read: assistants without an account, programs by REST, and people with browsers; within their quotas. */
export function startReaders({ base, slugs, patience }: Stage, ledger: Ledger): () => void {
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
  const opened: Client[] = [];
  type Group = { count: number; everyMs: number; keepAlive?: boolean; isShared?: boolean };
  /** So many of a kind, each at its own address and pace, whose requests are spread evenly over time. */
  function start(
    who: string,
    { count, everyMs, keepAlive = true, isShared }: Group,
    askedOf: (nth: number) => Asked,
  ): void {
    const paceMs = everyMs * patience;
    for (let each = 0; each < count; each++) {
      const client = createClient(base, readerAddress(isShared ? 250 : opened.length + 1), { keepAlive });
      opened.push(client);
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
  start("page", { count: 45, everyMs: 1500, keepAlive: false }, (nth) => ({
    path: pages(nth),
    headers: { "user-agent": "Mozilla/5.0" },
  }));
  return () => opened.forEach((client) => void client.close());
}
