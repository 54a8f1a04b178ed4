// Walks what people say to an assistant, and the texts that guide it, through real calls, and prints calls, bytes and
// outcome: node scripts/launch/walk.ts
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { addCoupon } from "../../actions/orders/coupons.ts";
import type { Coupon } from "../../domain/orders/coupon.ts";
import { loadProducts } from "../../server/commands/demo/load.ts";
import { addListing } from "../../test/helpers/listing.ts";
import { SELLER } from "../../test/helpers/shop.ts";
import { ACME } from "../../test/helpers/website.ts";
import { createGround, type Message } from "./ground.ts";
import { type Act, faultsOf, GUIDE_HOSTS, type Guide, readGuides, toolsIn, WAYS, type Way } from "./guides.ts";
import { SENTENCES, type Seen, type Sentence, type Step } from "./sentences.ts";

export const MOST_CALLS = 4;
const SPRING: Omit<Coupon, "createdAt"> = {
  ...{ code: "SPRING", kind: "percent", value: 50, products: [], startsAt: null, endsAt: null },
  ...{ maxUses: null, oncePerAccount: false, pausedAt: null },
};
/** Demo products launch in this week, and have won the last. */
const A_WEDNESDAY = new Date("2026-11-25T12:00:00Z");

export type Walk = { said: string; calls: string[]; bytes: number; outcome: string };

type Run = { calls: string[]; texts: string[]; stuck?: string };

/**
 * All in one world: the demo, and a person with a listing that is live and others that launch. `more` are guides to walk
 * beside those of the server.
 */
export async function walkAll(env: Record<string, string> = {}, more: readonly Guide[] = []) {
  const ground = await createGround({
    pages: ACME,
    at: A_WEDNESDAY,
    hosts: GUIDE_HOSTS,
    env: { ...SELLER, PAYMENT_INSTRUCTIONS: "By transfer", ...env },
  });
  const { deps, maker, url } = ground;
  await loadProducts(deps.store, { now: deps.now(), zone: "UTC" });
  await deps.store.change((tx) => addCoupon(tx, { ...SPRING, createdAt: deps.now() }));
  const own = { name: "Potshelf", site: "potshelf.example", ownerId: maker.id };
  const { id: listingId } = await addListing(deps.store, own, deps.now());
  const client = await connect("/mcp");
  const { tools } = await client.listTools();
  const offered = new Map(tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})]));
  const described = new Map(tools.map(({ name, description }) => [name, description]));
  const typedClient = await connect("/mcp/typed");
  const typed = new Map((await typedClient.listTools()).tools.map((tool) => [tool.name, tool]));
  const seen: Seen = { last: {}, draftId: "", listingId, launchingId: 0, week: "" };
  const sentences: Walk[] = [];
  for (const sentence of SENTENCES) sentences.push(await walkSentence(sentence));
  const guides: Walk[] = [];
  for (const guide of [...(await readGuides(client)), ...more]) guides.push(await walkGuide(guide));
  await typedClient.close();
  await client.close();
  await ground.close();
  return { sentences, guides };

  async function connect(path: string): Promise<Client> {
    const options = { versionNegotiation: { mode: { pin: "2026-07-28" } } };
    const connected = new Client({ name: "walks", version: "1.0.0" }, options);
    const headers = { authorization: `Bearer ${maker.key}` };
    await connected.connect(new StreamableHTTPClientTransport(new URL(url + path), { requestInit: { headers } }));
    return connected;
  }

  async function walkSentence({ said, calls, says, where }: Sentence): Promise<Walk> {
    if (calls.some(([name]) => name === "get_site_info") && !client.getInstructions()?.includes("get_site_info"))
      return { said, calls: [], bytes: 0, outcome: "stuck: the instructions do not say where to look" };
    return view(said, await make(calls), { says: says ?? where, right: where ? "on the site" : "answered" });
  }

  /** What it names is there, and it names the calls to make, in their order. */
  async function walkGuide({ name, text, attached }: Guide): Promise<Walk> {
    const { before = [], calls = [], refused, says }: Partial<Way> = WAYS[name] ?? {};
    const faults = await faultsOf({ text, attached }, { client, typed, url });
    await make(before);
    const run = await make(calls, { text, refused });
    const made = new Set(run.calls.filter((call) => offered.has(call)));
    const named = toolsIn(text, offered);
    const isFollowed = !says || named.join() === [...made].filter((tool) => named.includes(tool)).join();
    if (faults.length > 0) run.stuck = `it names ${faults.join(", ")}`;
    else if (!isFollowed) run.stuck ??= `it names ${named.join(", ")}`;
    return view(name, { ...run, texts: [attached, ...run.texts] }, { says, right: says ? "answered" : "only names" });
  }

  /** With a guide, a tool is called only if that or an answer has named it, or its description names the tool before. */
  async function make(
    steps: readonly (Step | Act)[],
    guide?: { text: string; refused: string | undefined },
  ): Promise<Run> {
    const run: Run = { calls: [], texts: [] };
    for (const step of steps) {
      if (typeof step === "function") {
        await step(ground, seen);
        continue;
      }
      const [name, given = {}] = step;
      const args = typeof given === "function" ? argumentsOf(given) : given;
      if (args === undefined) return { ...run, stuck: run.texts.at(-1) ?? "" };
      const named = toolsIn([guide?.text, ...run.texts].join("\n"), offered);
      const before = toolsIn(described.get(name) ?? "", offered);
      if (guide && !named.includes(name) && !before.includes(run.calls.at(-1) ?? ""))
        return { ...run, stuck: `nothing names ${name}` };
      const unknown = Object.keys(args).filter((key) => !offered.get(name)?.includes(key));
      if (unknown.length > 0) throw new Error(`${name} does not offer ${unknown.join(", ")}.`);
      const { content, structuredContent, isError = false }: Message = await client.callTool({ name, arguments: args });
      const { text } = content[0];
      run.texts.push(text);
      run.calls.push(isError ? `(${name})` : name);
      run.stuck = isError ? text : undefined;
      if (guide && isError && name !== guide.refused) return run;
      if (!isError) note(name, structuredContent ?? JSON.parse(text));
    }
    return run;
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
    if (answer.launch_week) seen.week = answer.launch_week;
  }
}

function view(said: string, run: Run, { says, right }: { says: RegExp | undefined; right: string }): Walk {
  const { calls, texts, stuck } = run;
  const text = texts.join("\n");
  const isRight = !says || says.test(text);
  const wrong = stuck !== undefined ? `stuck: ${stuck}` : isRight ? undefined : `misled: ${text.slice(-600)}`;
  return { said, calls, bytes: Buffer.byteLength(text), outcome: wrong ?? right };
}

/** A table in Markdown. */
export function viewWalks(walks: readonly Walk[]): string {
  const rows = walks.map(({ said, calls, bytes, outcome }) => [said, calls.join(", "), calls.length, bytes, outcome]);
  const head = ["Sentence or guide", "Calls", "Number", "Bytes", "Outcome"];
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

if (import.meta.main) {
  const { sentences, guides } = await walkAll();
  console.log(viewWalks([...sentences, ...guides]));
}
