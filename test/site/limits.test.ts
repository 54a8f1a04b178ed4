import { afterAll, describe, expect, it } from "vitest";
import { createWorld, member, type World } from "./world.ts";

const open: World[] = [];
const openWorld = async (env: Record<string, string>): Promise<World> => {
  const world = await createWorld({ env });
  open.push(world);
  return world;
};
afterAll(() => Promise.all(open.map((world) => world.close())));

const statusOf = async (world: World, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(world.url + path, { headers, redirect: "manual" });
  await response.arrayBuffer();
  return response.status;
};

describe("an address that is not signed in", () => {
  it.each(["/", "/search", "/launches", "/index.md", "/sitemap.xml", "/robots.txt", "/sign-in", "/not-there"])(
    "has so many pages a minute, %s among them",
    async (path) => {
      const world = await openWorld({ LIMIT_PAGE_ANONYMOUS: "2" });
      const first = [await statusOf(world, path), await statusOf(world, path)];
      expect(first).not.toContain(429);
      const refused = await fetch(world.url + path);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(refused.headers.get("cache-control")).toBe("private, no-store");
      expect(await refused.text()).toMatch(/Your network sent \d+ requests this minute\. Try again in \d+ seconds\./);
    },
  );

  it("gets styles, scripts and fonts for nothing", async () => {
    const world = await openWorld({ LIMIT_PAGE_ANONYMOUS: "1", LIMIT_IMAGE: "1" });
    const page = await (await fetch(world.url)).text();
    const files = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(files.length).toBeGreaterThan(1);
    for (const path of [...files, ...files, "/favicon.ico"]) expect(await statusOf(world, path)).toBe(200);
  });

  it("has badges and pictures counted by themselves", async () => {
    const world = await openWorld({ LIMIT_PAGE_ANONYMOUS: "1", LIMIT_IMAGE: "3" });
    const badge = "/badges/none/listed/standard-auto-m.svg";
    expect([await statusOf(world, badge), await statusOf(world, badge)]).toEqual([404, 404]);
    expect(await statusOf(world, `/pictures/${"a".repeat(27)}/64`)).toBe(200);
    expect(await statusOf(world, badge)).toBe(429);
    expect(await statusOf(world, "/")).toBe(200);
  });

  it("cannot search more than REST lets it, and goes on browsing", async () => {
    const world = await openWorld({ LIMIT_SEARCH_ANONYMOUS: "1" });
    expect(await statusOf(world, "/search?q=charts")).toBe(200);
    expect(await statusOf(world, "/search?q=charts")).toBe(429);
    expect(await statusOf(world, "/search.md?q=charts")).toBe(429);
    expect(await statusOf(world, "/search?category=crm")).toBe(200);
  });
});

it("people who are signed in are counted by account, whatever strangers at their address do", async () => {
  const world = await openWorld({ LIMIT_PAGE_ANONYMOUS: "20", LIMIT_PAGE: "30", LIMIT_SEARCH_ANONYMOUS: "1" });
  const ann = await member(world, "ann@people.example");
  for (let time = 0; time < 20; time++) await statusOf(world, "/");
  expect(await statusOf(world, "/")).toBe(429);
  for (let time = 0; time < 2; time++) expect((await ann.get("/search?q=charts")).status).toBe(200);
  const statuses: number[] = [];
  while (statuses.length < 31) statuses.push((await ann.get("/account")).status);
  expect(statuses[0]).toBe(200);
  expect(statuses.at(-1)).toBe(429);
});
