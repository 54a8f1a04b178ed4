import { describe, expect, it } from "vitest";
import { readSettings } from "../../core/settings/config.ts";

describe("readSettings", () => {
  it("requires no variables", () => {
    expect(readSettings({})).toMatchObject({
      HOST: "127.0.0.1",
      PORT: 3000,
      BASE_URL: "http://127.0.0.1:3000",
      SITE_TIMEZONE: "UTC",
      TRUSTED_PROXIES: [],
    });
  });
  it("counts an empty variable as absent and ignores others", () => {
    expect(readSettings({ SMTP_URL: "", HOME: "/root" }).SMTP_URL).toBeUndefined();
  });
  it("accepts lists, and an origin with or without a slash", () => {
    expect(
      readSettings({ TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8", BASE_URL: "https://debut.example/" }),
    ).toMatchObject({
      TRUSTED_PROXIES: ["127.0.0.1", "10.0.0.0/8"],
      BASE_URL: "https://debut.example",
    });
  });
  it("takes the seller's country by its code or by its name in any language", () => {
    const typed = ["de", "Deutschland", "Germany", "Allemagne"];
    expect(typed.map((SELLER_COUNTRY) => readSettings({ SELLER_COUNTRY }).SELLER_COUNTRY)).toEqual(
      typed.map(() => "DE"),
    );
    expect(() => readSettings({ SELLER_COUNTRY: "Atlantis" })).toThrow(/SELLER_COUNTRY/);
  });
  it.each([
    [{ PORT: "70000" }, /PORT/],
    [{ SITE_TIMEZONE: "Mars/Base" }, /SITE_TIMEZONE: Must be an IANA time zone/],
    [{ BASE_URL: "ftp://x.example" }, /BASE_URL/],
    [{ BASE_URL: "https://x.example/sub" }, /without a path/],
    [{ PORT: "x", SMTP_URL: "http://mail" }, /PORT[\s\S]*SMTP_URL/],
  ])("refuses %j and names it", (env, message) =>
    expect(() => readSettings(env as Record<string, string>)).toThrow(message),
  );
});

it.each([
  [{ MODEL_URL: "http://127.0.0.1:11434/v1" }, "MODEL_NAME: Name a model of this server."],
  [{ MODEL_URL: "https://proxy.example/v1/messages" }, "MODEL_KEY: Anthropic's API needs a key."],
])("refuses the model %o", (env, message) => {
  expect(() => readSettings(env)).toThrow(message);
});

it("refuses sign-in providers that are reached without https, except on this machine", () => {
  const issuer = (OIDC_ISSUER: string) =>
    readSettings({ OIDC_ISSUER, OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "secret" }).OIDC_ISSUER;
  expect(() => issuer("login.example")).toThrow("OIDC_ISSUER: Must be an http or https URL.");
  expect(() => issuer("http://login.example")).toThrow("OIDC_ISSUER: Must be an https address.");
  expect(issuer("http://localhost:8080/realms/team")).toBe("http://localhost:8080/realms/team");
});
