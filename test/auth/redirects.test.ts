import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Browser, createWorld, REDIRECT } from "./helper.ts";

let connected: Browser;

const world = await createWorld();
const clientId = await world.client();
({ browser: connected } = await world.connect({ clientId }));

describe("the error of an authorization request", () => {
  const toClient: [string, Record<string, string | undefined>, string][] = [
    ["no PKCE", { code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
    ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["a challenge without method", { code_challenge_method: undefined }, "invalid_request"],
    ["response_type token", { response_type: "token" }, "unsupported_response_type"],
    ["response_type id_token", { response_type: "id_token" }, "unsupported_response_type"],
    ["response_type code id_token", { response_type: "code id_token" }, "unsupported_response_type"],
    ["a request object", { request: "eyJhbGciOiJub25lIn0.e30." }, "request_not_supported"],
    ["a request_uri", { request_uri: "https://client.example/request" }, "request_uri_not_supported"],
    ["prompt=none", { prompt: "none" }, "login_required"],
    ["a foreign resource", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["a resource with a fragment", { resource: "{base}/mcp#x" }, "invalid_target"],
    ["a resource with a query", { resource: "{base}/mcp?utm=1" }, "invalid_target"],
    ["the bare origin as resource", { resource: "{base}" }, "invalid_target"],
    ["a path below a resource", { resource: "{base}/mcp/other" }, "invalid_target"],
  ];
  const filledPath = (change: Record<string, string | undefined>) =>
    world.authorizePath(
      clientId,
      Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value?.replace("{base}", world.base)])),
    );

  it.each(toClient)(
    "%s goes back to an app that the person connected, with iss and state",
    async (_name, change, error) => {
      const { location, status } = await connected.get(filledPath(change));
      expect(status).toBe(303);
      // Fragment response modes are the default of hybrid response types.
      const back = new URLSearchParams(location?.hash ? location.hash.slice(1) : location?.search);
      expect(location?.href.startsWith(REDIRECT)).toBe(true);
      expect(Object.fromEntries(back)).toMatchObject({ iss: world.base, state: "st4te" });
      // Somebody is signed in here, but prompt=none lets nobody be asked for consent.
      expect(back.get("error")).toBe(error === "login_required" ? "consent_required" : error);
    },
  );

  it.each(toClient)("%s ends on a page when the person never connected the app", async (_name, change, error) => {
    const own = await world.browser(await world.account(`stranger-${randomUUID()}`));
    for (const someone of [await world.browser(), own]) {
      const answer = await someone.get(filledPath(change));
      expect([answer.status, answer.location]).toEqual([400, undefined]);
      expect(answer.text).toContain("<strong>client.example</strong>");
      const link = new URL(/href="(https:\/\/client.example[^"]+)"/.exec(answer.text)![1]!.replaceAll("&amp;", "&"));
      expect(link.href.startsWith(REDIRECT)).toBe(true);
      expect(Object.fromEntries(link.searchParams)).toMatchObject({ iss: world.base, state: "st4te" });
      expect(link.searchParams.get("error")).toMatch(error === "login_required" ? /^(login|consent)_required$/ : error);
    }
  });

  it("never leads on to an address that the client did not register", async () => {
    const answer = await connected.get(
      world.authorizePath(clientId, { redirect_uri: "https://evil.example/", code_challenge: undefined }),
    );
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain("evil.example");
  });
});
