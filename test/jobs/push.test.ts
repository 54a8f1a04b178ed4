import { createECDH } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { notify } from "../../actions/notifications/notify.ts";
import { addPushBrowser, MOST_BROWSERS, pushKeyOf } from "../../actions/notifications/push-browsers.ts";

import { publicPushKey } from "../../core/credentials/web-push.ts";
import { createPushService } from "../helpers/push-service.ts";
import { createWorld } from "../helpers/world.ts";

const HOSTS = ["push.test", "gone.test", "lost.test", "sick.test", "moved.test", "late.test", "huge.test"];
const [MINUTE, DAY] = [60_000, 24 * 3600_000];

/** Stands still until it is moved. */
let clock = Date.parse("2026-11-23T12:00:00Z");
const later = async (ms: number) => {
  clock += ms;
  await world.drain();
};

const service = await createPushService();
const world = await createWorld({
  env: { OUTBOUND_RESOLVE: service.resolve(...HOSTS), CONTACT_EMAIL: "team@debut.example" },
  replaced: { now: () => new Date(clock) },
});
beforeEach(async () => {
  await later(DAY);
});

let people = 0;
async function listener(host = "push.test", session = "session") {
  const account = await world.account(`person-${++people}`);
  const browser = service.browser(host);
  const { endpoint, p256dh, auth } = browser;
  const offered = { endpoint, p256dh, auth, browser: null, sessionHash: `${session}-${people}` };
  expect(await addPushBrowser(account.id, offered, world.deps)).toBe("added");
  return { account, browser, offered };
}
const votes = (accountId: string, count: number, key = "votes:1") =>
  world.deps.store.change((tx) =>
    notify(tx, {
      accountId,
      kind: "votes",
      key,
      words: { votes: count, product: "Acme <b>Books</b>" },
      path: "/listings/acme",
      at: world.deps.now(),
      by: null,
    }),
  );
const browsersOf = (accountId: string) => world.deps.store.pushSubscriptions.ofAccount(accountId);

describe("a push message", () => {
  it("can be read only by its browser", async () => {
    const { account, browser } = await listener();
    await votes(account.id, 10);
    await world.drain();
    const [message] = browser.messages();
    const [news] = await world.deps.store.notifications.ofAccount(account.id, { offset: 0, limit: 1 });
    expect(message).toEqual({
      title: "Acme <b>Books</b> has 10 votes",
      body: world.deps.settings.SITE_NAME,
      path: `/notifications/${news!.id}`,
      tag: `news-${news!.id}`,
    });
    const { headers, sealed, claims, key } = service.delivered.at(-1)!;
    expect(sealed.toString("latin1")).not.toContain("votes");
    expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400", urgency: "normal" });
    expect(headers.topic).toMatch(/^[\w-]{32}$/);
    expect(claims).toMatchObject({ aud: "https://push.test", sub: "mailto:team@debut.example" });
    expect(claims.exp - Date.now() / 1000).toBeLessThanOrEqual(24 * 3600);
    expect(key).toBe(publicPushKey(await pushKeyOf(world.deps)));
    expect(service.refused).toEqual([]);
  });

  it("is always signed with the same key", async () => {
    const keys = await Promise.all([pushKeyOf(world.deps), pushKeyOf(world.deps)]);
    expect(new Set(keys).size).toBe(1);
    expect(new Set(service.delivered.map(({ key }) => key)).size).toBe(1);
  });

  it("combines everything within five minutes of the last", async () => {
    const { account, browser } = await listener();
    await votes(account.id, 10);
    await world.drain();
    for (let flood = 0; flood < 200; flood++) await votes(account.id, 20 + flood, `votes:${flood % 7}`);
    await later(MINUTE);
    expect(browser.messages()).toHaveLength(1);
    await later(4 * MINUTE);
    await later(30 * MINUTE);
    expect(browser.messages().slice(1)).toEqual([
      {
        title: `7 new notifications on ${world.deps.settings.SITE_NAME}`,
        body: expect.stringMatching(/^(.+ votes\n){3}and 4 more$/),
        path: "/notifications",
        tag: "news",
      },
    ]);
  });

  it("omits what was read meanwhile", async () => {
    const { account, browser } = await listener();
    await votes(account.id, 10);
    await world.drain();
    await votes(account.id, 20);
    await world.deps.store.change((tx) => tx.notifications.markAllRead(account.id, world.deps.now(), world.deps.now()));
    await later(10 * MINUTE);
    expect(browser.messages()).toHaveLength(1);
  });

  it("goes to all browsers of a person, and to nobody else's", async () => {
    const { account, browser } = await listener();
    const stranger = await listener();
    const second = service.browser("push.test");
    const { endpoint, p256dh, auth } = second;
    const offered = { endpoint, p256dh, auth, browser: null, sessionHash: "second" };
    await addPushBrowser(account.id, offered, world.deps);
    await votes(account.id, 10);
    await world.drain();
    expect([browser, second, stranger.browser].map((one) => one.messages().length)).toEqual([1, 1, 0]);
  });

  it("goes to whoever signed in to a browser last", async () => {
    const { account, browser, offered } = await listener();
    const next = await world.account("next-person");
    expect(await addPushBrowser(next.id, offered, world.deps)).toBe("added");
    expect(await browsersOf(account.id)).toEqual([]);
    await votes(account.id, 10);
    await votes(next.id, 30);
    await world.drain();
    expect(browser.messages().map(({ title }) => title)).toEqual(["Acme <b>Books</b> has 30 votes"]);
  });
});

describe("a push service", () => {
  it.each([
    ["410 Gone", "gone.test", 410],
    ["404 Not Found", "lost.test", 404],
  ])("that responds %s gets no more messages for that browser", async (_what, host, status) => {
    service.behaviours.set(host, (_req, res) => void res.writeHead(status).end());
    const { account } = await listener(host);
    await votes(account.id, 10);
    await world.drain();
    expect(await browsersOf(account.id)).toEqual([]);
    const { length } = service.asked;
    await votes(account.id, 20);
    await later(DAY);
    expect(service.asked).toHaveLength(length);
  });

  it("that fails is tried four times, and its browser is removed after a week", async () => {
    service.behaviours.set("sick.test", (_req, res) => void res.writeHead(503, { "retry-after": "0" }).end());
    const { account } = await listener("sick.test");
    const asked = () => service.asked.filter((one) => one.includes("sick.test")).length;
    await votes(account.id, 10);
    for (const minutes of [0, 1, 10, 60, 600]) await later(minutes * MINUTE);
    expect(asked()).toBe(4);
    expect((await browsersOf(account.id))[0]!.failingSince).not.toBeNull();
    for (let day = 1; day <= 8; day++) {
      await votes(account.id, 10 + day);
      for (const minutes of [0, 1, 10, 60, 24 * 60 - 71]) await later(minutes * MINUTE);
    }
    expect(await browsersOf(account.id)).toEqual([]);
    expect(asked()).toBeLessThanOrEqual(4 * 9);
  });

  it("that works again keeps its browser", async () => {
    let status = 500;
    service.behaviours.set("late.test", (_req, res) => void res.writeHead(status).end());
    const { account } = await listener("late.test");
    await votes(account.id, 10);
    for (const minutes of [0, 1, 10, 60]) await later(minutes * MINUTE);
    expect((await browsersOf(account.id))[0]!.failingSince).not.toBeNull();
    status = 201;
    await votes(account.id, 20);
    await world.drain();
    expect((await browsersOf(account.id))[0]).toMatchObject({ failingSince: null, lastSentAt: new Date(clock) });
  });

  it("cannot redirect, and an endless response is not read", async () => {
    service.behaviours.set(
      "moved.test",
      (_req, res) => void res.writeHead(307, { location: "https://huge.test/elsewhere" }).end(),
    );
    service.behaviours.set("huge.test", (req, res) => {
      res.writeHead(201);
      const pour = setInterval(() => res.write("x".repeat(65_536)), 1);
      req.socket.on("close", () => clearInterval(pour));
    });
    const moved = await listener("moved.test");
    await votes(moved.account.id, 10);
    for (const minutes of [0, 1, 10, 60]) await later(minutes * MINUTE);
    expect(service.asked.filter((one) => one.includes("huge.test"))).toEqual([]);
    expect((await browsersOf(moved.account.id))[0]!.failingSince).not.toBeNull();
    const huge = await listener("huge.test");
    await votes(huge.account.id, 10);
    await world.drain();
    expect((await browsersOf(huge.account.id))[0]!.lastSentAt).not.toBeNull();
  });

  it("that resolves to a private address gets nothing, and its browser is removed", async () => {
    const { account, offered } = await listener();
    // As if it had been public when the browser was added. The test's own name would be refused before.
    const endpoint = "https://localhost.push-inside.example.com.test/x";
    await world.deps.store.change(async (tx) => {
      const [known] = await tx.pushSubscriptions.ofAccount(account.id);
      await tx.pushSubscriptions.remove(account.id, known!.id);
      await tx.pushSubscriptions.save({
        ...offered,
        endpoint,
        id: world.deps.uuid(),
        accountId: account.id,
        createdAt: world.deps.now(),
      });
    });
    await votes(account.id, 10);
    await world.drain();
    expect(await browsersOf(account.id)).toEqual([]);
    expect(world.logs.join("\n")).not.toContain(endpoint);
  });
});

describe("a browser is not added", () => {
  const keys = () => {
    const { p256dh, auth } = service.browser("push.test");
    return { p256dh, auth };
  };
  const offer = async (given: object, name = "adder") =>
    addPushBrowser(
      (await world.account(name)).id,
      { endpoint: "https://push.test/x", ...keys(), browser: null, sessionHash: "s", ...given },
      world.deps,
    );

  it.each([
    "http://push.test/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://[::ffff:10.0.0.1]/x",
    "https://10.0.0.8/x",
    "https://169.254.169.254/latest/meta-data",
    "https://2130706433/x",
    "https://0x7f.1/x",
    "https://localhost/x",
    "https://printer.local/x",
    "https://debut.internal/x",
    "https://router/x",
    "https://public.example.org:8443/x",
    "https://user:secret@public.example.org/x",
    "ftp://public.example.org/x",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "//public.example.org/x",
    "",
    `https://public.example.org/${"x".repeat(1000)}`,
  ])("at %s", async (endpoint) => {
    expect(await offer({ endpoint })).toBe("refused");
    expect(await browsersOf((await world.account("adder")).id)).toEqual([]);
  });

  it("with invalid keys", async () => {
    const pair = createECDH("prime256v1");
    pair.generateKeys();
    const offCurve = Buffer.from(pair.getPublicKey());
    offCurve[64]! ^= 1;
    for (const wrong of [
      { p256dh: "" },
      { p256dh: "x".repeat(87) },
      { p256dh: offCurve.toString("base64url") },
      { p256dh: pair.getPublicKey("base64url", "compressed") },
      { auth: "" },
      { auth: "c2hvcnQ" },
      { auth: "x".repeat(5000) },
      { auth: '"><script>alert(1)</script>' },
    ]) {
      expect(await offer(wrong, "keysmith"), JSON.stringify(wrong)).toBe("refused");
    }
  });

  it("beyond the limit per person, or too often", async () => {
    const name = "collector";
    for (let each = 0; each < MOST_BROWSERS; each++)
      expect(await offer({ endpoint: `https://push.test/${each}` }, name)).toBe("added");
    expect(await offer({ endpoint: "https://push.test/more" }, name)).toBe("too-many");
    expect(await offer({ endpoint: "https://push.test/0" }, name)).toBe("added");
    const many = async () => {
      for (let time = 0; time < 20; time++) await offer({ endpoint: "https://push.test/0" }, name);
    };
    await expect(many()).rejects.toMatchObject({ code: "quota_exceeded" });
  });
});
