import { describe, expect, it } from "vitest";
import { claimSiteOf } from "../../crawler/claim-site.ts";
import { CLAIM_METHODS, claimStatus, outcomeOf } from "../../domain/listings/claim.ts";

const stranger = { isMember: false, hasTeam: true, isVerified: false, isPaid: false };

describe("a proven claim", () => {
  it.each(CLAIM_METHODS)("by %s gives a listing without a team to the claimant", (method) => {
    expect(outcomeOf(method, { ...stranger, hasTeam: false })).toBe("take_over");
    expect(outcomeOf(method, { ...stranger, hasTeam: false, isVerified: true })).toBe("take_over");
  });
  it.each(CLAIM_METHODS)("by %s verifies the claimant's own listing", (method) => {
    expect(outcomeOf(method, { ...stranger, isMember: true, isPaid: true })).toBe("verify");
  });
  it.each([
    ["dns", "take_over"],
    ["meta", "take_over"],
    ["file", "take_over"],
    ["email", "review"],
  ] as const)("by %s against a team that has proven nothing: %s", (method, outcome) => {
    expect(outcomeOf(method, stranger)).toBe(outcome);
  });
  it.each(CLAIM_METHODS)("by %s needs a review if there is another proof or a payment", (method) => {
    expect(outcomeOf(method, { ...stranger, isVerified: true })).toBe("review");
    expect(outcomeOf(method, { ...stranger, isPaid: true })).toBe("review");
  });
});

it("a claim expires when its time is up, and only while it is pending", () => {
  const expiresAt = new Date("2026-12-01T00:00:00Z");
  const at = (status: "pending" | "verified", ms: number) =>
    claimStatus({ status, expiresAt }, new Date(expiresAt.getTime() + ms));
  expect([at("pending", -1), at("pending", 0), at("verified", 1)]).toEqual(["pending", "expired", "verified"]);
});

describe("the methods to claim a website", () => {
  it.each([
    ["https://acme.com/", "acme.com", []],
    ["https://www.app.acme.co.uk/en/", "acme.co.uk", []],
    ["https://acme.io/product", "acme.io", []],
    ["https://ann.github.io/", "ann.github.io", ["dns", "email"]],
    ["https://acme.vercel.app/", "acme.vercel.app", ["dns", "email"]],
    ["https://github.com/ann/tool", "github.com", ["dns", "file", "email"]],
    ["https://apps.apple.com/us/app/x/id1", "apple.com", ["dns", "file", "email"]],
    ["https://gmail.com/", "gmail.com", ["email"]],
    ["https://tuta.com/", "tuta.com", ["email"]],
    ["https://proton.me/", "proton.me", ["email"]],
  ])("%s: %s, not by %j", (url, domain, refused) => {
    const site = claimSiteOf(url);
    expect([site.domain, Object.keys(site.refusals)]).toEqual([domain, refused]);
  });
  it("ask for a file at the listed host", () => {
    expect(claimSiteOf("https://app.acme.com/start?x=1").file).toBe("https://app.acme.com/.well-known/debut-claim.txt");
  });
});
