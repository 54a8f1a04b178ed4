import { generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OutboundError } from "../../crawler/outbound-error.ts";
import { createWorld, REDIRECT, type World } from "./helper.ts";

const ID = "https://app.example/client.json";
const DAY = 24 * 3600;
let world: World;

beforeEach(async () => {
  world = await createWorld({ TRUSTED_PROXIES: "127.0.0.1", LIMIT_OAUTH_TOKEN: "100000" });
});
afterEach(() => world.close());

function publish(id: string, change: Record<string, unknown> = {}): void {
  const body = {
    client_id: id,
    client_name: "Assistant",
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: "none",
    ...change,
  };
  world.outside.set(id, { body });
}

const down = (): void => void world.outside.set(ID, new OutboundError("unreachable", "app.example does not answer."));

let address = 0;
/** Names a client from an address that nobody used before, unless one is given. */
const nameFrom = (id: string, from = `198.18.${address >> 8}.${address++ & 255}`) =>
  world.send(world.authorizePath(id), { headers: { "x-forwarded-for": from } });

async function connected(id = ID) {
  publish(id);
  return world.connect({ clientId: id });
}

/** Strangers name unknown documents at a host until no more of them are read. */
async function exhaust(host: string): Promise<void> {
  for (let index = 0; index < 40; index++) {
    const { status } = await nameFrom(`https://${host}/z${index}`);
    if (status === 503) return;
  }
  throw new Error("no limit was met");
}

describe("the document of a connected app", () => {
  it("is not affected by what strangers request at the same host", async () => {
    const { refresh } = await connected();
    await exhaust("app.example");
    const stranger = await nameFrom("https://app.example/another");
    expect([stranger.status, stranger.text.includes("temporarily_unavailable")]).toEqual([503, true]);
    expect(Number(stranger.headers["retry-after"])).toBeGreaterThan(0);
    await world.restart();
    expect((await world.refresh(ID, refresh)).status).toBe(200);
  });

  it("is found when strangers fill every cache with their documents and its host is down", async () => {
    const { refresh } = await connected();
    // The largest cache has room for 200.
    for (let index = 0; index < 400; index++) {
      const id = `https://h${index}.example/client.json`;
      publish(id);
      await nameFrom(id);
    }
    expect(world.asked.length).toBeGreaterThan(360);
    down();
    expect((await world.refresh(ID, refresh)).status).toBe(200);
  });

  it("is served at once while its host hangs, and fetched once for all requests", async () => {
    let isHanging = false;
    let hanging = 0;
    const slow = await createWorld(
      {},
      {
        fetchSite: async (url) => {
          if (isHanging) {
            hanging++;
            return new Promise(() => undefined);
          }
          const body = Buffer.from(JSON.stringify({ client_id: ID, redirect_uris: [REDIRECT] }));
          return { url, status: 200, headers: {}, body, truncated: false, redirects: [], requests: 1 };
        },
      },
    );
    const one = await slow.connect({ clientId: ID });
    const two = await slow.connect({ clientId: ID });
    await slow.restart();
    isHanging = true;
    const answers = await Promise.all([one, two].map(({ refresh }) => slow.refresh(ID, refresh)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(
      (await slow.browser(one.accountId).then((browser) => browser.toConsent(slow.authorizePath(ID)))).path,
    ).toMatch(/^\/interaction/);
    expect(hanging).toBe(1);
    await slow.close();
  });

  it("is refreshed in the background, at most every ten minutes", async () => {
    const { refresh } = await connected();
    await world.restart();
    world.asked.length = 0;
    publish(ID, { client_name: "Renamed" });
    const { json } = await world.refresh(ID, refresh);
    await vi.waitFor(async () => expect(await kept()).toContain("Renamed"));
    expect(world.asked).toEqual([ID]);
    await world.restart();
    await world.refresh(ID, json.refresh_token);
    await world.refresh(ID, json.refresh_token);
    expect(world.asked).toEqual([ID, ID]);
  });

  it("is fetched first if a request needs what the stored one lacks", async () => {
    await connected();
    await world.restart();
    const redirect_uri = "https://client.example/new";
    const browser = await world.browser(await world.account("late"));
    publish(ID, { redirect_uris: [REDIRECT, redirect_uri] });
    expect((await browser.toConsent(world.authorizePath(ID, { redirect_uri }))).path).toMatch(/^\/interaction/);
  });

  it.each<[string, () => void]>([
    ["is down", down],
    ["fails", () => world.outside.set(ID, { status: 503, body: "" })],
    ["knows it no more", () => world.outside.set(ID, { status: 404, body: "" })],
    ["has it no more", () => world.outside.set(ID, { status: 410, body: "" })],
    ["sends elsewhere", () => world.outside.set(ID, { status: 302, body: "" })],
    ["answers with a page", () => world.outside.set(ID, { body: "<html>" })],
    ["publishes something broken", () => publish(ID, { redirect_uris: ["javascript:alert(1)"] })],
    ["publishes another app's", () => publish(ID, { client_id: "https://other.example/c" })],
    ["is inside", () => world.outside.set(ID, new OutboundError("address_refused", "app.example is inside."))],
  ])("stands in for a week while its host %s", async (_name, fail) => {
    const connection = await connected();
    const { clientId } = connection;
    let { refresh } = connection;
    const use = async () => {
      await world.restart();
      const answer = await world.refresh(clientId, refresh);
      refresh = answer.json.refresh_token ?? refresh;
      return answer.status;
    };
    fail();
    expect(await use()).toBe(200);
    await vi.waitFor(async () => expect(await givenUpAt()).not.toBeNull());
    world.advance(6.9 * DAY);
    expect(await use()).toBe(200);
    await world.purge();
    expect(await use()).toBe(200);
    // One good answer starts the week anew.
    publish(ID);
    expect(await use()).toBe(200);
    await vi.waitFor(async () => expect(await givenUpAt()).toBeNull());
    fail();
    world.advance(3 * DAY);
    expect(await use()).toBe(200);
  });

  it("expires after a week: 401 if its host refuses it, 503 while the host is down", async () => {
    let { refresh } = await connected();
    const say = async (fail: () => void) => {
      fail();
      await world.restart();
      const { status, json, headers } = await world.refresh(ID, refresh);
      refresh = json.refresh_token ?? refresh;
      return [status, json.error, headers["retry-after"]];
    };
    await say(() => world.outside.set(ID, { status: 404, body: "" }));
    await vi.waitFor(async () => expect(await givenUpAt()).not.toBeNull());
    world.advance(7 * DAY + 60);
    expect(await say(() => world.outside.set(ID, { status: 404, body: "" }))).toEqual([
      401,
      "invalid_client",
      undefined,
    ]);
    expect(await say(down)).toEqual([503, "temporarily_unavailable", "60"]);
    expect(await say(() => world.outside.set(ID, { status: 502, body: "" }))).toEqual([
      503,
      "temporarily_unavailable",
      "60",
    ]);
    publish(ID);
    await world.restart();
    expect((await world.refresh(ID, refresh)).status).toBe(200);
    expect(await kept()).toContain("Assistant");
  });

  it("is deleted with the last connection", async () => {
    const { browser } = await connected();
    await world.purge();
    expect(await kept()).toBeDefined();
    await browser.disconnect(ID);
    await world.purge();
    expect(await kept()).toBeUndefined();
  });

  const row = () => world.deps.store.oauth.find("Document", ID);
  const kept = async () => (await row())?.payload;
  const givenUpAt = async () => (await row())?.expiresAt ?? null;
});

describe("the document of an unknown app", () => {
  it("is fetched once per request, even if that fails", async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `https://f${index}.example/c`);
    const from = "198.19.0.1";
    for (const id of ids) expect((await nameFrom(id, from)).status).toBe(400);
    expect(world.asked).toEqual(ids);
    const refused = await nameFrom("https://f20.example/c", from);
    expect(refused.status).toBe(503);
    expect((await nameFrom("https://f20.example/c")).status).toBe(400);
  });

  it("is fetched for a signed-in person even if strangers are over their limit", async () => {
    await exhaust("busy.example");
    publish("https://busy.example/client.json");
    const browser = await world.browser(await world.account("ann"));
    expect((await browser.get(world.authorizePath("https://busy.example/client.json"))).status).toBe(303);
  });

  it("that is unavailable is 503 at the token endpoint, and 401 if it is invalid", async () => {
    const ask = async (id: string, headers = {}) => {
      const {
        status,
        json,
        headers: answered,
      } = await world.token({ grant_type: "refresh_token", refresh_token: "x", client_id: id }, headers);
      return {
        status,
        error: json.error,
        retryAfter: answered["retry-after"],
        challenge: answered["www-authenticate"],
      };
    };
    down();
    expect(await ask(ID)).toMatchObject({ status: 503, error: "temporarily_unavailable", retryAfter: "60" });
    world.outside.set("https://gone.example/c", { status: 404, body: "" });
    expect(await ask("https://gone.example/c")).toEqual({ status: 401, error: "invalid_client" });
    const basic = Buffer.from(`${encodeURIComponent("https://gone.example/c")}:secret`).toString("base64");
    const byHeader = await world.token(
      { grant_type: "refresh_token", refresh_token: "x" },
      { authorization: `Basic ${basic}` },
    );
    expect([byHeader.status, byHeader.json.error]).toEqual([401, "invalid_client"]);
    expect(byHeader.headers["www-authenticate"]).toMatch(/^Basic realm=/);
  });

  it("that becomes unavailable during consent is not logged as our error", async () => {
    publish(ID);
    const browser = await world.browser(await world.account("bob"));
    const { path } = await browser.toConsent(world.authorizePath(ID));
    await world.restart();
    world.advance(60);
    down();
    const answer = await browser.get(path);
    expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "60"]);
    expect(world.errors).toEqual([]);
  });
});

describe("a key set", () => {
  const KEYS = "https://keys.example/jwks";
  const newKey = (kid: string) => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    return { kid, privateKey, jwk: { ...publicKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" } };
  };
  const publishKeys = (...keys: { jwk: object }[]) =>
    void world.outside.set(KEYS, { body: { keys: keys.map(({ jwk }) => jwk) } });
  const proof = ({ kid, privateKey }: { kid: string; privateKey: KeyObject }) => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const iat = Math.floor(world.deps.now().getTime() / 1000);
    const claims = { iss: ID, sub: ID, aud: world.base, jti: randomUUID(), iat, exp: iat + 60 };
    const signed = `${part({ alg: "RS256", kid })}.${part(claims)}`;
    return {
      client_assertion: `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    };
  };

  it("of a connected app is stored like its document, and a new key works from its first use", async () => {
    const [old, next] = [newKey("old"), newKey("next")];
    publish(ID, {
      jwks_uri: KEYS,
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_signing_alg: "RS256",
    });
    publishKeys(old);
    const browser = await world.browser(await world.account("keys"));
    const code = await browser.allow(world.authorizePath(ID));
    const { json } = await world.exchange(ID, code, proof(old));
    let refresh = json.refresh_token;
    const use = async (key: typeof old) => {
      const answer = await world.refresh(ID, refresh, proof(key));
      refresh = answer.json.refresh_token ?? refresh;
      return answer.status;
    };

    await world.restart();
    world.outside.set(KEYS, new OutboundError("timeout", "keys.example is slow."));
    expect(await use(old)).toBe(200);
    publishKeys(next);
    await world.restart();
    expect(await use(next)).toBe(200);
    await world.purge();
    expect(await world.deps.store.oauth.find("Document", KEYS)).toBeDefined();
  });

  it("of an unknown app counts against its caller, and a refusal is not invalid_client", async () => {
    const key = newKey("k");
    publish(ID, { jwks_uri: KEYS, token_endpoint_auth_method: "private_key_jwt" });
    world.outside.set(KEYS, { status: 404, body: "" });
    const ask = () => world.token({ grant_type: "refresh_token", refresh_token: "x", client_id: ID, ...proof(key) });
    const errors = [];
    for (let time = 0; time < 21; time++) {
      errors.push((await ask()).json.error);
      world.advance(11);
    }
    expect(errors.at(0)).toBe("invalid_client");
    expect(errors.at(-1)).toBe("temporarily_unavailable");
    expect(world.asked.length).toBeLessThanOrEqual(20);
  });
});
