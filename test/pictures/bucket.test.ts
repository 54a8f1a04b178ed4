import { rmSync } from "node:fs";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { createDiskCache } from "../../core/runtime/disk-cache.ts";
import { readBucketAddress } from "../../core/storage/address.ts";
import { createBucket } from "../../core/storage/bucket.ts";
import { createShared } from "../../core/storage/shared.ts";
import type { Storage } from "../../core/storage/storage.ts";
import { createBucketServer, createFlakyProxy } from "../helpers/bucket-server.ts";
import { createFolder } from "../helpers/folder.ts";

const MINUTE_MS = 60_000;
let at = new Date("2026-11-23T10:00:00Z");
const folder = createFolder();
const server = await createBucketServer();
const proxy = await createFlakyProxy(server.host);
afterEach(() => proxy.failWith(() => undefined));
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const later = (ms: number) => {
  at = new Date(at.getTime() + ms);
};
/** The files of one machine, which has copies of its own. */
function machine(place: string, url = `s3+http://S3RVER:S3RVER@${proxy.host}/pictures/debut`): Storage {
  const bucket = createBucket(readBucketAddress(url), place);
  const cache = createDiskCache({ folder, maxBytes: 1_000_000, reserveBytes: 0 });
  return createShared({ bucket, cache, type: "image/webp", now: () => at });
}
const namesOf = async (storage: Storage) => (await Array.fromAsync(storage.list())).map(({ name }) => name).sort();
async function asks<T>(call: () => Promise<T>): Promise<[T, number]> {
  const before = proxy.asked.length;
  const result = await call();
  return [result, proxy.asked.length - before];
}

describe("STORAGE_URL", () => {
  it("names host, bucket, folder, region and key, each with any character", () => {
    expect(
      readBucketAddress("s3://a%2Fb:c%2B%3A@s3.eu-central-1.amazonaws.com/my-bucket/x/y/?region=eu-central-1"),
    ).toEqual({
      base: "https://s3.eu-central-1.amazonaws.com/my-bucket",
      prefix: "x/y/",
      region: "eu-central-1",
      key: "a/b",
      secret: "c+:",
    });
    expect(readBucketAddress("s3+http://k:s@127.0.0.1:9000/b?style=host")).toMatchObject({
      ...{ base: "http://b.127.0.0.1:9000", prefix: "", region: "us-east-1" },
    });
  });

  it.each([
    ["https://k:s@host/b", "Must begin with s3://"],
    ["s3://host/b", "access key"],
    ["s3://k:s@host/", "a bucket"],
    ["s3://k:s@host/b?regoin=x", '"regoin"'],
    ["s3://k:s@host/b?style=dns", "path or host"],
  ])("%s is refused with the reason", (url, reason) => {
    expect(() => readBucketAddress(url)).toThrow(reason);
  });
});

describe("files in a bucket", () => {
  it("are seen by every machine, whatever their names, until one deletes them", async () => {
    const [here, there] = [machine("seen"), machine("seen")];
    const names = ["plain.webp", "a b+ü%41.webp"];
    for (const name of names) await here.put(name, Buffer.from(name));
    for (const name of names) expect((await there.get(name))?.toString()).toBe(name);
    expect(await namesOf(there)).toEqual([...names].sort());
    expect(await namesOf(machine("see"))).toEqual([]);
    for (const name of names) await here.delete(name);
    expect(await here.get(names[0]!)).toBeUndefined();
    expect(await namesOf(there)).toEqual([]);
    await here.delete("never was");
  });

  it("are listed although one answer names a thousand at most", async () => {
    const storage = machine("many");
    const wanted = Array.from({ length: 1005 }, (_, index) => `${String(index).padStart(4, "0")}.webp`);
    await Promise.all(wanted.map((name) => storage.put(name, Buffer.from("x"))));
    const [names, count] = await asks(() => namesOf(storage));
    expect(names).toEqual(wanted);
    expect(count).toBe(2);
  });

  it("are read once, then asked about every ten minutes without their bytes", async () => {
    const [here, there] = [machine("copies"), machine("copies")];
    await here.put("one.webp", Buffer.from("first"));
    expect(await asks(() => there.get("one.webp"))).toEqual([Buffer.from("first"), 1]);
    expect(await asks(() => there.get("one.webp"))).toEqual([Buffer.from("first"), 0]);
    later(11 * MINUTE_MS);
    expect(await asks(() => there.get("one.webp"))).toEqual([Buffer.from("first"), 1]);
    expect(await asks(() => there.get("one.webp"))).toEqual([Buffer.from("first"), 0]);
    await here.put("one.webp", Buffer.from("second"));
    later(11 * MINUTE_MS);
    expect((await there.get("one.webp"))?.toString()).toBe("second");
    await here.delete("one.webp");
    later(11 * MINUTE_MS);
    expect(await there.get("one.webp")).toBeUndefined();
  });

  it("that are asked for at once are read once, and one that is missing is not asked for again at once", async () => {
    const [here, there] = [machine("at-once"), machine("at-once")];
    await here.put("one.webp", Buffer.from("x"));
    const many = () => Promise.all(Array.from({ length: 20 }, () => there.get("one.webp")));
    expect((await asks(many))[1]).toBe(1);
    expect((await asks(() => there.get("none.webp")))[1]).toBe(1);
    expect((await asks(() => there.get("none.webp")))[1]).toBe(0);
    later(MINUTE_MS);
    expect((await asks(() => there.get("none.webp")))[1]).toBe(1);
  });

  it("are known to be there after a look, and to whoever put them at once", async () => {
    const [here, there] = [machine("known"), machine("known")];
    await here.put("one.webp", Buffer.from("x"));
    expect([here.knownSince("one.webp"), there.knownSince("one.webp")]).toEqual([at.getTime(), undefined]);
    expect(await there.look("one.webp")).toEqual(expect.any(Number));
    expect(there.knownSince("one.webp")).toEqual(expect.any(Number));
    expect(await there.look("none.webp")).toBeUndefined();
  });
});

describe("a storage", () => {
  it.each([503, 429, "cut"] as const)("that answers %s twice is asked a third time", async (failure) => {
    const storage = machine("tries");
    let left = 2;
    proxy.failWith(() => (left-- > 0 ? failure : undefined));
    await storage.put("one.webp", Buffer.from("x"));
    expect(await namesOf(storage)).toContain("one.webp");
  });

  it("that stays away changes nothing, says so, and what was read before is still shown", async () => {
    const [here, there] = [machine("away"), machine("away")];
    await here.put("one.webp", Buffer.from("x"));
    await there.get("one.webp");
    later(11 * MINUTE_MS);
    proxy.failWith(() => "cut");
    expect((await there.get("one.webp"))?.toString()).toBe("x");
    const fault = { code: "service_unavailable", status: 503, retryAfter: 30 };
    await expect(there.get("two.webp")).rejects.toMatchObject(fault);
    await expect(here.put("two.webp", Buffer.from("x"))).rejects.toMatchObject({
      ...fault,
      reason: expect.stringContaining("cannot be reached"),
    });
  });

  it.each([
    [
      "the secret",
      (url: string) => url.replace("S3RVER:S3RVER", "S3RVER:wrong"),
      "403 SignatureDoesNotMatch",
      "secret",
    ],
    ["the key", (url: string) => url.replace("S3RVER:S3RVER", "NOBODY:S3RVER"), "403 InvalidAccessKeyId", "Check key"],
    ["the bucket", (url: string) => url.replace("/pictures", "/nothing"), "404 NoSuchBucket", "Create the bucket"],
  ])("says that %s is wrong, for reads, writes and lists", async (_what, spoil, reason, cure) => {
    const storage = machine("wrong", spoil(server.url));
    const fault = { reason: expect.stringContaining(reason), cure: expect.stringContaining(cure) };
    await expect(storage.get("x.webp")).rejects.toMatchObject(fault);
    await expect(storage.put("x.webp", Buffer.from("x"))).rejects.toMatchObject(fault);
    await expect(namesOf(storage)).rejects.toMatchObject(fault);
  });
});
