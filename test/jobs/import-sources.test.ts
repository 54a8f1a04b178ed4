import { createServer } from "node:http";
import { strToU8, zipSync } from "fflate";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { listen } from "../helpers/listen.ts";
import { createTeam } from "../site/admin-world.ts";

const HERE = "/admin/import";
const HOUR_MS = 3600_000;
const ARCHIVE = "https://git.test/acme/list/archive/refs/heads/main.zip#tools";

/** What is at each path, with its ETag. */
const files = new Map<string, { body: Uint8Array | string; etag: string }>();
const asked: [path: string, status: number][] = [];
const { port } = await listen(
  createServer((req, res) => {
    const found = files.get(req.url ?? "");
    const status = !found ? 404 : req.headers["if-none-match"] === found.etag ? 304 : 200;
    asked.push([req.url ?? "", status]);
    res.writeHead(status, found && { etag: found.etag }).end(status === 200 ? found?.body : undefined);
  }),
);
const team = await createTeam({ env: { OUTBOUND_RESOLVE: `git.test=127.0.0.1:${port}` } });
const { world, root, store, logged } = team;

const tool = (name: string, tagline: string) =>
  `name: ${name}\nurl: https://${name.toLowerCase()}-kites.dev/\ntagline: ${tagline}\ncategories: [Web analytics]\npeople: [{ name: Ann }]\n`;
function put(tools: Record<string, string>, path = "/acme/list/archive/refs/heads/main.zip") {
  const entries = Object.entries(tools).map(([name, text]) => [`list-main/tools/${name}`, strToU8(text)]);
  const others = { "list-main/.github/tools/ci.yml": strToU8("on: push"), "list-main/other/x.yml": strToU8("a: b") };
  files.set(path, {
    body: zipSync({ "list-main/": [{}, {}], ...others, ...Object.fromEntries(entries) } as never),
    etag: `"${files.size}-${Math.random()}"`,
  });
}
const start = async () => (await root.get(HERE)).text;
async function addSource(url: string, every = "24"): Promise<string> {
  const reply = await root.post(`${HERE}/sources`, { url, every });
  expect(reply.location, reply.text).toMatch(/^\/admin\/import\/[0-9a-f-]{36}$/);
  return reply.location;
}
async function importAll(path: string) {
  const { columns } = (await store.imports.find(path.split("/").at(-1)!))!;
  const to = columns.map((column, at) => [`to.${at}`, column.to.startsWith("own.") ? "" : column.to]);
  await root.post(`${path}/check`, { ...Object.fromEntries(to), launched: "none", update: "yes" });
  await world.drain();
  await root.post(`${path}/run`, {});
  await world.drain();
}
async function later(hours: number) {
  world.advance(hours * HOUR_MS);
  await world.drain();
  await root.signIn("root@people.example");
}
const imports = async () => (await store.imports.list({ page: 1, perPage: 50 })).items;
const bySite = (name: string) => store.listings.findBySite(`${name}-kites.dev`);

beforeAll(async () => {
  await root.get("/admin/backups");
});
beforeEach(async () => {
  for (const { id } of await store.importSources.list()) await store.change((tx) => tx.importSources.remove(id));
  asked.length = 0;
});

it("a folder in Git stays in step: changes are imported as at first, and nothing is read twice or deleted", async () => {
  put({ "alpha.yml": tool("Alpha", "Flies."), "beta.yml": tool("Beta", "Flies, too."), "broken.yml": "name: [" });
  const path = await addSource(ARCHIVE);
  expect((await logged())?.action).toBe("source.add");
  expect((await root.get(path)).text).toContain("3 rows");
  await later(25);
  expect(asked).toHaveLength(1);
  await importAll(path);
  expect(await bySite("alpha")).toMatchObject({ tagline: "Flies.", status: "live" });
  expect((await root.get(path)).text).toContain("tools/broken.yml: ");

  await later(25);
  expect(asked.map(([, status]) => status)).toEqual([200, 304]);
  expect(await imports()).toHaveLength(1);

  put({
    "alpha.yml": `${tool("Alpha", "Flies high.")}colour: red\n`,
    "gamma.json": JSON.stringify([
      { name: "Gamma", url: "https://gamma-kites.dev", tagline: "New.", categories: ["Web analytics"] },
    ]),
  });
  await later(25);
  expect(await bySite("alpha")).toMatchObject({ tagline: "Flies high." });
  expect(await bySite("gamma")).toMatchObject({ tagline: "New.", status: "live" });
  expect(await bySite("beta")).toMatchObject({ status: "live" });
  expect(store.ownFields()).toEqual([]);
  const page = await start();
  expect(page).toContain("1 added, 1 updated, 0 with errors");
  expect(page).toMatch(/No longer in the source, still listed: <a href="\/listings\/beta"/);

  // Rows are kept while an import can be undone. The last two of a source show what is gone.
  const rowsOf = async () =>
    Promise.all(
      (await imports()).map(async ({ id }) => (await store.imports.lines(id, {}, { page: 1, perPage: 9 })).total),
    );
  await later(40 * 24);
  expect(await rowsOf()).toEqual([2, 3]);
  put({ "alpha.yml": tool("Alpha", "Flies higher.") });
  await later(25);
  await later(25);
  expect(await rowsOf()).toEqual([1, 2, 0]);
  expect(await start()).toMatch(/No longer in the source, still listed: <a href="\/listings\/gamma"/);
});

it("a source that fails says why, and does not stop others", async () => {
  files.set("/a.csv", { body: "name,url,category\nDelta,delta-kites.dev,Web analytics\n", etag: '"a"' });
  files.set("/b.csv", { body: "name,url,category\nEpsilon,epsilon-kites.dev,Web analytics\n", etag: '"b"' });
  for (const name of ["a", "b"]) await importAll(await addSource(`https://git.test/${name}.csv`, "1"));
  files.delete("/a.csv");
  files.set("/b.csv", { body: "name,url,category\nZeta,zeta-kites.dev,Web analytics\n", etag: '"c"' });
  await later(2);
  expect(await bySite("zeta")).toBeDefined();
  expect(await start()).toContain("git.test answers with status 404.");
  files.set("/a.csv", { body: "name,url,category\nEta,eta-kites.dev,Web analytics\n", etag: '"d"' });
  await later(2);
  expect(await bySite("eta")).toBeDefined();
  expect(await start()).not.toContain("answers with status");
});

it("a source is paused, read now, resumed and deleted, and the audit log has it", async () => {
  files.set("/c.csv", { body: "name,url,category\nTheta,theta-kites.dev,Web analytics\n", etag: '"e"' });
  await importAll(await addSource("https://git.test/c.csv", "1"));
  const [{ id } = { id: "" }] = await store.importSources.list();
  const go = async (verb: string) => {
    expect((await root.post(`${HERE}/sources/${id}/${verb}`, {})).location).toBe(`${HERE}#sources`);
    await world.drain();
    expect((await logged())?.action).toBe(`source.${verb}`);
  };
  await go("pause");
  await later(3);
  expect(asked).toHaveLength(1);
  expect(await start()).toContain("Paused");
  // Also what is the same as before.
  await go("read");
  expect(asked.map(([, status]) => status)).toEqual([200, 200]);
  expect((await imports())[0]).toMatchObject({ state: "done", counts: { unchanged: 1 } });
  await go("resume");
  await later(2);
  expect(asked.at(-1)).toEqual(["/c.csv", 304]);
  await go("delete");
  expect(await start()).not.toContain('id="sources"');
  expect((await root.post(`${HERE}/sources/${id}/read`, {})).status).toBe(404);
});

it("a URL that cannot be imported is refused with the reason, and no source is made", async () => {
  files.set("/page", { body: "<!DOCTYPE html><title>Git</title>", etag: '"f"' });
  put({}, "/empty.zip");
  files.set("/bad.zip", { body: Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3]), etag: '"g"' });
  // A few bytes that say they are 60 MB.
  files.set("/bomb.zip", { body: zipSync({ "a/a.yml": new Uint8Array(60 * 1024 * 1024) }), etag: '"h"' });
  for (const [url, sentence] of [
    ["nonsense", "This is not a valid URL."],
    ["http://127.0.0.1/list.csv", "127.0.0.1"],
    ["https://git.test/none.csv", "git.test answers with status 404."],
    ["https://git.test/page", "use the address of its ZIP archive"],
    ["https://git.test/empty.zip#none", "This folder has no YAML or JSON files."],
    ["https://git.test/bad.zip", "This ZIP archive cannot be read"],
    ["https://git.test/bomb.zip", "it is too large"],
  ] as const) {
    const reply = await root.post(`${HERE}/sources`, { url, every: "24" });
    expect([url, reply.status, reply.text.includes(sentence)]).toEqual([url, 400, true]);
  }
  expect(await store.importSources.list()).toEqual([]);
  await team.ann.signIn("ann@people.example");
  expect((await team.ann.post(`${HERE}/sources`, { url: ARCHIVE, every: "24" })).status).not.toBe(303);
  await addSource("https://git.test/b.csv", "");
  expect(await store.importSources.list()).toEqual([]);
});
