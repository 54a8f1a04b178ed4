import type { AddressInfo } from "node:net";
import express from "express";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { checkProxy, type Forwarding } from "../../actions/health/proxy.ts";
import { readSettings } from "../../core/settings/config.ts";
import { forwardingOf, watchProxies } from "../../http/forwarding.ts";
import { inEnglish } from "../../languages/words.ts";

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function open(env: Record<string, string>) {
  const settings = readSettings(env);
  const logs: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void logs.push(line) });
  const app = express();
  app.set("trust proxy", settings.TRUSTED_PROXIES.length ? settings.TRUSTED_PROXIES : false);
  app.use(watchProxies({ settings, log }));
  app.use((req, res) => void res.json(forwardingOf(req)));
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  closing.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async (headers: Record<string, string> = {}) =>
    (await (await fetch(url, { headers })).json()) as Forwarding;
  return { settings, logs, ask };
}

const SITE = "https://debut.example.org";
const FORWARDED = { "x-forwarded-for": "203.0.113.7" };

describe("a proxy", () => {
  it("that is not in TRUSTED_PROXIES is not trusted, which is logged once", async () => {
    const { ask, logs } = await open({ BASE_URL: SITE, TRUSTED_PROXIES: "10.0.0.0/8" });
    expect(await ask()).toBe("none");
    expect(logs).toEqual([]);
    expect(await ask(FORWARDED)).toBe("untrusted");
    expect(await ask({ forwarded: "for=203.0.113.7" })).toBe("untrusted");
    expect(logs).toHaveLength(1);
    expect(JSON.parse(logs[0]!)).toMatchObject({ level: 40, msg: expect.stringContaining("TRUSTED_PROXIES") });
    expect(logs[0]).not.toContain("203.0.113.7");
  });

  it("in TRUSTED_PROXIES is trusted, without a log line", async () => {
    const { ask, logs } = await open({ BASE_URL: SITE, TRUSTED_PROXIES: "127.0.0.1" });
    expect(await ask(FORWARDED)).toBe("trusted");
    expect(logs).toEqual([]);
  });

  it("is ignored in development", async () => {
    const { ask, logs } = await open({ BASE_URL: "http://127.0.0.1:3000" });
    expect(await ask(FORWARDED)).toBe("untrusted");
    expect(logs).toEqual([]);
  });
});

describe("the check of the proxy", () => {
  const check = (env: Record<string, string>, forwarding?: Forwarding) => () =>
    inEnglish(checkProxy(readSettings(env), forwarding));

  it("reports visitors who share an address", () => {
    expect(check({ BASE_URL: SITE })).toThrow(/all visitors share one rate limit/);
    expect(check({ BASE_URL: SITE, TRUSTED_PROXIES: "10.0.0.1" }, "untrusted")).toThrow(/is not in TRUSTED_PROXIES/);
    expect(check({ BASE_URL: SITE, TRUSTED_PROXIES: "10.0.0.1" }, "none")).toThrow(/sends no X-Forwarded-For/);
  });

  it("accepts a trusted proxy, and no proxy", () => {
    expect(check({ BASE_URL: SITE, TRUSTED_PROXIES: "10.0.0.1" }, "trusted")()).toContain("10.0.0.1");
    expect(check({ BASE_URL: SITE, TRUSTED_PROXIES: "10.0.0.1" })()).toContain("10.0.0.1");
    expect(check({ BASE_URL: "http://127.0.0.1:3000" }, "untrusted")()).toContain("this machine");
  });
});
