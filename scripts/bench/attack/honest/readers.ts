import { type Asked, type Client, callOf, createClient, messageOf } from "../client.ts";
import { readerAddress, type Stage } from "../stage.ts";
import { type HonestLedger, served } from "./ledger.ts";

const DEADLINE_MS = 5000;
const SHARED_ADDRESS = readerAddress(250);
const TOPICS = ["analytics", "calendars", "invoices", "team chat", "design", "customers", "payroll", "notes"];

/** Those who only read: assistants without an account, programs by REST, and people with browsers. None asks more than its quota allows. */
export function startReaders({ base, slugs, patience }: Stage, ledger: HonestLedger): () => void {
  const pick = (nth: number) => slugs[(nth * 7) % slugs.length]!;
  const byMcp: ((nth: number) => Asked)[] = [
    () => callOf("search_listings", { q: "team chat" }),
    (nth) => callOf("get_listing", { slug: pick(nth) }),
    () => callOf("list_categories", {}),
    () => messageOf("tools/list", {}),
  ];
  const byRest: ((nth: number) => string)[] = [
    () => "/api/v1/listings?per_page=20",
    (nth) => `/api/v1/listings/${pick(nth)}`,
    () => "/api/v1/listings?q=invoices",
  ];
  const pages: ((nth: number) => string)[] = [
    () => "/",
    (nth) => `/listings/${pick(nth)}`,
    () => "/search?q=calendar",
    () => "/categories",
    () => "/feeds/launches.atom",
    () => `/badges/${slugs[0]}/listed/standard-auto-m.svg`,
    () => "/favicon.svg",
    () => "/previews/site.png",
  ];
  const opened: Client[] = [];
  /** So many of a kind, each at its own address and pace, whose requests are spread evenly over time. */
  function start(
    who: string,
    {
      count,
      everyMs,
      keepAlive = true,
      isShared = false,
    }: { count: number; everyMs: number; keepAlive?: boolean; isShared?: boolean },
    ask: (client: Client, nth: number, signal: AbortSignal) => Promise<void>,
  ): void {
    const paceMs = everyMs * patience;
    for (let each = 0; each < count; each++) {
      const client = createClient(base, isShared ? SHARED_ADDRESS : readerAddress(opened.length + 1), { keepAlive });
      opened.push(client);
      let nth = each;
      ledger.every(paceMs, who, DEADLINE_MS, (signal) => ask(client, ++nth, signal), (paceMs * each) / count);
    }
  }

  start("mcp", { count: 10, everyMs: 1000 }, async (client, nth, signal) => {
    const { error } = JSON.parse(served(await client.send(byMcp[nth % byMcp.length]!(nth), signal)));
    if (error) throw new Error(JSON.stringify(error).slice(0, 120));
  });
  // Hosted assistants share addresses: together they ask for all that the quota of one allows.
  start("shared", { count: 6, everyMs: 600, isShared: true }, async (client, nth, signal) => {
    const q = `${TOPICS[nth % TOPICS.length]} for ${TOPICS[(nth >> 3) % TOPICS.length]} ${nth}`;
    served(await client.send(callOf("search_listings", { q }), signal));
  });
  start("rest", { count: 10, everyMs: 1000 }, async (client, nth, signal) => {
    served(await client.send({ path: byRest[nth % byRest.length]!(nth) }, signal));
  });
  // People come and go: each page over a connection of its own.
  start("page", { count: 45, everyMs: 1500, keepAlive: false }, async (client, nth, signal) => {
    const path = pages[nth % pages.length]!(nth);
    served(await client.send({ path, headers: { "user-agent": "Mozilla/5.0" } }, signal));
  });
  return () => {
    for (const client of opened) client.close();
  };
}
