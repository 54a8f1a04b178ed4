import { type Asked, callOf, createClient, messageOf } from "../client.ts";
import { honestAddress, type Stage } from "../stage.ts";
import { type HonestLedger, served } from "./ledger.ts";

const DEADLINE_MS = 5000;

/** Those who only read: an assistant without an account, a program by REST, and people with browsers. None asks more than its quota allows. */
export function startReaders({ base, slugs }: Stage, ledger: HonestLedger): () => void {
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
  const clients = [createClient(base, honestAddress(1)), createClient(base, honestAddress(2))] as const;
  // People come and go: each page over a connection of its own.
  const people = [3, 4, 5].map((nth) => createClient(base, honestAddress(nth), { keepAlive: false }));

  let nth = 0;
  ledger.every(300, "mcp", DEADLINE_MS, async (signal) => {
    const { error } = JSON.parse(served(await clients[0].send(byMcp[++nth % byMcp.length]!(nth), signal)));
    if (error) throw new Error(JSON.stringify(error).slice(0, 120));
  });
  let read = 0;
  ledger.every(600, "rest", DEADLINE_MS, async (signal) => {
    served(await clients[1].send({ path: byRest[++read % byRest.length]!(read) }, signal));
  });
  let viewed = 0;
  ledger.every(300, "page", DEADLINE_MS, async (signal) => {
    const path = pages[++viewed % pages.length]!(viewed);
    served(await people[viewed % people.length]!.send({ path, headers: { "user-agent": "Mozilla/5.0" } }, signal), 200);
  });
  return () => {
    for (const client of [...clients, ...people]) client.close();
  };
}
