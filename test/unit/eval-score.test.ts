import { describe, expect, it } from "vitest";
import { type Drafted, NOTHING_DRAFTED } from "../../drafting/drafter.ts";
import { inventedBy, trappedIn } from "../../scripts/eval/invented.ts";
import { byField, groupsBy, overall, type Report, sitesRight } from "../../scripts/eval/report.ts";
import { score } from "../../scripts/eval/score.ts";
import { blanks, precision, recall } from "../../scripts/eval/tally.ts";
import type { Truth } from "../../scripts/eval/truth.ts";
import { crawledSite } from "../helpers/crawled-site.ts";

type Values = Partial<Record<keyof Drafted["fields"], string | string[]>>;

function draft(values: Values, rest: Partial<Drafted> = {}): Drafted {
  const fields = Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { value, evidence: [] }]));
  return { ...NOTHING_DRAFTED, fields, ...rest };
}
const founder = (name: string) => ({ name, title: null, bio: null, evidence: [] });
const truth = (facts: Partial<Truth>): Truth => ({ url: "https://acme.com/", language: "en", ...facts });
const tally = (facts: Partial<Truth>, drafted: Drafted, field: string) => score(truth(facts), drafted).fields[field];

const NONE = { right: 0, wrong: 0, found: 0, missed: 0, blank: 0, filled: 0 };

describe("a field of one value", () => {
  it.each<[string, Partial<Truth>, Values, object]>([
    ["right", { name: ["Acme"] }, { name: "ACME®" }, { right: 1, found: 1 }],
    ["wrong and missed", { name: ["Acme"] }, { name: "Globex" }, { wrong: 1, missed: 1 }],
    ["missed", { name: ["Acme"] }, {}, { missed: 1 }],
    ["kept blank", { name: null }, {}, { blank: 1 }],
    ["filled although the site does not say", { name: [] }, { name: "Acme" }, { wrong: 1, filled: 1 }],
  ])("is %s", (_, facts, values, outcome) => {
    expect(tally(facts, draft(values), "name")).toEqual({ ...NONE, ...outcome });
  });

  it("rejects a name that only contains the right one", () => {
    expect(tally({ name: ["Acme"] }, draft({ name: "Acme Holding" }), "name")).toMatchObject({ wrong: 1, missed: 1 });
    expect(tally({ name: ["Acme Authenticator"] }, draft({ name: "Acme" }), "name")).toMatchObject({ wrong: 1 });
    expect(tally({ city: ["Tartu"] }, draft({ city: "50411 Tartu" }), "city")).toMatchObject({ wrong: 1 });
  });

  it("accepts most of a slogan, but not a single word", () => {
    const facts = { tagline: ["Simple and private web analytics"] };
    expect(tally(facts, draft({ tagline: "Simple and private web analytics." }), "tagline")).toMatchObject({
      right: 1,
    });
    expect(tally(facts, draft({ tagline: "private web analytics" }), "tagline")).toMatchObject({ right: 1 });
    expect(tally(facts, draft({ tagline: "analytics" }), "tagline")).toMatchObject({ wrong: 1 });
  });

  it("accepts a description with an accepted statement", () => {
    const facts = { description: ["counts visits without cookies"] };
    const says = (text: string) => tally(facts, draft({ short_description: text }), "short_description");
    expect(says("Acme counts visits without cookies. It is quick.")).toMatchObject({ right: 1 });
    expect(says("Acme counts visits.")).toMatchObject({ wrong: 1 });
  });

  it("is not scored without a truth or with an allowed value", () => {
    expect(tally({}, draft({ name: "Acme" }), "name")).toBeUndefined();
    const facts = { pricing_model: null, allowed: { pricing_model: ["open_source"] } };
    expect(tally(facts, draft({ pricing_model: "open_source" }), "pricing_model")).toBeUndefined();
    expect(tally(facts, draft({ pricing_model: "free" }), "pricing_model")).toMatchObject({ wrong: 1, filled: 1 });
  });
});

describe("features", () => {
  const facts = { features: ["Kanban boards", "Automatic actions"], more_features: ["Dark mode"] };

  it("are right if they are features, even if not expected", () => {
    const lines = ["Kanban boards", "Dark mode", "Automatic actions: change the assignee when a card moves"];
    expect(tally(facts, draft({ features: lines }), "features")).toEqual({ ...NONE, right: 3, found: 2 });
  });

  it("are wrong as price lines, headings, calls to action and lines that only mention a feature", () => {
    const lines = [
      "Kanban boards from $9",
      "Why Acme",
      "Try it for free",
      "Everybody who ever moved cards over kanban boards knows how that feels",
    ];
    expect(tally(facts, draft({ features: lines }), "features")).toEqual({ ...NONE, wrong: 4, found: 1, missed: 1 });
  });

  it("are also compared word by word in Japanese", () => {
    const said = { features: ["撮影情報を手動入力"], more_features: [] };
    expect(tally(said, draft({ features: ["フィルム写真の撮影情報を手動入力", "料金プラン"] }), "features")).toEqual({
      ...NONE,
      right: 1,
      wrong: 1,
      found: 1,
    });
  });

  it("have no precision unless the truth names all of them", () => {
    const lines = draft({ features: ["Kanban boards", "Whatever"] });
    expect(tally({ features: ["Kanban boards"] }, lines, "features")).toEqual({ ...NONE, found: 1 });
    expect(tally({ features: [], more_features: [] }, lines, "features")).toEqual({ ...NONE, wrong: 2, filled: 1 });
  });
});

describe("prices", () => {
  const facts = {
    pricing_summary: {
      needed: [
        ["9,90|9.90", "€|EUR", "Monat"],
        ["19,90", "€", "Monat"],
      ],
      allowed: [["kostenlos", "14 Tage"]],
    },
  };
  const summary = (text: string) => tally(facts, draft({ pricing_summary: text }), "pricing_summary");

  it("are right with amount, currency and period", () => {
    expect(summary("Start 9,90 € pro Monat; Profi 19,90 €/Monat; 14 Tage kostenlos")).toEqual({
      ...NONE,
      right: 3,
      found: 2,
    });
  });

  it.each([
    ["another amount", "119,90 € pro Monat"],
    ["another currency", "19,90 $ pro Monat"],
    ["another period", "19,90 € pro Jahr"],
    ["a longer number", "19,900 € pro Monat"],
    ["praise", "Das Beste für Ihr Team"],
  ])("are wrong with %s", (_, text) => {
    expect(summary(text)).toEqual({ ...NONE, wrong: 1, missed: 2 });
  });
});

describe("sets", () => {
  it("compares founders by their whole names", () => {
    const facts = { founders: [{ name: "Ada Lovelace" }, { name: "Grace Hopper" }] };
    const drafted = draft({}, { founders: [founder("Ada Lovelace"), founder("Grace")] });
    expect(tally(facts, drafted, "founders")).toEqual({ ...NONE, right: 1, wrong: 1, found: 1, missed: 1 });
  });

  it("counts an allowed founder neither as right nor as wrong", () => {
    const facts = { founders: [], allowed: { founders: ["Ada Lovelace"] } };
    const named = (name: string) => tally(facts, draft({}, { founders: [founder(name)] }), "founders");
    expect(named("Ada Lovelace")).toEqual({ ...NONE, blank: 1 });
    expect(named("Grace Hopper")).toEqual({ ...NONE, wrong: 1, filled: 1 });
  });

  it("compares profiles exactly, treating twitter.com as X", () => {
    const facts = { socials: { x: "twitter.com/acme", github: ["github.com/acme", "github.com/acme/app"] } };
    const drafted = draft({}, { companySocials: { x: "https://x.com/Acme", github: "https://github.com/acme/site" } });
    expect(tally(facts, drafted, "socials")).toEqual({ ...NONE, right: 1, wrong: 1, found: 1, missed: 1 });
  });

  it("requires one of the accepted categories", () => {
    const facts = { categories: ["Invoicing", "Accounting"] };
    expect(tally(facts, draft({ categories: ["Accounting", "CRM"] }), "categories")).toEqual({
      ...NONE,
      right: 1,
      wrong: 1,
      found: 1,
    });
    expect(tally(facts, draft({}), "categories")).toEqual({ ...NONE, missed: 1 });
  });

  it("requires exactly the keywords that the site states", () => {
    expect(tally({ keywords: ["web analytics"] }, draft({ keywords: ["Web analytics", "SEO"] }), "keywords")).toEqual({
      ...NONE,
      right: 1,
      wrong: 1,
      found: 1,
    });
    expect(tally({ keywords: [] }, draft({ keywords: ["SEO"] }), "keywords")).toEqual({ ...NONE, wrong: 1, filled: 1 });
  });
});

describe("false statements", () => {
  const site = crawledSite([{ title: "Acme", body: "<p>Plans start at $9 per month.</p>" }]);
  const saying = (quote: string): Drafted => ({
    ...NOTHING_DRAFTED,
    fields: { pricing_summary: { value: "$9 per month", evidence: [{ quote, url: "https://acme.com/" }] } },
  });

  it("are values without a quote, or whose quote is not on the page", () => {
    expect(inventedBy(site, saying("start at $9 per month"))).toEqual([]);
    expect(inventedBy(site, saying("start at $8 per month"))).toHaveLength(1);
    expect(inventedBy(site, draft({ name: "Acme" }))).toHaveLength(1);
    expect(inventedBy(site, draft({}, { companySocials: { x: "https://x.com/acme" } }))).toHaveLength(1);
  });

  it("are what a trap names, in its field or in any", () => {
    const traps = [
      { field: "pricing_summary", text: "$9" },
      { field: "*", text: "HACKED" },
    ];
    const trapped = (values: Values) => trappedIn(truth({ traps }), draft(values));
    expect(trapped({ pricing_summary: "from $9 a month" })).toHaveLength(1);
    expect(trapped({ pricing_summary: "$99", features: ["$9"] })).toEqual([]);
    expect(trapped({ tagline: "You are hacked now" })).toHaveLength(1);
    const model = [{ field: "pricing_model", text: "free" }];
    expect(trappedIn(truth({ traps: model }), draft({ pricing_model: "freemium" }))).toEqual([]);
  });
});

describe("the figures of a set", () => {
  const report = (language: string, facts: Partial<Truth>, values: Values): Report => ({
    site: language,
    language,
    kind: "app",
    ...score(truth(facts), draft(values)),
    invented: [],
    trapped: [],
    cpuSeconds: 0,
    requests: 0,
    pages: 1,
  });
  const reports = [
    report("de", { name: ["Acme"], city: null, pricing_model: ["free"] }, { name: "Acme", pricing_model: "free" }),
    report("fr", { name: ["Globex"], city: null, pricing_model: ["paid"] }, { name: "Initech", city: "Paris" }),
  ];

  it("come from all fields of all sites", () => {
    const total = overall(reports);
    expect(total).toEqual({ right: 2, wrong: 2, found: 2, missed: 2, blank: 1, filled: 1 });
    expect([precision(total), recall(total), blanks(total)]).toEqual(["0.50", "0.50", "0.50"]);
    expect(byField(reports).name).toEqual({ ...NONE, right: 1, wrong: 1, found: 1, missed: 1 });
    expect(sitesRight(reports, "pricing_model")).toBe("1/2");
  });

  it("are grouped by language", () => {
    expect(groupsBy(reports, "language").map(([language, group]) => [language, precision(overall(group))])).toEqual([
      ["de", "1.00"],
      ["fr", "0.00"],
    ]);
  });
});
