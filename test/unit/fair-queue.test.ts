import { expect, it } from "vitest";
import { createFairQueue, type Kind } from "../../http/fair-queue.ts";
import { quantile } from "../../scripts/bench/figures.ts";
import { freshRandom } from "../helpers/random.ts";

type Random = ReturnType<typeof freshRandom>;
/** Clients of one kind. Each sends its next request when it has the last answer, or every `everyMs`. */
type Group = {
  kind: Kind;
  clients: number;
  sender: (client: number, nth: number) => string;
  costMs: [number, number];
  everyMs?: number;
};
type Request = { group: Group; client: number; at: number; ahead: number };

const own = (client: number) => `client ${client}`;
const always = (_client: number, nth: number) => `address ${nth}`;

/** Serves the groups for a while, by a clock that moves with the work. */
function serve(groups: readonly Group[], { seconds, random }: { seconds: number; random: Random }) {
  let nowMs = 0;
  let sent = 0;
  const queue = createFairQueue<Request>(() => nowMs);
  const waiting: Record<Kind, number> = { member: 0, mcp: 0, visitor: 0 };
  const coming = groups.flatMap((group) =>
    Array.from({ length: group.clients }, (_, client) => ({ group, client, at: random.between(0, 1000) })),
  );
  const served = groups.map(() => ({ asked: 0, answers: 0, usedMs: 0, waits: [] as number[], late: [] as Request[] }));

  function arrive(): void {
    coming.sort((a, b) => a.at - b.at);
    while (coming.length > 0 && coming[0]!.at <= nowMs) {
      const { group, client, at } = coming.shift()!;
      served[groups.indexOf(group)]!.asked++;
      queue.add(group.kind, group.sender(client, sent++), { group, client, at, ahead: waiting[group.kind]++ });
      if (group.everyMs) coming.push({ group, client, at: at + group.everyMs });
    }
  }

  while (nowMs < seconds * 1000) {
    arrive();
    const taken = queue.take();
    if (!taken) {
      nowMs = coming[0]!.at;
      continue;
    }
    const { group, client, at, ahead } = taken.item;
    const [least, most] = group.costMs;
    const figures = served[groups.indexOf(group)]!;
    waiting[group.kind]--;
    figures.waits.push(nowMs - at);
    if (nowMs - at > longestWaitMs(ahead)) figures.late.push(taken.item);
    const ms = random.between(least, most);
    nowMs += ms;
    queue.charge(taken, ms);
    figures.answers++;
    figures.usedMs += ms;
    if (!group.everyMs) coming.push({ group, client, at: nowMs + random.between(0, 5) });
  }
  return served;
}

const MOST_MS = 20;
/** A second, and then two turns for each request that came before it, beside as much work of each other kind. */
const longestWaitMs = (ahead: number): number => 1000 + 3 * MOST_MS * (2 * (ahead + 1) + 2);

const SEARCH: [number, number] = [4, MOST_MS];
const crowdOf = (kind: Kind, clients = 40): Group => ({ kind, clients, sender: always, costMs: SEARCH });
const HONEST: Group[] = [
  { kind: "mcp", clients: 6, sender: () => "shared address", costMs: SEARCH },
  { kind: "member", clients: 4, sender: own, costMs: SEARCH },
  { kind: "visitor", clients: 45, sender: own, costMs: [1, 3], everyMs: 1500 },
  { kind: "visitor", clients: 4, sender: always, costMs: [1, 3], everyMs: 1000 },
];

it.each<[string, Group[]]>([
  ["on pages", [crowdOf("visitor")]],
  ["on /mcp", [crowdOf("mcp")]],
  ["on both", [crowdOf("visitor", 20), crowdOf("mcp", 20)]],
  ["of accounts", [{ ...crowdOf("member", 20), sender: (client) => `stranger ${client}` }]],
])("every group gets at least half its share and waits at most 3 s beside a crowd %s", (title, crowd) => {
  const seconds = 60;
  const groups = [...crowd, ...HONEST];
  const served = serve(groups, { seconds, random: freshRandom(title) });
  const leftMs = seconds * 1000 - served.reduce((sum, { usedMs }, nth) => sum + (groups[nth]!.everyMs ? usedMs : 0), 0);
  const greedy = groups.filter(({ everyMs }) => !everyMs);
  for (const [nth, { asked, answers, usedMs, waits }] of served.entries()) {
    const { kind, clients, everyMs } = groups[nth]!;
    const all = greedy.reduce((sum, group) => sum + group.clients, 0);
    const fairMs = leftMs * Math.min(1 / greedy.length, clients / all);
    if (everyMs) expect(answers, kind).toBeGreaterThan(0.95 * asked);
    else expect(usedMs, `${kind} of ${clients}`).toBeGreaterThan(fairMs / 2);
    expect(quantile(waits, 0.99), `${kind} of ${clients}`).toBeLessThanOrEqual(3000);
  }
});

it("nobody waits longer than a second plus the requests before theirs", () => {
  for (let round = 0; round < 20; round++) {
    const random = freshRandom(`groups ${round}`);
    const groups = Array.from({ length: random.between(1, 8) }, (): Group => {
      const costMs: [number, number] = [1, random.between(1, MOST_MS)];
      const sender = random.pick([own, always, () => "shared address"]);
      const everyMs = random.chance(0.3) ? random.between(500, 5000) : undefined;
      const kind = random.pick<Kind>(["member", "mcp", "visitor"]);
      return { kind, clients: random.between(1, 30), sender, costMs, ...(everyMs && { everyMs }) };
    });
    for (const { late } of serve(groups, { seconds: 20, random })) expect(late).toEqual([]);
  }
});

it("a flood from a few addresses does not delay light users", () => {
  const flood: Group = { kind: "visitor", clients: 2000, sender: (client) => `flood ${client % 8}`, costMs: [1, 5] };
  const [, , , readers] = serve([flood, ...HONEST], { seconds: 30, random: freshRandom("flood") });
  expect(quantile(readers!.waits, 0.99)).toBeLessThan(500);
});

it("a kind that was idle gets no more than its share when it returns", () => {
  let nowMs = 0;
  const queue = createFairQueue<Kind>(() => nowMs);
  const used: Record<Kind, number> = { member: 0, mcp: 0, visitor: 0 };
  const work = () => {
    const taken = queue.take()!;
    queue.add(taken.item, "somebody", taken.item);
    nowMs += 10;
    used[taken.item] += 10;
    queue.charge(taken, 10);
  };
  queue.add("visitor", "somebody", "visitor");
  while (nowMs < 60_000) work();
  queue.add("mcp", "somebody", "mcp");
  while (nowMs < 62_000) work();
  expect(Math.abs(used.mcp - 1000)).toBeLessThanOrEqual(10);
});
