import { readdirSync, readlinkSync, statSync, truncateSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createDiskCache } from "../../core/runtime/disk-cache.ts";
import { temporaryFolder } from "../helpers/folder.ts";

const bytes = (text: string) => Buffer.from(text);
const cacheIn = (folder: string, maxBytes = 1e6, reserveBytes = 0) =>
  createDiskCache({ folder, maxBytes, reserveBytes });
const textOf = (cache: ReturnType<typeof cacheIn>, group: string, key: string) => cache.find(group, key)?.toString();

/** Descriptors of this process that lead to a file of the folder, by number. */
const openIn = (folder: string): number[] =>
  readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(`${folder}/`) ? [Number(fd)] : [];
    } catch {
      return [];
    }
  });

describe("values on the disk", () => {
  it("are found by group and key until their group is dropped", () => {
    const cache = cacheIn(temporaryFolder());
    cache.put("acme", "plain", bytes("one"));
    cache.put("acme", "gzip", bytes("two"));
    cache.put("other", "plain", bytes("three"));
    expect(textOf(cache, "acme", "plain")).toBe("one");
    expect(textOf(cache, "acme", "gzip")).toBe("two");
    expect(textOf(cache, "acme", "br")).toBeUndefined();
    cache.drop("acme");
    expect(textOf(cache, "acme", "plain")).toBeUndefined();
    expect(textOf(cache, "acme", "gzip")).toBeUndefined();
    expect(textOf(cache, "other", "plain")).toBe("three");
    cache.put("acme", "plain", bytes("four"));
    expect(textOf(cache, "acme", "plain")).toBe("four");
    cache.clear();
    expect(textOf(cache, "acme", "plain")).toBeUndefined();
  });

  it("may be long", () => {
    const cache = cacheIn(temporaryFolder());
    const long = "ä".repeat(100_000);
    cache.put("acme", "plain", bytes(long));
    cache.put("other", "plain", bytes("short"));
    expect(textOf(cache, "acme", "plain")).toBe(long);
    expect(textOf(cache, "other", "plain")).toBe("short");
  });

  it("never exceed their space: the oldest half is dropped", () => {
    const folder = temporaryFolder();
    const cache = cacheIn(folder, 100_000);
    const value = (nth: number) => String(nth).padEnd(10_000, "x");
    for (let nth = 0; nth < 33; nth++) cache.put(`group ${nth}`, "plain", bytes(value(nth)));
    const found = Array.from({ length: 33 }, (_, nth) => textOf(cache, `group ${nth}`, "plain"));
    expect(found.slice(0, 25)).toEqual(Array(25).fill(undefined));
    expect(found.slice(25)).toEqual(Array.from({ length: 8 }, (_, nth) => value(25 + nth)));
    expect(statSync(`/proc/self/fd/${openIn(folder)[0]}`).size).toBe(100_000);
    cache.put("too long", "plain", bytes("x".repeat(50_001)));
    expect(cache.find("too long", "plain")).toBeUndefined();
  });

  it("are in an unlinked file that ends with the process", () => {
    const folder = temporaryFolder();
    cacheIn(folder).put("acme", "plain", bytes("one"));
    expect(readdirSync(folder)).toEqual([]);
    const [fd] = openIn(folder);
    expect(readlinkSync(`/proc/self/fd/${fd}`)).toMatch(/ \(deleted\)$/);
    expect(statSync(`/proc/self/fd/${fd}`).mode & 0o777).toBe(0o600);
  });

  it("are not stored where nothing can be written", () => {
    const cache = cacheIn(`${temporaryFolder()}/missing`);
    cache.put("acme", "plain", bytes("one"));
    expect(cache.find("acme", "plain")).toBeUndefined();
  });

  it("are not stored on a nearly full disk", () => {
    const folder = temporaryFolder();
    const cache = cacheIn(folder, 1e6, Number.MAX_SAFE_INTEGER);
    cache.put("acme", "plain", bytes("one"));
    expect(cache.find("acme", "plain")).toBeUndefined();
    expect(openIn(folder)).toEqual([]);
  });

  it("are dropped permanently when the file fails", () => {
    const folder = temporaryFolder();
    const cache = cacheIn(folder);
    cache.put("acme", "plain", bytes("one"));
    cache.put("other", "plain", bytes("two"));
    truncateSync(`/proc/self/fd/${openIn(folder)[0]}`);
    expect(cache.find("acme", "plain")).toBeUndefined();
    expect(cache.find("other", "plain")).toBeUndefined();
    cache.put("acme", "plain", bytes("three"));
    expect(cache.find("acme", "plain")).toBeUndefined();
    expect(openIn(folder)).toEqual([]);
  });

  it("stores nothing without space", () => {
    const folder = temporaryFolder();
    const cache = cacheIn(folder, 0);
    cache.put("acme", "plain", bytes("one"));
    expect(cache.find("acme", "plain")).toBeUndefined();
    expect(openIn(folder)).toEqual([]);
  });
});
