import { describe, expect, it } from "vitest";
import { addressKey, createLimiter } from "../../core/limits/limiter.ts";
import { createWindows } from "../../core/limits/windows.ts";
import { readSettings } from "../../core/settings/config.ts";

describe("windows", () => {
  it("begin with a key's first count, and are forgotten when they end", () => {
    let now = 0;
    const windows = createWindows(1000, () => now);
    const at = (ms: number) => {
      now = ms;
      return windows;
    };
    expect(at(900).add("ann", 2)).toEqual({ count: 2, leftMs: 1000 });
    expect(at(1100).add("ann", 1)).toEqual({ count: 3, leftMs: 800 });
    expect(at(1899).look("ann")).toEqual({ count: 3, leftMs: 1 });
    expect(at(1900).look("ann")).toEqual({ count: 0, leftMs: 0 });
    expect(at(2000).add("ann", 1)).toEqual({ count: 1, leftMs: 1000 });
    expect(at(5000).add("ann", 1)).toEqual({ count: 1, leftMs: 1000 });
  });

  it("refund no more than was counted", () => {
    const windows = createWindows(1000, () => 0);
    windows.add("ann", 1);
    windows.add("ann", -1);
    expect(windows.add("ann", -1)).toMatchObject({ count: 0 });
    expect(windows.add("bob", -1)).toMatchObject({ count: 0 });
  });
});

describe("limiter", () => {
  it("allows the quota, then refuses, counts each key separately, and refunds", async () => {
    const limiter = createLimiter(readSettings({ LIMIT_SUBMIT_HOUR: "2" }));
    expect(await limiter.take("submit-hour", "ann")).toMatchObject({
      allowed: true,
      limit: 2,
      remaining: 1,
      windowSeconds: 3600,
    });
    expect(await limiter.take("submit-hour", "ann")).toMatchObject({ allowed: true, remaining: 0 });
    expect(await limiter.take("submit-hour", "ann")).toMatchObject({ allowed: false, remaining: 0 });
    expect(await limiter.take("submit-hour", "bob")).toMatchObject({ allowed: true });
    expect(limiter.look("submit-hour", "ann")).toMatchObject({ allowed: false, remaining: 0 });
    expect(limiter.look("submit-hour", "bob")).toMatchObject({ allowed: true, remaining: 1 });
    await limiter.giveBack("submit-hour", "bob");
    expect(await limiter.take("submit-hour", "bob")).toMatchObject({ remaining: 1 });
  });

  it("counts several at once, detects a flood, and reports how often each quota has refused", async () => {
    const limiter = createLimiter(readSettings({ LIMIT_MCP_ANONYMOUS: "10" }));
    const take = (points: number) => limiter.take("mcp-anonymous", "203.0.113.9", points);
    expect(await take(8)).toMatchObject({ allowed: true, remaining: 2, isFlood: false });
    expect(await take(8)).toMatchObject({ allowed: false, isFlood: false });
    expect(await take(8)).toMatchObject({ allowed: false, isFlood: true });
    await limiter.take("read", "ann");
    expect(limiter.refusals().get("mcp-anonymous")).toBe(2);
    expect(limiter.refusals().get("read")).toBe(0);
  });
});

it.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2ff::1", "2001:db8:1:200::/56"],
  ["2001:db8:1:2ab:5::9", "2001:db8:1:200::/56"],
  ["2001:db8:1::1", "2001:db8:1:0::/56"],
  ["::1", "0:0:0:0::/56"],
])("addressKey(%s) is %s", (address, key) => expect(addressKey(address)).toBe(key));
