import { describe, expect, it } from "vitest";
import { completeness, type DraftContent, emptyContent, type FieldState } from "../../domain/drafts/draft.ts";
import { type DraftedParts, editDraft, fillDraft, redraft } from "../../domain/drafts/edit-draft.ts";

const NOW = new Date("2026-11-18T10:00:00Z");
const evidence = [{ quote: "Charts for everyone", url: "https://acme.example/" }];
const found: DraftedParts = {
  fields: { tagline: { value: "Charts for everyone", evidence } },
  faqs: [{ question: "Why?", answer: "Because." }],
  founders: [],
  companySocials: { x: "https://x.com/acme" },
  seo: { title: null, meta: null },
};
const drafted = fillDraft(emptyContent(), found, NOW);
const tagline = (content: DraftContent) => content.fields.tagline!;

describe("the state table of a field", () => {
  const cases: [string, DraftContent, FieldState, string | null][] = [
    ["evidence found", drafted, "ai", "Charts for everyone"],
    ["nothing found", fillDraft(emptyContent(), { ...found, fields: {} }, NOW), "not_found", null],
    ["set over an original", editDraft(drafted, { fields: { tagline: "Mine" } }, NOW), "edited", "Mine"],
    [
      "set with no original",
      editDraft(fillDraft(emptyContent(), { ...found, fields: {} }, NOW), { fields: { tagline: "Mine" } }, NOW),
      "manual",
      "Mine",
    ],
    ["set before drafting", editDraft(emptyContent(), { fields: { tagline: "Mine" } }, NOW), "manual", "Mine"],
    ["set to null", editDraft(drafted, { fields: { tagline: null } }, NOW), "deleted", null],
    ["locked", editDraft(drafted, { lock: ["tagline"] }, NOW), "override", "Charts for everyone"],
    [
      "set and locked at once",
      editDraft(drafted, { fields: { tagline: "Mine" }, lock: ["tagline"] }, NOW),
      "override",
      "Mine",
    ],
    ["locked empty: keep blank", editDraft(emptyContent(), { lock: ["tagline"] }, NOW), "override", null],
    [
      "set while locked",
      editDraft(editDraft(drafted, { lock: ["tagline"] }, NOW), { fields: { tagline: "Mine" } }, NOW),
      "override",
      "Mine",
    ],
    [
      "restored after an edit",
      editDraft(editDraft(drafted, { fields: { tagline: "Mine" } }, NOW), { restore: ["tagline"] }, NOW),
      "ai",
      "Charts for everyone",
    ],
    [
      "restored after a lock",
      editDraft(editDraft(drafted, { lock: ["tagline"] }, NOW), { restore: ["tagline"] }, NOW),
      "ai",
      "Charts for everyone",
    ],
    [
      "restored after a removal",
      editDraft(editDraft(drafted, { fields: { tagline: null } }, NOW), { restore: ["tagline"] }, NOW),
      "ai",
      "Charts for everyone",
    ],
    [
      "unlocked with the original",
      editDraft(editDraft(drafted, { lock: ["tagline"] }, NOW), { unlock: ["tagline"] }, NOW),
      "ai",
      "Charts for everyone",
    ],
    [
      "unlocked after an edit",
      editDraft(
        editDraft(drafted, { fields: { tagline: "Mine" }, lock: ["tagline"] }, NOW),
        { unlock: ["tagline"] },
        NOW,
      ),
      "edited",
      "Mine",
    ],
    [
      "unlocked without an original",
      editDraft(
        editDraft(emptyContent(), { fields: { tagline: "Mine" }, lock: ["tagline"] }, NOW),
        { unlock: ["tagline"] },
        NOW,
      ),
      "manual",
      "Mine",
    ],
    [
      "unlocked after a removal",
      editDraft(
        editDraft(drafted, { fields: { tagline: null }, lock: ["tagline"] }, NOW),
        { unlock: ["tagline"] },
        NOW,
      ),
      "deleted",
      null,
    ],
    [
      "unlocked when nothing was ever found",
      editDraft(editDraft(emptyContent(), { lock: ["tagline"] }, NOW), { unlock: ["tagline"] }, NOW),
      "not_found",
      null,
    ],
    ["unlocked without a lock", editDraft(drafted, { unlock: ["tagline"] }, NOW), "ai", "Charts for everyone"],
    [
      "restored without an original",
      editDraft(editDraft(emptyContent(), { fields: { tagline: "Mine" } }, NOW), { restore: ["tagline"] }, NOW),
      "not_found",
      null,
    ],
  ];
  it.each(cases)("%s", (_name, content, state, value) => {
    expect(tagline(content)).toMatchObject({ state, value });
  });

  it("keeps quotes only with the drafted value", () => {
    expect(tagline(drafted).evidence).toEqual(evidence);
    const edited = editDraft(drafted, { fields: { tagline: "Mine" } }, NOW);
    expect(tagline(edited).evidence).toEqual([]);
    const typedAgain = editDraft(edited, { fields: { tagline: "Charts for everyone" } }, NOW);
    expect(tagline(typedAgain)).toMatchObject({ state: "edited", evidence });
    expect(
      tagline(editDraft(editDraft(drafted, { fields: { tagline: "Mine" } }, NOW), { restore: ["tagline"] }, NOW))
        .evidence,
    ).toEqual(evidence);
  });
});

describe("drafting while somebody edits", () => {
  it("keeps what the person set, and adds the original for restore", () => {
    const edited = editDraft(emptyContent(), { fields: { tagline: "Mine" }, faqs: [] }, NOW);
    const filled = fillDraft(edited, found, NOW);
    expect(tagline(filled)).toMatchObject({ value: "Mine", state: "edited", aiValue: "Charts for everyone" });
    expect(filled.faqs).toEqual([]);
    expect(filled.companySocials).toEqual({ x: "https://x.com/acme" });
  });

  it("adds the quotes to a typed value that equals the website's", () => {
    const typed = editDraft(emptyContent(), { fields: { tagline: "Charts for everyone" } }, NOW);
    expect(tagline(fillDraft(typed, found, NOW))).toMatchObject({ state: "edited", evidence });
  });

  it("leaves a locked blank blank", () => {
    const filled = fillDraft(editDraft(emptyContent(), { lock: ["tagline"] }, NOW), found, NOW);
    expect(tagline(filled)).toMatchObject({ value: null, state: "override" });
  });
});

describe("redraft", () => {
  const better = {
    tagline: { value: "Better charts", evidence: [{ quote: "Better charts", url: "https://acme.example/a" }] },
  };
  it("replaces the value, and restore brings back what was drafted first", () => {
    const content = redraft(
      editDraft(drafted, { fields: { tagline: "Mine" } }, NOW),
      ["tagline"],
      { fields: better },
      NOW,
    );
    expect(tagline(content)).toMatchObject({ value: "Better charts", aiValue: "Better charts", state: "ai" });
    const best = { tagline: { value: "Best charts", evidence: [] } };
    const again = redraft(content, ["tagline"], { fields: best }, NOW);
    expect(editDraft(again, { restore: ["tagline"] }, NOW).fields).toEqual(drafted.fields);
    const late = redraft(
      fillDraft(emptyContent(), { ...found, fields: {} }, NOW),
      ["tagline"],
      { fields: better },
      NOW,
    );
    expect(tagline(editDraft(late, { restore: ["tagline"] }, NOW)).value).toBe("Better charts");
  });
  it("keeps the current value if nothing was found, and never touches a locked field", () => {
    expect(redraft(drafted, ["tagline"], { fields: {} }, NOW)).toEqual(drafted);
    const locked = editDraft(drafted, { lock: ["tagline"] }, NOW);
    expect(redraft(locked, ["tagline"], { fields: better }, NOW)).toEqual(locked);
  });
});

it("story sections merge, and an empty text removes one", () => {
  const one = editDraft(emptyContent(), { story: { problem: "Pain", journey: "Long" } }, NOW);
  expect(editDraft(one, { story: { journey: "", lessons: "Many" } }, NOW).story).toEqual({
    problem: "Pain",
    lessons: "Many",
  });
});

it("completeness counts required and recommended fields", () => {
  expect(completeness(emptyContent())).toMatchObject({ percent: 0 });
  const some = editDraft(
    emptyContent(),
    { fields: { name: "Acme", tagline: "T", short_description: "S", description: "D", categories: ["Web analytics"] } },
    NOW,
  );
  expect(completeness(some)).toMatchObject({ requiredMissing: [], percent: 42 });
});
