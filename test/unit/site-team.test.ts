import { describe, expect, it } from "vitest";
import { LISTING_STATUSES } from "../../domain/listings/listing.ts";
import { MODERATION_STEPS, moderate, stepsFor } from "../../domain/moderation/moderation.ts";
import { AUDIT_KINDS, auditDifference } from "../../domain/site/audit.ts";

describe("the audit log", () => {
  it("keeps only differences", () => {
    expect(auditDifference({ a: 1, b: "x" }, { a: 2, b: "x" })).toEqual({ before: { a: 1 }, after: { a: 2 } });
    expect(auditDifference({ a: null }, { a: null, b: null })).toBeUndefined();
    expect(auditDifference({}, { a: false })).toEqual({ before: {}, after: { a: false } });
    expect(auditDifference({ a: "x" }, {})).toEqual({ before: { a: "x" }, after: {} });
  });

  it("shortens long texts, and still detects a change at their end", () => {
    const text = "word ".repeat(100);
    const { before, after } = auditDifference({ text }, { text: `${text}end` })!;
    expect(before.text).toMatch(/^word .*… \(500 characters\)$/);
    expect(after.text).toMatch(/\(503 characters\)$/);
  });

  it("names a kind of object for each action", () => {
    expect(AUDIT_KINDS).toContain("listing");
    expect(new Set(AUDIT_KINDS).size).toBe(AUDIT_KINDS.length);
  });
});

describe("moderation", () => {
  const base = { plan: "none", launchedAt: null, launchWeek: null, statusBefore: null } as const;

  it.each(LISTING_STATUSES)("%s allows only its own steps", (status) => {
    for (const step of MODERATION_STEPS)
      expect(moderate({ ...base, status }, step, null) !== undefined).toBe(stepsFor(status).includes(step));
  });

  it("remembers the status of a listing through all decisions", () => {
    const held = moderate({ ...base, status: "paused" }, "review", null)!;
    expect(held).toEqual({ status: "pending_review", statusReason: null, statusBefore: "paused" });
    const rejected = moderate({ ...base, ...held }, "reject", "No.")!;
    const suspended = moderate({ ...base, ...rejected }, "suspend", "Worse.")!;
    expect(suspended).toEqual({ status: "suspended", statusReason: "Worse.", statusBefore: "paused" });
    expect(moderate({ ...base, ...suspended }, "restore", null)).toEqual({
      status: "paused",
      statusReason: null,
      statusBefore: null,
    });
  });

  it("derives the status of a listing that was held before statuses were stored", () => {
    const letGo = (facts: object) => moderate({ ...base, status: "suspended", ...facts }, "restore", null)!.status;
    expect(letGo({ launchedAt: new Date(0) })).toBe("live");
    expect(letGo({})).toBe("draft");
    expect(letGo({ launchWeek: "2026-11-16", plan: "free" })).toBe("awaiting_badge");
    expect(letGo({ launchWeek: "2026-11-16", plan: "launch" })).toBe("scheduled");
  });
});
