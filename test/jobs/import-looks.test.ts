import { afterAll, beforeAll, expect, it } from "vitest";
import { queueImport, takeFile } from "../../transfer/imports.ts";
import { createWebsite } from "../helpers/website.ts";
import { createWorld, type World } from "../helpers/world.ts";

const page = (host: string) => `<!doctype html><html lang="en"><head><title>${host}</title>
<meta property="og:image" content="https://${host}/preview.png"><link rel="icon" sizes="192x192" href="https://${host}/logo.png"></head>
<body><main><h1>Tools that help you</h1><p>These tools do one thing, and they do it well enough for everybody.</p></main></body></html>`;

let world: World;
let site: Awaited<ReturnType<typeof createWebsite>>;
let shy: Awaited<ReturnType<typeof createWebsite>>;
const gaps: number[] = [];
beforeAll(async () => {
  site = await createWebsite({ "/": page("open.test") });
  shy = await createWebsite({ "/": page("shy.test"), "/robots.txt": "User-agent: *\nDisallow: /\n" });
  world = await createWorld({
    env: { OUTBOUND_RESOLVE: `${site.resolve("open.test")},${shy.resolve("shy.test")}` },
    replaced: { sleep: async (ms) => void gaps.push(ms) },
  });
});
afterAll(async () => {
  await world.close();
  await site.close();
  await shy.close();
});

it("logos and previews of imported listings come from their home pages, politely, and leave the undo possible", async () => {
  const { store, now } = world.deps;
  const table = "name,url,category\nOpen,http://open.test/,Web analytics\nShy,http://shy.test/,Web analytics\n";
  const id = await takeFile({ bytes: Buffer.from(table), name: "sites.csv", by: null }, world.deps);
  const go = async (step: "run" | "undo") => {
    await store.change((tx) => queueImport(tx, id, step, now()));
    world.deps.wakeJobs();
    await world.drain();
  };
  await go("run");
  const open = await store.listings.findBySite("open.test");
  expect(open).toMatchObject({
    ...{ logoUrl: "https://open.test/logo.png", version: 1 },
    profile: { preview: { url: "https://open.test/preview.png" } },
  });
  expect((await store.listings.findBySite("shy.test"))?.logoUrl).toBeNull();
  expect(shy.requests).toEqual(["/robots.txt"]);
  expect(gaps.filter((ms) => ms === 1000)).toHaveLength(2);
  await go("undo");
  expect((await store.imports.find(id))?.counts).toMatchObject({ undone: 2, kept: 0 });
});
