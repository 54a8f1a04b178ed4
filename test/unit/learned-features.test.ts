import { describe, expect, it } from "vitest";
import { extractHtml } from "../../crawler/extract.ts";
import { draftByRules } from "../../drafting/extractive.ts";
import { likelihood } from "../../drafting/fields/feature-model.ts";
import { learn } from "../../scripts/eval/logistic.ts";
import { crawledSite } from "../helpers/crawled-site.ts";

const shapeOf = (body: string) =>
  extractHtml(`<!doctype html><html><body>${body}</body></html>`, "https://acme.com/", { id: "p1", kind: "home" })
    .shape!;

describe("what authors call the parts of a page", () => {
  it("is kept with the blocks inside, whatever the language of the page", () => {
    const { marks } = shapeOf(
      '<h1>Acme</h1><section class="pricingSection"><h2>Preise</h2><div id="plan-1"><p>Neun Euro</p></div></section><p>Ende</p>',
    );
    expect(marks).toEqual([
      { name: "plan", from: 2, to: 3 },
      { name: "plan", from: 1, to: 3 },
    ]);
  });

  it("excludes page-level classes", () => {
    expect(shapeOf('<main class="blog"><h1>Acme</h1></main>').marks).toEqual([]);
  });

  it("includes the positions of pictures", () => {
    expect(
      shapeOf("<h1>Acme</h1><svg></svg><h3>Fast</h3><p>Quick.</p><img src=a.png alt=''><h3>Safe</h3>").pictures,
    ).toEqual([1, 3]);
  });
});

const CARDS = [
  ["Carnets partagés", "Toute l'équipe écrit dans le même carnet, en même temps."],
  ["Recherche rapide", "Retrouvez chaque note en quelques lettres seulement."],
  ["Mode hors ligne", "Écrivez dans le train, tout se synchronise à l'arrivée."],
] as const;
/** The same cards in a section whose author calls it and them something. */
const featuresIn = (section: string, card: string): string[] => {
  const cards = CARDS.map(([title, text]) => `<div class="${card}"><h3>${title}</h3><p>${text}</p></div>`).join("");
  const body = `<h1>Acme, vos notes</h1><p>Des notes pour toute votre équipe.</p>
    <section class="${section}"><h2>Acme chaque jour</h2><div class="${section}-grid">${cards}</div></section>`;
  const { fields } = draftByRules({ site: crawledSite([{ title: "Acme | Notes", body }]), categories: [] });
  return [...(fields.features?.value ?? [])];
};

describe("learned weights", () => {
  it("accept cards that their author calls features", () => {
    expect(featuresIn("features", "feature")).toEqual(CARDS.map(([title]) => title));
  });

  it("reject the same cards if their author calls them testimonials", () => {
    expect(featuresIn("testimonials", "testimonial")).toEqual([]);
  });
});

describe("learning weights", () => {
  const examples = Array.from({ length: 60 }, (_, at) => ({
    measures: { tells: at % 2, says: at % 3 === 0 ? 1 : 0 },
    isTrue: at % 2 === 1,
    weight: 1,
  }));
  const weights = learn(examples, ["tells", "says"]);

  it("separates examples by informative measures and gives others little weight", () => {
    expect(likelihood({ tells: 1, says: 0 }, weights)).toBeGreaterThan(0.7);
    expect(likelihood({ tells: 0, says: 1 }, weights)).toBeLessThan(0.3);
    expect(Math.abs(weights.measures.says!)).toBeLessThan(Math.abs(weights.measures.tells!) / 10);
  });

  it("gives the same weights for the same examples", () => {
    expect(learn(examples, ["tells", "says"])).toEqual(weights);
  });
});

describe("what rules put aside", () => {
  const LINES = ["Shared notebooks", "Quick search", "Offline mode", "Export as PDF", "Version history"];
  const linesOf = (name: string, listName: string): unknown => {
    const list = `<ul class="${listName}">${LINES.map((line) => `<li>${line}</li>`).join("")}</ul>`;
    const body = `<h1>Acme keeps notes</h1><h2>Plans</h2><section class="${name}"><div class="${name}-card">
      <h3>Team</h3><p>€9 per month</p>${list}</div></section>`;
    return draftByRules({ site: crawledSite([{ title: "Acme | Notes", body }]), categories: [] }).fields.features
      ?.value;
  };

  it("is added if the weights are certain: the lines of a plan", () => {
    expect(linesOf("plan", "plan-features")).toEqual(LINES);
  });

  it("is added if likely and rules found few features", () => {
    expect(linesOf("step", "step-features")).toEqual(LINES);
  });

  it("is not added if unlikely", () => {
    expect(linesOf("step", "steps")).toBeUndefined();
  });
});
