import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { addUpload } from "../../actions/pictures/add-upload.ts";
import { dropUploads } from "../../jobs/drop-uploads.ts";
import { fetchPictures } from "../../jobs/fetch-pictures.ts";
import { picturePath } from "../../pictures/key.ts";
import { createBucketServer, createFlakyProxy } from "../helpers/bucket-server.ts";
import { png } from "../helpers/png.ts";
import { end } from "../helpers/process.ts";
import { createWorld, type World } from "../helpers/world.ts";

const DAY_MS = 86_400_000;
const server = await createBucketServer();
const proxy = await createFlakyProxy(server.host);
const world = await createWorld({
  env: { STORAGE_URL: server.url.replace(server.host, proxy.host) },
});
// What fetches pictures is run by the tests.
await world.jobs.stop(0);
afterAll(async () => {
  await server.close();
});

const fileOf = (id: string, size: number) => join(server.folder, "debut/uploads", `${id}-${size}.webp._S3rver_object`);
const isStored = (id: string) => existsSync(fileOf(id, 192)) && existsSync(fileOf(id, 96));
let side = 20;
async function upload(name: string) {
  const { id: accountId } = await world.account(name);
  const given = { bytes: png(++side, 20), name: "x.png", shape: "square" as const };
  return addUpload(given, { ...world.deps, caller: { accountId } });
}
const sweep = () => dropUploads.run({} as never, world.deps, AbortSignal.timeout(60_000));

it("an uploaded picture is shown from the bucket, not from DATA_DIR, until it is deleted", async () => {
  const { id, url } = await upload("ann");
  expect(isStored(id)).toBe(true);
  expect(existsSync(join(world.folder, "uploads"))).toBe(false);
  const { status, headers } = await fetch(url);
  expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
    ...[200, "image/webp", "public, max-age=31536000, immutable"],
  ]);
  expect((await fetch(world.baseUrl + picturePath(url, 192))).headers.get("content-type")).toBe("image/webp");
  world.advance(8 * DAY_MS);
  await sweep();
  world.advance(8 * DAY_MS);
  await sweep();
  expect(isStored(id)).toBe(false);
  expect((await fetch(url)).status).toBe(404);
});

it("a bucket that does not answer refuses uploads with 503 and changes nothing; pages go on", async () => {
  const { url } = await upload("ann");
  const { id: accountId } = await world.account("ann");
  const before = await world.deps.store.uploads.sumOf(accountId);
  proxy.failWith(() => 503);
  await expect(upload("ann")).rejects.toMatchObject({ code: "service_unavailable", retryAfter: 30 });
  expect(await world.deps.store.uploads.sumOf(accountId)).toEqual(before);
  // What was read before is still there; what was not says so.
  expect((await fetch(url)).status).toBe(200);
  expect((await fetch(`${world.baseUrl}/uploads/${"x".repeat(27)}/192`)).status).toBe(503);
  expect((await fetch(world.baseUrl)).status).toBe(200);
  const logo = `${world.baseUrl}/pictures/${"y".repeat(27)}/192`;
  expect((await fetch(logo)).headers.get("content-type")).toBe("image/gif");
  proxy.failWith(() => undefined);
  await upload("ann");
});

it("a picture that another machine has copied is not fetched again", async () => {
  const url = "https://pictures.example/logo.png";
  const other = await createWorld({ env: { STORAGE_URL: server.url } });
  await world.listing("Logo", { content: { logoUrl: url } });
  await other.deps.pictures.keep(url, png(40, 40), "square");
  const fetched: string[] = [];
  const fetchSite: World["deps"]["fetchSite"] = async (address) => {
    fetched.push(address);
    throw new Error("not fetched");
  };
  expect(world.deps.pictures.stateOf(url, "square").state).toBe("waiting");
  await fetchPictures.run({} as never, { ...world.deps, fetchSite }, AbortSignal.timeout(60_000));
  expect(fetched).not.toContain(url);
  expect(world.deps.pictures.stateOf(url, "square").state).toBe("kept");
  await other.close();
});

it("a kill between bucket and row loses no acknowledged upload, and leftovers are cleaned up", async () => {
  const { id: accountId } = await world.account("killed");
  const acknowledged: string[] = [];
  let next = 100;
  for (let round = 0; round < 5; round++) {
    const env = {
      PATH: process.env.PATH,
      ...{ DATA_DIR: world.folder, DATABASE_URL: world.deps.settings.DATABASE_URL },
      ...{ STORAGE_URL: server.url, ACCOUNT_ID: accountId, FIRST: String(next) },
      LOG_LEVEL: "silent",
    };
    const child = fork(join(import.meta.dirname, "upload-process.ts"), { env });
    child.on("message", ({ id, side: last }: { id: string; side: number }) => {
      acknowledged.push(id);
      next = last + 1;
    });
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 2);
    // At another moment of an upload each time, by what it last asked the bucket for.
    await new Promise((resolve) => setTimeout(resolve, 7 * round));
    await end(child, "SIGKILL");
    // The picture that the kill met comes again and is one picture.
  }
  const rows = await world.deps.store.uploads.everyId();
  for (const id of acknowledged) expect([id, isStored(id), rows.includes(id)]).toEqual([id, true, true]);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  for (const id of rows) expect([id, isStored(id)]).toEqual([id, true]);

  const orphan = await world.deps.uploads.add(png(999, 9), "square", { owner: accountId });
  expect(isStored(orphan.id)).toBe(true);
  world.advance(2 * DAY_MS);
  await sweep();
  expect([isStored(orphan.id), isStored(acknowledged[0]!)]).toEqual([false, true]);
});
