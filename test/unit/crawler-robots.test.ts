import { expect, it } from "vitest";
import { createRobots, type RobotsCache, type RobotsRecord } from "../../crawler/robots.ts";
import { type File, fetchFrom, serve, serveFiles, virtualTime } from "./crawler-servers.ts";

const ORIGIN = "http://shop.test";

function reader(port: number, hosts = "shop.test") {
  const records = new Map<string, RobotsRecord>();
  const cache: RobotsCache = {
    find: async (origin) => records.get(origin),
    save: async (origin, record) => void records.set(origin, record),
  };
  const time = virtualTime();
  return {
    read: createRobots({ fetch: fetchFrom(port, hosts), cache, userAgentToken: "DebutBot", ...time }),
    records,
    ...time,
  };
}

/** The rules of shop.test, whose robots.txt is this. */
async function rulesFrom(robots: string | File) {
  const { port, hits } = await serveFiles({
    "/robots.txt": typeof robots === "string" ? { type: "text/plain", body: robots } : robots,
  });
  const world = reader(port);
  return { ...world, hits, rules: await world.read(ORIGIN) };
}

it("robots.txt: DebutBot follows its own group, the longest rule, allow before disallow, wildcards and ends", async () => {
  const { rules } = await rulesFrom(`
    User-agent: *
    Disallow: /
    User-Agent: debutbot/2.0   # in any case, with any version
    Disallow: /private
    Allow: /private/press$
    Disallow: /*.pdf$
    Disallow: /same
    Allow: /same
    Crawl-delay: 2.5
    Sitemap: /map.xml
    Sitemap: https://cdn.test/map.xml`);
  const allowed = ["/", "/pricing", "/private/press", "/same", "/a.pdf?x"].map((path) =>
    rules.isAllowed(ORIGIN + path),
  );
  expect(allowed).toEqual([true, true, true, true, true]);
  expect(["/private", "/private/press/x", "/a/b.pdf"].map((path) => rules.isAllowed(ORIGIN + path))).toEqual([
    false,
    false,
    false,
  ]);
  expect(rules).toMatchObject({
    crawlDelayMs: 2500,
    requests: 1,
    sitemaps: [`${ORIGIN}/map.xml`, "https://cdn.test/map.xml"],
  });
});

it("robots.txt: the group * applies if there is none for DebutBot, and another origin is refused", async () => {
  const { rules } = await rulesFrom(
    "User-agent: Googlebot\nDisallow: /\n\nUser-agent: a\nUser-agent: *\nDisallow: /x\nCrawl-delay: soon",
  );
  expect(rules.isAllowed(`${ORIGIN}/x`)).toBe(false);
  expect(rules.isAllowed(`${ORIGIN}/y`)).toBe(true);
  expect(rules.isAllowed("https://shop.test/y")).toBe(false);
  expect(rules.crawlDelayMs).toBe(0);
});

it.each(["Sitemap: /map.xml", "Host: shop.test", "Clean-param: ref /", "no colon", ""])(
  "robots.txt: the line %j does not end a group",
  async (line) => {
    const { rules } = await rulesFrom(
      `User-agent: DebutBot\n${line}\nUser-agent: a\nDisallow: /x\n${line}\nDisallow: /y\n\nUser-agent: *\nDisallow: /z`,
    );
    expect(["/x", "/y", "/z"].map((path) => rules.isAllowed(ORIGIN + path))).toEqual([false, false, true]);
  },
);

it.each([
  ["400", { status: 400 }],
  ["401", { status: 401 }],
  ["403", { status: 403 }],
  ["404", { status: 404 }],
  ["410", { status: 410 }],
  ["HTML", { body: "<!doctype html><html><body>Disallowed: nothing</body></html>" }],
  ["nothing", { body: "" }],
  ["204", { status: 204 }],
])("everything is allowed if robots.txt is %s", async (_, robots) => {
  const { rules, slept } = await rulesFrom(robots);
  expect(rules).toMatchObject({ failure: undefined, requests: 1 });
  expect(rules.isAllowed(`${ORIGIN}/x`)).toBe(true);
  expect(slept).toEqual([]);
});

it.each([
  [429, "blocked"],
  [500, "http_error"],
  [503, "blocked"],
])("nothing is allowed after robots.txt answers %d twice", async (status, code) => {
  const { rules, slept, hits, read, sleep } = await rulesFrom({ status });
  expect(rules).toMatchObject({ failure: { code }, requests: 2 });
  expect(rules.isAllowed(`${ORIGIN}/x`)).toBe(false);
  expect(slept).toEqual([5000]);
  expect(await read(ORIGIN)).toMatchObject({ failure: { code }, requests: 0 });
  await sleep(3_600_001);
  expect(await read(ORIGIN)).toMatchObject({ requests: 2 });
  expect(hits).toHaveLength(4);
});

it("a retry of robots.txt counts if the first response was an error", async () => {
  let asked = 0;
  const { port } = await serve((_, response) =>
    response.writeHead(asked++ === 0 ? 503 : 200).end("User-agent: *\nDisallow: /x"),
  );
  const rules = await reader(port).read(ORIGIN);
  expect(rules).toMatchObject({ failure: undefined, requests: 2 });
  expect(rules.isAllowed(`${ORIGIN}/y`)).toBe(true);
});

it("nothing is allowed if robots.txt does not respond, and that is not cached", async () => {
  const { port } = await serve((_, response) => response.socket?.destroy());
  const { read, records } = reader(port);
  expect(await read(ORIGIN)).toMatchObject({ failure: { code: "unreachable" }, requests: 2 });
  expect(records.size).toBe(0);
});

it("a robots.txt at a refused address is not retried", async () => {
  const { port } = await serveFiles({ "/robots.txt": { location: "http://169.254.169.254/robots.txt" } });
  const { read, slept } = reader(port);
  expect(await read(ORIGIN)).toMatchObject({ failure: { code: "address_refused" }, requests: 1 });
  expect(slept).toEqual([]);
});

it("robots.txt may redirect, also to another host", async () => {
  const { port } = await serveFiles({
    "shop.test/robots.txt": { location: "http://www.shop.test/robots.txt", status: 301 },
    "www.shop.test/robots.txt": { type: "text/plain", body: "User-agent: *\nDisallow: /x" },
  });
  const rules = await reader(port, "shop.test www.shop.test").read(ORIGIN);
  expect(rules.requests).toBe(2);
  expect([rules.isAllowed(`${ORIGIN}/x`), rules.isAllowed(`${ORIGIN}/y`)]).toEqual([false, true]);
});

it("robots.txt is fetched once a day", async () => {
  const { read, sleep, hits } = await rulesFrom("User-agent: *\nDisallow: /x");
  await sleep(23 * 3_600_000);
  const cached = await read(ORIGIN);
  expect([cached.requests, cached.isAllowed(`${ORIGIN}/x`)]).toEqual([0, false]);
  await sleep(2 * 3_600_000);
  expect((await read(ORIGIN)).requests).toBe(1);
  expect(hits).toHaveLength(2);
});

it("the first 500 KiB of robots.txt are read, without a truncated rule", async () => {
  const start = "User-agent: *\nDisallow: /first\n";
  const filler = `${"#".repeat(500 * 1024 - start.length - 13)}\n`;
  const { rules } = await rulesFrom(`${start}${filler}Disallow: /page-not-meant\n`);
  expect([rules.isAllowed(`${ORIGIN}/first`), rules.isAllowed(`${ORIGIN}/pa`), rules.isAllowed(`${ORIGIN}/x`)]).toEqual(
    [false, true, true],
  );
});

it.each([
  ["agents times rules", `${"user-agent:b\nuser-agent:*\n".repeat(9000)}${"allow:/\n".repeat(30_000)}disallow:/x`],
  ["a run of wildcards", `user-agent:*\ndisallow:/x\ndisallow:/${"*".repeat(400_000)}y`],
  ["more rules than anybody writes", `user-agent:*\ndisallow:/x\n${"allow:/\n".repeat(60_000)}`],
  ["wildcards between letters", `user-agent:*\ndisallow:/x\ndisallow:/${"a*".repeat(200_000)}y`],
])("robots.txt stays fast with %s", async (_, robots) => {
  const { rules } = await rulesFrom(robots);
  const before = process.cpuUsage();
  for (let turn = 0; turn < 10; turn++)
    expect(rules.isAllowed(`${ORIGIN}/${"a".repeat(250)}`)).toBe(rules.failure === undefined);
  expect(rules.isAllowed(`${ORIGIN}/x`)).toBe(false);
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});

it("reading robots.txt ends with the caller's reason when aborted", async () => {
  const { port } = await serve(() => control.abort(new Error("never mind")));
  const control = new AbortController();
  await expect(reader(port).read(ORIGIN, { signal: control.signal })).rejects.toThrow("never mind");
});
