import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checksum, createApiKey, hashKey, looksLikeApiKey } from "../../core/credentials/api-keys.ts";
import { checkPassword } from "../../core/credentials/check-password.ts";
import { HASHES_AT_ONCE, hashPassword, verifyPassword } from "../../core/credentials/passwords.ts";
import { hashToken, mintToken } from "../../core/credentials/tokens.ts";
import { AppError } from "../../core/errors/errors.ts";
import { inEnglish } from "../../languages/words.ts";
import { createWorld } from "./helper.ts";

const world = await createWorld();

async function addKey(accountId: string, change: { expiresAt?: Date; scopes?: string } = {}) {
  const { key, ...kept } = createApiKey(randomBytes);
  const row = {
    id: randomUUID(),
    accountId,
    name: "laptop",
    scopes: "account:read",
    createdAt: world.deps.now(),
    expiresAt: null,
  };
  await world.deps.store.change((tx) => tx.accounts.addApiKey({ ...row, ...kept, ...change }));
  return { key, id: row.id };
}
const swapCase = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => (letter < "a" ? letter.toLowerCase() : letter.toUpperCase()));

describe("API keys", () => {
  it("have a format with a checksum that scanners recognize", () => {
    const { key, hash, prefix, last4 } = createApiKey(randomBytes);
    expect(key).toMatch(/^dbt_[0-9A-Za-z]{42}$/);
    expect(key.slice(-6)).toBe(checksum(key.slice(0, -6)));
    expect([hash, prefix, last4]).toEqual([hashKey(key), key.slice(0, 8), key.slice(-4)]);
    expect(checksum("dbt_")).toHaveLength(6);
    expect(looksLikeApiKey(key)).toBe(true);
    expect(looksLikeApiKey(randomBytes(32).toString("base64url"))).toBe(false);
    expect(createApiKey(randomBytes).key).not.toBe(key);
    // Bytes that would make some digits likelier are skipped.
    let call = 0;
    expect(createApiKey((bytes) => Buffer.alloc(bytes, call++ === 0 ? 255 : 61)).key.slice(4, 40)).toBe("z".repeat(36));
  });

  it("identify their account with their scopes", async () => {
    const accountId = await world.account("keys");
    const { key, id } = await addKey(accountId, { scopes: "orders:write account:read nonsense" });
    const answer = await world.who(key);
    expect(answer.json).toEqual({
      kind: "member",
      address: "127.0.0.1",
      accountId,
      via: "api_key",
      client: "laptop",
      scopes: ["account:read", "orders:write"],
    });
    // The last use is written once a minute at most.
    const lastUse = async () =>
      (await world.deps.store.change((tx) => tx.accounts.apiKeysOf(accountId)))[0]!.lastUsedAt!.getTime();
    const first = await lastUse();
    await world.who(key);
    expect(await lastUse()).toBe(first);
    world.advance(61);
    await Promise.all([world.who(key), world.who(key)]);
    expect(await lastUse()).toBeGreaterThan(first);
    expect(await world.deps.store.change((tx) => tx.accounts.revokeApiKey(randomUUID(), id, world.deps.now()))).toBe(
      false,
    );
  });

  it("are refused when wrong, mistyped, revoked, expired, not accepted, or of an inactive account", async () => {
    const accountId = await world.account("refused");
    const { key, id } = await addKey(accountId);
    const later = await addKey(accountId, { expiresAt: new Date(world.deps.now().getTime() + 1000) });
    const code = async (credential: string) => (await world.who(credential)).json.code;
    expect(await code(createApiKey(randomBytes).key)).toBe("unauthenticated");
    expect(await code(swapCase(key).replace("DBT_", "dbt_"))).toBe("unauthenticated");
    expect(await code(key.slice(0, -1))).toBe("unauthenticated");
    expect(await code(later.key)).toBeUndefined();
    world.advance(2);
    expect(await code(later.key)).toBe("token_expired");
    await world.deps.store.change((tx) => tx.accounts.setStatus(accountId, "suspended"));
    expect(await code(key)).toBe("unauthenticated");
    await world.deps.store.change((tx) => tx.accounts.setStatus(accountId, "active"));
    expect(await code(key)).toBeUndefined();
    expect(await world.deps.store.change((tx) => tx.accounts.revokeApiKey(accountId, id, world.deps.now()))).toBe(true);
    expect(await code(key)).toBe("unauthenticated");

    const { key: unwanted } = await addKey(accountId);
    expect((await world.who(unwanted, "/mcp")).status).toBe(200);
    await world.restart({ API_KEYS_ON_MCP: "false" });
    expect((await world.who(unwanted, "/mcp")).status).toBe(401);
    await world.restart();
  });

  it("do not sign anybody in on pages", async () => {
    const { key } = await addKey(await world.account("robot"));
    expect(await world.whose({ authorization: `Bearer ${key}` })).toBeUndefined();
  });
});

describe("the Authorization header", () => {
  it.each([
    ["nothing", "Bearer "],
    ["Basic", `Basic ${Buffer.from("a:b").toString("base64")}`],
    ["a bare credential", "dbt_x"],
    ["a tab", "Bearer\tabc"],
    ["two credentials", "Bearer abc, Bearer def"],
    ["two spaces", "Bearer  abc"],
    ["characters outside the alphabet", "Bearer a'b"],
    ["8 KB", `Bearer ${"a".repeat(8000)}`],
  ])("with %s is refused", async (_name, authorization) => {
    const { status, json } = await world.identify({ authorization });
    expect([status, json.code]).toEqual([401, "unauthenticated"]);
  });

  it("is case-insensitive, and optional for anonymous callers", async () => {
    const { key } = await addKey(await world.account("case"));
    for (const scheme of ["bearer", "BEARER"]) {
      expect((await world.identify({ authorization: `${scheme} ${key}` })).status).toBe(200);
    }
    expect((await world.identify({})).json).toEqual({ kind: "anonymous", address: "127.0.0.1" });
  });
});

describe("passwords", () => {
  it("are hashed with argon2id, salted, and checked", async () => {
    const [one, two] = await Promise.all([
      hashPassword("correct horse battery"),
      hashPassword("correct horse battery"),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword("correct horse battery", one)).toBe(true);
    // The same text typed on another system.
    expect(await verifyPassword("caf\u0065\u0301 racine", await hashPassword("café racine"))).toBe(true);
    for (const stored of [two.replace(/.$/, (last) => (last === "A" ? "B" : "A")), "", null, undefined, "plain"]) {
      expect(await verifyPassword(stored ? "wrong" : "correct horse battery", stored)).toBe(false);
    }
  });

  it("are hashed a few at a time: excess strangers are refused, and known people go first", async () => {
    const stored = await hashPassword("correct horse battery");
    const order: string[] = [];
    const flood = Array.from({ length: 100 }, () =>
      verifyPassword("wrong password", stored, "stranger").then(
        () => order.push("stranger"),
        (error) => error,
      ),
    );
    const known = verifyPassword("correct horse battery", stored).then((matches) => {
      order.push("known");
      return matches;
    });
    const refused = (await Promise.all(flood)).filter((outcome) => outcome instanceof AppError);
    expect(await known).toBe(true);
    // Some run and 64 wait.
    expect(refused).toHaveLength(100 - 64 - HASHES_AT_ONCE);
    expect(refused[0]).toMatchObject({ status: 503, retryAfter: 5 });
    expect(order.indexOf("known")).toBeLessThan(10);
  });

  it("agree with the reference implementation", async () => {
    const published = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    expect(await verifyPassword("password", published)).toBe(true);
  });

  it("of unknown accounts take as long to check as those of known ones", async () => {
    const stored = await hashPassword("correct horse battery");
    /** Processor time of all threads: other programs do not count. */
    const cost = async (hash: string | undefined) => {
      const before = process.cpuUsage();
      for (let round = 0; round < 5; round++) await verifyPassword("wrong password", hash);
      return process.cpuUsage(before).user;
    };
    await cost(stored);
    const [known, unknown] = [await cost(stored), await cost(undefined)];
    expect(unknown).toBeGreaterThan(known / 3);
  });

  it.each([
    ["short", "at least 10"],
    ["x".repeat(129), "at most 128"],
    ["aaaaaaaaaaaa", "different"],
    ["Password123", "common"],
    ["ann.smith@example.com", "email address"],
    ["ann.smith2026!", "email address"],
    ["2026 Ann Smith", "email address"],
    ["ann.smith-18-11-2026", "email address"],
    ["first-light-2026", "name of a site"],
    ["FirstLight!", "name of a site"],
    ["example.2026", "name of a site"],
    ["Liverpool2026", "common"],
    ["!!sunshine99", "common"],
  ])("%s is not enough", (password, reason) => {
    expect(
      inEnglish(checkPassword(password, { email: "Ann.Smith@example.com", siteName: "First Light" }) ?? ""),
    ).toMatch(new RegExp(reason));
  });

  it.each([
    "correct horse battery",
    "dK3$kfj2lsdf",
    "été à la plage",
    "sunshine over liverpool",
    "first light of winter",
  ])("%s is accepted", (password) => {
    expect(checkPassword(password, { email: "ann@example.com", siteName: "First Light" })).toBeUndefined();
  });
});

describe("links in emails", () => {
  it.each([
    ["setup", 86_400],
    ["verify", 86_400],
    ["reset", 1800],
  ] as const)("%s work once, for %i seconds, for their purpose", async (kind, seconds) => {
    const accountId = await world.account(`link-${kind}`);
    const { store, now, random } = world.deps;
    const make = async () => {
      const { token, ...row } = mintToken(kind, now(), random);
      await store.change((tx) => tx.accounts.addToken({ ...row, accountId, email: null }));
      return token;
    };
    const use = (token: string, as: "setup" | "verify" | "reset" = kind) =>
      store.change((tx) => tx.accounts.useToken(hashToken(token), as, now()));

    const token = await make();
    expect(await use(token, kind === "reset" ? "verify" : "reset")).toBeUndefined();
    const uses = await Promise.all([use(token), use(token), use(token)]);
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect(uses[0]).toMatchObject({ accountId, kind });

    const late = await make();
    world.advance(seconds + 1);
    expect(await use(late)).toBeUndefined();
    const replaced = await make();
    await store.change((tx) => tx.accounts.removeTokens(kind, accountId));
    expect(await use(replaced)).toBeUndefined();
    expect(world.dump()).not.toContain(token);
  });
});

describe("accounts", () => {
  it("are unique and found by their email address in any case", async () => {
    const id = await world.account("Case.Fold");
    const { store, now } = world.deps;
    expect((await store.accounts.findByEmail(" case.fold@PEOPLE.example "))?.id).toBe(id);
    const again = { id: randomUUID(), email: "CASE.FOLD@people.example", createdAt: now() };
    expect(await store.change((tx) => tx.accounts.add(again))).toBeUndefined();
    expect(await store.accounts.hasAdmin()).toBe(false);
    await store.change((tx) => tx.accounts.setAdmin(id, true));
    expect(await store.accounts.hasAdmin()).toBe(true);
    expect(await store.accounts.countAll()).toBeGreaterThan(0);
  });
});

describe("secrets", () => {
  it("are neither in the database nor in the log", async () => {
    const connected = await world.connect();
    const { json } = await world.refresh(connected.clientId, connected.refresh);
    await world.exchange(connected.clientId, connected.code);
    const { key } = await addKey(connected.accountId);
    await world.who(key);
    await world.who(`${key.slice(0, -1)}!`);
    // One interaction is left in the middle, so that its row is there too.
    const { path } = await connected.browser.toConsent(world.authorizePath(connected.clientId));
    const cookies = [...connected.browser.cookies.values()].map(({ value }) => value);
    const secrets = [
      connected.access,
      connected.refresh,
      connected.code,
      json.access_token,
      json.refresh_token,
      key,
      path.split("/")[2]!,
      ...cookies,
    ];
    expect(cookies.length).toBeGreaterThan(4);
    const dump = world.dump();
    expect(dump).toContain(connected.accountId);
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20);
      expect(dump.includes(secret), secret).toBe(false);
      expect(world.logged().includes(secret), secret).toBe(false);
    }
  });

  it("of the installation are created once", async () => {
    const read = () =>
      Promise.all(["oauth-jwks", "oauth-cookie-keys"].map((name) => world.deps.store.secrets.find(name)));
    const before = await read();
    const { access } = await world.connect();
    await world.restart();
    expect(await read()).toEqual(before);
    expect((await world.who(access)).status).toBe(200);
    expect(world.errors).toEqual([]);
  });
});
