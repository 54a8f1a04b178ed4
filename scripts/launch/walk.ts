// Walks what people say to an assistant through real calls, and prints calls, bytes and outcome: node
// scripts/launch/walk.ts
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { addCoupon } from "../../actions/orders/make-coupon.ts";
import type { Coupon } from "../../domain/coupon.ts";
import { loadProducts } from "../../server/commands/demo/load.ts";
import { addListing } from "../../test/helpers/people.ts";
import { SELLER } from "../../test/helpers/shop.ts";
import { ACME } from "../../test/helpers/website.ts";
import { createGround } from "./ground.ts";
import { SENTENCES, type Seen, type Sentence } from "./sentences.ts";
import type { Message } from "./wire.ts";

export const MOST_CALLS = 4;
const SPRING: Omit<Coupon, "createdAt"> = {
  ...{ code: "SPRING", kind: "percent", value: 50, products: [], startsAt: null, endsAt: null },
  ...{ maxUses: null, oncePerAccount: false, pausedAt: null },
};
/** Demo products launch in this week, and have won the last. */
const A_WEDNESDAY = new Date("2026-11-25T12:00:00Z");
const DAY_MS = 24 * 3600_000;

export type Walk = { said: string; calls: string[]; bytes: number; outcome: string };

/** Every sentence in one world: the demo, and a person with a listing that is live and one that launches. */
export async function walkAll(env: Record<string, string> = {}): Promise<Walk[]> {
  const ground = await createGround({
    pages: ACME,
    at: A_WEDNESDAY,
    env: { ...SELLER, PAYMENT_INSTRUCTIONS: "By transfer", ...env },
  });
  const { deps, maker, url } = ground;
  await loadProducts(deps.store, { now: deps.now(), zone: "UTC" });
  await deps.store.change((tx) => addCoupon(tx, { ...SPRING, createdAt: deps.now() }));
  const own = { name: "Potshelf", site: "potshelf.example", ownerId: maker.id };
  const { id: listingId } = await addListing(deps.store, own, deps.now());
  const client = new Client(
    { name: "walks", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const headers = { authorization: `Bearer ${maker.key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  const { tools } = await client.listTools();
  const offered = new Map(tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})]));
  const seen: Seen = { last: {}, draftId: "", listingId, launchingId: 0, week: "" };
  const walks: Walk[] = [];
  for (const sentence of SENTENCES) walks.push(await walk(sentence));
  await client.close();
  await ground.close();
  return walks;

  async function walk({ said, calls, says, where }: Sentence): Promise<Walk> {
    const texts: string[] = [];
    const names: string[] = [];
    let isStuck = false;
    if (calls.some(([name]) => name === "get_site_info") && !client.getInstructions()?.includes("get_site_info"))
      return { said, calls: names, bytes: 0, outcome: "stuck: the instructions do not say where to look" };
    for (const [name, given = {}] of calls) {
      const args = typeof given === "function" ? argumentsOf(given) : given;
      if (args === undefined) return { said, calls: names, bytes: 0, outcome: `stuck: ${texts.at(-1)}` };
      const unknown = Object.keys(args).filter((key) => !offered.get(name)?.includes(key));
      if (unknown.length > 0) throw new Error(`${name} does not offer ${unknown.join(", ")}.`);
      const { content, structuredContent, isError = false }: Message = await client.callTool({ name, arguments: args });
      texts.push(content[0].text);
      names.push(isError ? `(${name})` : name);
      isStuck = isError;
      if (!isError) note(name, structuredContent ?? JSON.parse(content[0].text));
    }
    const text = texts.join("\n");
    const isRight = says?.test(text) ?? where?.test(text) ?? false;
    const bytes = Buffer.byteLength(text);
    const wrong = isStuck ? "stuck" : isRight ? undefined : "misled";
    const outcome = wrong ? `${wrong}: ${text.slice(-600)}` : where ? "on the site" : "answered";
    return { said, calls: names, bytes, outcome };
  }

  /** Undefined if what they need was in no answer. */
  function argumentsOf(given: (seen: Seen) => Record<string, unknown>) {
    try {
      return given(seen);
    } catch {
      return undefined;
    }
  }

  function note(name: string, answer: Message): void {
    seen.last = answer;
    if (name === "submit_listing" && answer.url.startsWith("http://kilnlog")) seen.draftId = answer.id;
    if (name === "submit_draft") seen.launchingId = answer.listing_id;
    if (answer.launch_week)
      seen.week = new Date(Date.parse(answer.launch_week) + 7 * DAY_MS).toISOString().slice(0, 10);
  }
}

/** A table in Markdown. */
export function viewWalks(walks: readonly Walk[]): string {
  const rows = walks.map(({ said, calls, bytes, outcome }) => [said, calls.join(", "), calls.length, bytes, outcome]);
  const head = ["Sentence", "Calls", "Number", "Bytes", "Outcome"];
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

if (import.meta.main) console.log(viewWalks(await walkAll()));
