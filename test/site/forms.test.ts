import { describe, expect, it } from "vitest";
import { returnPath } from "../../site/kit/site.ts";
import { readForms } from "../browser/routes.ts";
import { createWorld, member, PASSWORD } from "./world.ts";

const world = await createWorld();

describe("a form", () => {
  it("of any page is refused without its token and from another site", async () => {
    const forms = await readForms(world.deps);
    expect(forms.length).toBeGreaterThan(150);
    const ann = await member(world, "ann@people.example");
    const before = world.store.version();
    const origin = world.url;
    const accepted: unknown[] = [];
    const send = async (path: string, form: { csrf?: string }, headers?: Record<string, string>) => {
      const { status } = await ann.post(path, form, headers);
      if (status !== 403) accepted.push([path, form, headers, status]);
    };
    for (const path of [...forms, "/nowhere"]) {
      await send(path, { csrf: "" });
      await send(path, { csrf: "x".repeat(43) });
      await send(path, {}, { "sec-fetch-site": "cross-site", origin: "https://evil.example" });
    }
    for (const headers of [
      { "sec-fetch-site": "cross-site", origin },
      { "sec-fetch-site": "same-site", origin },
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site", origin: "null" },
      {},
    ])
      await send("/sign-in", {}, headers as Record<string, string>);
    expect(accepted).toEqual([]);
    expect(world.store.version()).toBe(before);
    expect((await ann.get("/account")).status).toBe(200);
  });

  it("is taken from a page of the site, also by browsers that send only an Origin", async () => {
    const visitor = world.visitor();
    for (const headers of [
      { "sec-fetch-site": "same-origin", origin: world.url },
      { origin: world.url },
      { "sec-fetch-site": "same-origin", origin: "null" },
    ]) {
      await visitor.get("/sign-in");
      expect(
        (
          await visitor.post(
            "/sign-in",
            { email: "x@people.example", password: "wrong" },
            headers as Record<string, string>,
          )
        ).status,
      ).toBe(400);
    }
  });

  it("of one visitor is worth nothing to another", async () => {
    const one = world.visitor();
    const other = world.visitor();
    await one.get("/sign-in");
    await other.get("/sign-in");
    expect((await other.post("/sign-in", { csrf: one.csrf, email: "x@people.example", password: "x" })).status).toBe(
      403,
    );
  });

  it("changes its token when somebody signs in, and the old cookie is over", async () => {
    const eve = world.visitor();
    await eve.signUp("eve@people.example");
    await eve.get("/sign-in");
    const before = { csrf: eve.csrf, sid: eve.cookies.get("sid") };
    await eve.post("/sign-in", { email: "eve@people.example", password: PASSWORD });
    await eve.get("/account");
    expect(eve.cookies.get("sid")).not.toBe(before.sid);
    expect(eve.csrf).not.toBe(before.csrf);
    const fixed = world.visitor();
    fixed.cookies.set("sid", before.sid!);
    expect((await fixed.get("/account")).location).toMatch(/^\/sign-in/);
  });
});

describe("headers", () => {
  const directives = (policy: string | null) =>
    new Map((policy ?? "").split(";").map((part) => [part.trim().split(" ")[0], part.trim()]));

  it("of a page hold a strict policy", async () => {
    const { headers } = await world.visitor().get("/");
    const policy = directives(headers.get("content-security-policy"));
    expect(policy.get("default-src")).toBe("default-src 'none'");
    expect(policy.get("script-src")).toBe("script-src 'self'");
    expect(policy.get("style-src")).toBe("style-src 'self'");
    expect(policy.get("form-action")).toBe("form-action 'self'");
    expect(policy.get("frame-ancestors")).toBe("frame-ancestors 'none'");
    expect(policy.get("base-uri")).toBe("base-uri 'none'");
    expect(headers.get("content-security-policy")).not.toMatch(/unsafe|\*/);
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("strict-transport-security")).toBeNull();
  });

  it.each(["/sign-in", "/sign-up", "/forgot"])("of %s let the way go on to another site", async (path) => {
    const { headers } = await world.visitor().get(path);
    const policy = directives(headers.get("content-security-policy"));
    expect(policy.has("form-action")).toBe(false);
    expect(policy.get("default-src")).toBe("default-src 'none'");
    expect(headers.get("cross-origin-opener-policy")).toBeNull();
  });

  it("keep what a signed-in person sees out of every cache", async () => {
    const ann = await member(world, "cache@people.example");
    for (const path of ["/account", "/"]) {
      const { headers } = await ann.get(path);
      expect(headers.get("cache-control")).toBe("private, no-store");
      expect(headers.get("etag")).toBeNull();
    }
    expect((await world.visitor().get("/")).headers.get("cache-control")).toBe("public, max-age=60");
  });

  it("ask for https where the site has it, with a cookie that only https sees", async () => {
    const secure = await createWorld({ env: { BASE_URL: "https://debut.example" } });
    const visitor = secure.visitor();
    const { headers } = await visitor.get("/sign-in");
    expect(headers.get("strict-transport-security")).toMatch(/^max-age=31536000$/);
    expect(headers.get("set-cookie")).toMatch(/^__Host-sid=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    await secure.close();
  });
});

describe("the way back after signing in", () => {
  it.each(["/account/keys/new", "/interaction/abc?x=1", "/"])("may be %s", async (path) => {
    const email = `back${path.length}@people.example`;
    await world.visitor().signUp(email);
    expect((await world.visitor().signIn(email, { returnTo: path })).location).toBe(path);
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "https://evil.example",
    "/\t/evil.example",
    "",
    "/sign-out",
    `/${"x".repeat(3000)}`,
  ])("is never %j", async (path) => {
    expect(returnPath(path)).toBe("/account");
    const email = "nowhere@people.example";
    await world.visitor().signUp(email);
    expect((await world.visitor().signIn(email, { returnTo: path })).location).toBe("/account");
  });
});
