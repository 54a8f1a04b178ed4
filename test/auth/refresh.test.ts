import { describe, expect, it } from "vitest";
import { hashToken } from "../../core/credentials/tokens.ts";
import { createWorld } from "./helper.ts";

const DAY = 24 * 3600;

const world = await createWorld();

const works = async (token: string) => (await world.who(token)).status === 200;

describe("a refresh token", () => {
  it("is rotated, and is issued without offline_access", async () => {
    const { clientId, refresh, access } = await world.connect();
    const { json } = await world.refresh(clientId, refresh);
    expect(json.refresh_token).not.toBe(refresh);
    expect([await works(access), await works(json.access_token)]).toEqual([true, true]);
  });

  it("may be sent again five times within the leeway, and further attempts revoke nothing", async () => {
    const { clientId, refresh, access } = await world.connect();
    const answers = [];
    for (let time = 0; time < 7; time++) answers.push(await world.refresh(clientId, refresh));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 400]);
    expect(answers[6]!.json.error).toBe("invalid_grant");
    expect(await works(access)).toBe(true);
    expect((await world.refresh(clientId, answers[5]!.json.refresh_token)).status).toBe(200);
  });

  it("stays usable when seven concurrent requests use one token", async () => {
    const { clientId, refresh } = await world.connect();
    const answers = await Promise.all(Array.from({ length: 7 }, () => world.refresh(clientId, refresh)));
    const [good] = answers.filter(({ status }) => status === 200);
    expect(await works(good!.json.access_token)).toBe(true);
    expect((await world.refresh(clientId, good!.json.refresh_token)).status).toBe(200);
  });

  it("ends within the leeway once its grandchild is used, and revokes its family", async () => {
    const { clientId, refresh } = await world.connect();
    const child = (await world.refresh(clientId, refresh)).json.refresh_token;
    const grandchild = (await world.refresh(clientId, child)).json.refresh_token;
    expect((await world.refresh(clientId, refresh)).status).toBe(200);
    const last = (await world.refresh(clientId, grandchild)).json;
    // Its child may still come again: a client that lost one answer is one step behind, never two.
    expect((await world.refresh(clientId, child)).status).toBe(200);
    expect((await world.refresh(clientId, refresh)).json.error).toBe("invalid_grant");
    expect(await works(last.access_token)).toBe(false);
    expect((await world.refresh(clientId, last.refresh_token)).json.error).toBe("invalid_grant");
  });

  it("gives at most six pairs to twenty requests at once", async () => {
    const { clientId, refresh } = await world.connect();
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.refresh(clientId, refresh)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(6);
  });

  it("revokes its family when sent again after the leeway", async () => {
    const { clientId, refresh } = await world.connect();
    const { json } = await world.refresh(clientId, refresh);
    world.advance(61);
    expect((await world.refresh(clientId, refresh)).json.error).toBe("invalid_grant");
    expect(await works(json.access_token)).toBe(false);
    expect((await world.refresh(clientId, json.refresh_token)).json.error).toBe("invalid_grant");
  });

  it("is invalid for another client", async () => {
    const { refresh } = await world.connect();
    const other = await world.client({ client_name: "Thief" });
    expect((await world.refresh(other, refresh)).json.error).toBe("invalid_grant");
  });

  it("may repeat the scopes of the sign-in, even refused or unknown ones", async () => {
    const accountId = await world.account("repeats");
    const [browser, clientId] = [await world.browser(accountId), await world.client()];
    const scope = "account:read listings:write offline_access openid";
    const code = await browser.allow(world.authorizePath(clientId, { scope }), ["account:read"]);
    let { json } = await world.exchange(clientId, code, { resource: `${world.base}/mcp/` });
    for (const resource of [`${world.base}/mcp/`, `${world.base}/mcp`]) {
      ({ json } = await world.refresh(clientId, json.refresh_token, { scope, resource }));
      expect(json.scope).toBe("account:read");
      expect((await world.who(json.access_token, "/mcp")).status).toBe(200);
    }
    expect((await world.refresh(clientId, json.refresh_token, { resource: `${world.base}/api/v1/` })).json.error).toBe(
      "invalid_target",
    );
  });

  it.each(["/mcp", "/mcp/"])(
    "takes %s as the same resource with and without its slash (opencode#49241)",
    async (asked) => {
      const { clientId, refresh } = await world.connect({ path: { resource: world.base + asked } });
      const other = world.base + (asked === "/mcp" ? "/mcp/" : "/mcp");
      const { json } = await world.refresh(clientId, refresh, { resource: other });
      expect((await world.who(json.access_token, "/mcp")).status).toBe(200);
    },
  );

  it("can narrow scopes and widen them again, but never beyond the grant", async () => {
    const { clientId, refresh } = await world.connect();
    const narrow = await world.refresh(clientId, refresh, { scope: "account:read" });
    expect(narrow.json.scope).toBe("account:read");
    const wide = await world.refresh(clientId, narrow.json.refresh_token);
    expect(wide.json.scope).toBe("account:read listings:write");
    const more = await world.refresh(clientId, wide.json.refresh_token, { scope: "account:read orders:write" });
    expect(more.json.error).toBe("invalid_scope");
  });

  it("lives 60 days after its last use, and at most a year", async () => {
    const { clientId, refresh } = await world.connect();
    const find = (token: string) => world.deps.store.oauth.find("RefreshToken", hashToken(token));
    const row = (await find(refresh))!;
    expect((row.expiresAt!.getTime() - row.createdAt.getTime()) / 1000).toBeCloseTo(60 * DAY, -1);

    const payload = JSON.parse(row.payload);
    payload.iiat -= 365 * DAY - 1000;
    await world.deps.store.change((tx) => tx.oauth.put({ ...row, payload: JSON.stringify(payload) }));
    const { json } = await world.refresh(clientId, refresh);
    const last = (await find(json.refresh_token))!;
    const seconds = (last.expiresAt!.getTime() - last.createdAt.getTime()) / 1000;
    expect(seconds).toBeLessThanOrEqual(1001);
    expect(seconds).toBeGreaterThan(60);
  });

  it("cannot be used by a client that did not ask for the grant", async () => {
    const clientId = await world.client({ client_name: "Once", grant_types: ["authorization_code"] });
    const { json } = await world.connect({ clientId });
    expect(json.refresh_token).toBeUndefined();
  });

  it("and a code are not bearer credentials", async () => {
    const { refresh, code } = await world.connect();
    expect((await world.who(refresh)).json.code).toBe("unauthenticated");
    expect((await world.who(code)).json.code).toBe("unauthenticated");
  });
});

describe("without leeway", () => {
  it("one of twenty concurrent requests succeeds", async () => {
    const strict = await createWorld({ REFRESH_LEEWAY_SECONDS: "0" });
    const { clientId, refresh } = await strict.connect();
    const answers = await Promise.all(Array.from({ length: 20 }, () => strict.refresh(clientId, refresh)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await strict.close();
  });
});

describe("the end of access", () => {
  it.each(["access", "refresh"] as const)("by revoking the %s token ends both", async (which) => {
    const connected = await world.connect();
    const answer = await world.post("/oauth/revoke", { client_id: connected.clientId, token: connected[which] });
    expect(answer.status).toBe(200);
    expect(await works(connected.access)).toBe(false);
    expect((await world.refresh(connected.clientId, connected.refresh)).json.error).toBe("invalid_grant");
  });

  it("cannot be caused by another client", async () => {
    const { access, refresh, clientId } = await world.connect();
    const other = await world.client({ client_name: "Saboteur" });
    for (const token of [access, refresh]) await world.post("/oauth/revoke", { client_id: other, token });
    expect(await works(access)).toBe(true);
    expect((await world.refresh(clientId, refresh)).status).toBe(200);
  });

  it("takes effect at once on disconnecting, for this account and app only", async () => {
    const ann = await world.connect();
    const bob = await world.connect({ clientId: ann.clientId });
    const [app] = await world.connectedApps(ann.accountId);
    expect(app).toMatchObject({
      clientId: ann.clientId,
      name: "Helper",
      host: null,
      scopes: ["account:read", "listings:write"],
    });

    expect(await bob.browser.disconnect("unknown")).toBe(false);
    expect(await ann.browser.disconnect(ann.clientId)).toBe(true);
    expect(await world.connectedApps(ann.accountId)).toEqual([]);
    expect(await works(ann.access)).toBe(false);
    expect((await world.refresh(ann.clientId, ann.refresh)).json.error).toBe("invalid_grant");
    expect(await works(bob.access)).toBe(true);
  });

  it.each(["suspended", "deleted"] as const)("applies while the account is %s", async (status) => {
    const { accountId, access, refresh, clientId, browser } = await world.connect();
    const set = (to: "active" | typeof status) => world.deps.store.change((tx) => tx.accounts.setStatus(accountId, to));
    await set(status);
    expect((await world.who(access)).json.code).toBe("unauthenticated");
    expect((await world.refresh(clientId, refresh)).json.error).toBe("invalid_grant");
    const { path, answer } = await browser.follow(world.authorizePath(clientId));
    expect([answer.status, path.split("?")[0]]).toEqual([200, "/sign-in"]);
    await set("active");
    expect(await works(access)).toBe(true);
  });

  it("comes after an hour, with a different error than for an unknown token", async () => {
    const { access } = await world.connect();
    world.advance(3599);
    expect(await works(access)).toBe(true);
    world.advance(2);
    const late = await world.send("/api/v1/me", { headers: { authorization: `Bearer ${access}` } });
    expect([late.status, late.json.code]).toEqual([401, "token_expired"]);
    expect(late.headers["www-authenticate"]).toContain('scope="account:read"');
    expect((await world.who("x".repeat(43))).json.code).toBe("unauthenticated");
  });

  it("is immediate for a token without audience, or of another installation", async () => {
    const { access } = await world.connect();
    const row = (await world.deps.store.oauth.find("AccessToken", hashToken(access)))!;
    const { aud: _, ...payload } = JSON.parse(row.payload);
    await world.deps.store.change((tx) => tx.oauth.put({ ...row, payload: JSON.stringify(payload) }));
    expect((await world.who(access)).status).toBe(401);
    const elsewhere = await createWorld();
    const foreign = await elsewhere.connect();
    await elsewhere.close();
    expect((await world.who(foreign.access)).status).toBe(401);
  });
});

describe("the purge", () => {
  it("keeps what is in use and deletes the rest", async () => {
    const { store } = world.deps;
    const used = await world.connect({ clientId: await world.client({ client_name: "Used" }) });
    const unused = await world.client({ client_name: "Unused" });
    const abandoned = await world.connect({ clientId: await world.client({ client_name: "Abandoned" }) });
    await abandoned.browser.disconnect(abandoned.clientId);
    const isThere = async (id: string) => (await store.oauth.find("Client", id)) !== undefined;

    await world.purge();
    expect(await Promise.all([used.clientId, unused, abandoned.clientId].map(isThere))).toEqual([true, true, true]);

    world.advance(DAY + 60);
    await world.purge();
    expect(await Promise.all([used.clientId, unused, abandoned.clientId].map(isThere))).toEqual([true, false, true]);
    expect(await store.oauth.find("AccessToken", hashToken(used.access))).toBeUndefined();
    const { json } = await world.refresh(used.clientId, used.refresh);
    expect(json.refresh_token).toBeDefined();

    world.advance(30 * DAY);
    await world.purge();
    await world.purge();
    expect(await Promise.all([used.clientId, abandoned.clientId].map(isThere))).toEqual([true, false]);
    expect(await store.oauth.find("RefreshToken", hashToken(used.refresh))).toBeUndefined();
    expect(await store.oauth.find("RefreshToken", hashToken(json.refresh_token))).toBeDefined();

    world.advance(60 * DAY);
    await world.purge();
    expect(await isThere(used.clientId)).toBe(false);
    expect(await world.connectedApps(used.accountId)).toEqual([]);
    expect(world.errors).toEqual([]);
  });
});
