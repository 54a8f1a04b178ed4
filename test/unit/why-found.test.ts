import { describe, expect, it } from "vitest";
import { foldedOf, searchWords, wordsBeginning } from "../../domain/search/search-text.ts";
import { sentencesOf, type WhyFound, whyFound as whyFoundIn } from "../../domain/search/why-found.ts";
import { freshRandom } from "../helpers/random.ts";

const NOTHING = { description: null, features: [], usps: [], keywords: [], evidence: {} };
const whyFound = (query: string) => (said: Parameters<typeof sentencesOf>[0]) => whyFoundIn(query)(sentencesOf(said));
const shown = (found: WhyFound | undefined) =>
  found && [found.sentence.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join(""), found.url];
const PAGE = "https://loafwise.example/";

describe("why a listing was found", () => {
  it("is the sentence with the most query words, in any form, each marked", () => {
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

  it("is the website's statement if it has as many", () => {
    const evidence = { pricing_summary: [{ quote: "Free for one shop.", url: PAGE }] };
    expect(shown(whyFound("shop")({ ...NOTHING, features: ["Shop lists"], evidence }))).toEqual([
      "Free for one [shop].",
      PAGE,
    ]);
  });

  it("is a keyword if no sentence has a query word", () => {
    expect(shown(whyFound("rota")({ ...NOTHING, features: ["Plans"], keywords: ["shift rota"] }))).toEqual([
      "shift [rota]",
      null,
    ]);
  });

  it("is nothing if no sentence has a meaningful query word", () => {
    expect(whyFound("tide")({ ...NOTHING, description: "Bakes bread." })).toBeUndefined();
    expect(whyFound("I need a tide")({ ...NOTHING, description: "All that I need is a bakery." })).toBeUndefined();
  });

  it("shortens long sentences without altering what it shows", () => {
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

  it("considers every word with a query word as prefix, in any spelling", () => {
    const random = freshRandom("why-found");
    const pieces = [
      "sky",
      "Skies",
      "C++",
      "c#",
      ".NET",
      "O'Rei",
      "l’eau",
      "Bäcker",
      "ﬁsh",
      "漢字検索",
      "e-mail",
      "A_B",
      "İs",
      "ß",
    ];
    for (let times = 0; times < 2000; times++) {
      const text = random.sample(pieces, 4).join(random.pick([" ", "", "-", "'", ", "]));
      const all = searchWords(text);
      const begun = random.sample([...all, "fish", "sharp", "x"], 2).map((word) => word.slice(0, random.between(1, 4)));
      const found = wordsBeginning(begun.filter((word) => /^[a-z0-9]+$/.test(word)).concat("sk"))(foldedOf(text));
      const wanted = all.filter((word) =>
        ["sk", ...begun].some((start) => /^[a-z0-9]+$/.test(start) && word.startsWith(start)),
      );
      expect(found, text).toEqual(expect.arrayContaining(wanted));
    }
  });

  it("finds the same sentence and words in plain and other texts", () => {
    const random = freshRandom("plain and not");
    const pieces = ["sky", "Skies", "skiing", "team", "Teams", "teamwork", "y", "night-team", "A_TEAM", "9skies"];
    const textOf = () => random.sample(pieces, 4).join(random.pick([" ", "-", ", ", ". "]));
    for (let times = 0; times < 500; times++) {
      const features = [textOf(), textOf(), textOf()];
      const query = random.sample(["sky", "team", "y", "skiing"], 2).join(" ");
      // A sign that no word has makes a text one that is looked at word by word.
      const plain = shown(whyFound(query)({ ...NOTHING, features }));
      const other = shown(whyFound(query)({ ...NOTHING, features: features.map((text) => `${text} ’`) }));
      expect(plain?.[0], query).toBe(other?.[0]?.replace(/ ’$/, ""));
    }
  });
});
