import { describe, expect, it } from "vitest";
import { type WhyFound, whyFound } from "../../domain/why-found.ts";

const NOTHING = { description: null, features: [], usps: [], keywords: [], evidence: {} };
const shown = (found: WhyFound | undefined) =>
  found && [found.sentence.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join(""), found.url];
const PAGE = "https://loafwise.example/";

describe("why a listing was found", () => {
  it("is the sentence with most words of the query, in any form, each marked", () => {
    const said = {
      ...NOTHING,
      description: "It bakes. The sheet for tomorrow starts from what was left in each shop today.",
      features: ["Shop lists"],
    };
    expect(shown(whyFound("plan tomorrow’s baking for three shops")(said))).toEqual([
      "The sheet for [tomorrow] starts from what was left in each [shop] today.",
      null,
    ]);
  });

  it("is what the website states, if that has as many", () => {
    const evidence = { pricing_summary: [{ quote: "Free for one shop.", url: PAGE }] };
    expect(shown(whyFound("shop")({ ...NOTHING, features: ["Shop lists"], evidence }))).toEqual([
      "Free for one [shop].",
      PAGE,
    ]);
  });

  it("is a keyword where no sentence has a word of the query", () => {
    expect(shown(whyFound("rota")({ ...NOTHING, features: ["Plans"], keywords: ["shift rota"] }))).toEqual([
      "shift [rota]",
      null,
    ]);
  });

  it("is nothing where no sentence has a word of the query, or only words that tell nothing", () => {
    expect(whyFound("tide")({ ...NOTHING, description: "Bakes bread." })).toBeUndefined();
    expect(whyFound("I need a tide")({ ...NOTHING, description: "All that I need is a bakery." })).toBeUndefined();
  });

  it("keeps long sentences short, and every letter of what it shows", () => {
    const quote = `Ein Bäcker ${"und noch einer ".repeat(30)}`;
    const found = whyFound("bäcker")({ ...NOTHING, evidence: { tagline: [{ quote, url: PAGE }] } })!;
    const text = found.sentence.map((part) => part.text).join("");
    expect(text.length).toBeLessThanOrEqual(180);
    expect(quote.startsWith(text.slice(0, -1))).toBe(true);
    expect(found.sentence[1]).toEqual({ text: "Bäcker", isMarked: true });
  });

  it.each([
    ["c++ compilers", "Written in C++.", "Written in C++."],
    ["dotnet", "Runs on .NET only.", "Runs on .NET only."],
    ["oreilly", "Read O'Reilly first.", "Read [O'Reilly] first."],
    ["sky", "Blue skies ahead.", "Blue [skies] ahead."],
    ["backer", "Für Bäcker.", "Für [Bäcker]."],
    ["sign-in", "A SIGN_IN page.", "A [SIGN]_IN page."],
  ])("has the words of %s in the spelling of the sentence", (query, text, wanted) => {
    expect(shown(whyFound(query)({ ...NOTHING, features: ["Nothing", text] }))?.[0]).toBe(wanted);
  });
});
