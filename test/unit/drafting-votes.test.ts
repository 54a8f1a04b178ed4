import { describe, expect, it } from "vitest";
import { emptyContent } from "../../domain/drafts/draft.ts";
import { editDraft, fillDraft } from "../../domain/drafts/edit-draft.ts";
import { draftByRules } from "../../drafting/extractive.ts";
import { crawledSite, type Html } from "../helpers/crawled-site.ts";

const draft = (pages: Html[], base?: string) => draftByRules({ site: crawledSite(pages, base), categories: [] });
const data = (...nodes: object[]): string => `<script type="application/ld+json">${JSON.stringify(nodes)}</script>`;
const siteName = (name: string): string => `<meta property="og:site_name" content="${name}">`;

describe("a name", () => {
  it("on which title and site name agree beats the host", () => {
    const page = { title: "Zettel – Notes for teams", head: siteName("Zettel"), body: "<p>ACME makes tools.</p>" };
    expect(draft([page]).fields.name?.value).toBe("Zettel");
  });

  it("of a structured product outweighs the company that site and domain are named after", () => {
    const head = `${siteName("Acme")}${data({ "@type": "SoftwareApplication", name: "Zettel" }, { "@type": "Organization", name: "Acme" })}`;
    const drafted = draft([{ title: "Zettel | Acme", head, body: "<p>ACME makes tools.</p>" }]);
    expect(drafted.fields.name?.value).toBe("Zettel");
    expect(drafted.questions).toBeUndefined();
  });

  it.each([
    ["a subdomain that the site calls itself by", "https://authenticator.acme.com", "Authenticator"],
    ["a subdomain that every website may have", "https://app.acme.com", "Acme"],
  ])("follows %s", (_, base, name) => {
    const page = { title: "Authenticator | Acme", body: "<h1>Authenticator</h1><p>Sign in with Acme.</p>" };
    expect(draft([page], base).fields.name?.value).toBe(name);
  });

  it("states in how many kinds of places it occurs", () => {
    const head = `${siteName("Acme")}${data({ "@type": "Organization", name: "Acme" })}`;
    const { name } = draft([{ title: "Acme | Notes for teams", head, body: "<h1>Meet Acme</h1>" }]).fields;
    expect(name?.evidence).toMatchObject([{ statedIn: ["title", "metadata", "structured_data", "heading"] }]);
    const { name: once } = draft([{ title: "Acme | Notes for teams", body: "" }]).fields;
    expect(once?.evidence[0]).not.toHaveProperty("statedIn");
  });
});

describe("texts that places of a site agree on", () => {
  it("make the slogan", () => {
    const page = { title: "Acme | The best notes for all of your teams 2026", body: "<h1>Write it down</h1>" };
    expect(draft([page]).fields.tagline?.value).toBe("The best notes for all of your teams 2026");
    const head = data({ "@type": "Organization", name: "Acme", slogan: "Write it down" });
    expect(draft([{ ...page, head }]).fields.tagline?.value).toBe("Write it down");
  });

  it("make the description, even if one of them differs", () => {
    const shared = "Acme keeps the notes of small teams in one place.";
    const head =
      `<meta name="description" content="Find the best deals on notes and more today."><meta ` +
      `property="og:description" content="${shared}">${data({ "@type": "Organization", name: "Acme", description: shared })}`;
    expect(draft([{ title: "Acme", head, body: "" }]).fields.short_description?.value).toBe(shared);
  });
});

describe("founders", () => {
  const head = data({
    "@type": "Organization",
    name: "Acme",
    founder: [{ "@type": "Person", name: "Ada Stone", jobTitle: "Co-founder & CEO" }],
  });

  it("in structured data keep their title and exclude guesses from a footer", () => {
    const body = "<footer>Our creator Tim Bell made Acme with love</footer>";
    const { founders } = draft([{ title: "Acme", head, body }]);
    expect(founders.map(({ name, title }) => [name, title])).toEqual([["Ada Stone", "Co-founder & CEO"]]);
  });

  it("are not people credited in a footer", () => {
    const body = "<footer><p>Acme. Website made by Tim Bell</p></footer>";
    expect(draft([{ title: "Acme", body }]).founders).toEqual([]);
  });
});

describe("a contradiction", () => {
  const page: Html = {
    title: "Acme | Notes for teams",
    head: data({ "@type": "Organization", name: "Acme", foundingDate: "2015" }),
    body: "<p>Acme was founded in 2018 by two friends.</p>",
  };
  const at = new Date("2026-03-04T05:06:07Z");

  it("is a question to the owner, with the quote of each answer", () => {
    const { fields, questions } = draft([page]);
    expect(fields.founded_year).toBeUndefined();
    expect(questions?.founded_year).toMatchObject([
      { value: "2015", evidence: [{ quote: "2015" }] },
      { value: "2018", evidence: [{ quote: "Acme was founded in 2018 by two friends." }] },
    ]);
  });

  it("does not arise when places agree or only one is reliable", () => {
    const agree = draft([{ ...page, body: "<p>Acme was founded in 2015.</p>" }]);
    expect([agree.fields.founded_year?.value, agree.questions]).toEqual(["2015", undefined]);
    const vague = draft([{ ...page, body: "<p>Acme has been trusted by teams since 2019.</p>" }]);
    expect([vague.fields.founded_year?.value, vague.questions]).toEqual(["2015", undefined]);
  });

  it("ends with the owner's answer, which keeps the quote of the website", () => {
    const { fields, questions = {} } = draft([page]);
    const parts = { fields, questions, faqs: [], founders: [], companySocials: {}, seo: { title: null, meta: null } };
    const asked = fillDraft(emptyContent(), parts, at);
    expect(Object.keys(asked.questions ?? {})).toEqual(["founded_year"]);
    const answered = editDraft(asked, { fields: { founded_year: "2018" } }, at);
    expect(answered.questions).toBeUndefined();
    expect(answered.fields.founded_year).toMatchObject({
      value: "2018",
      evidence: [{ quote: "Acme was founded in 2018 by two friends." }],
    });
    expect(fillDraft(answered, parts, at).questions).toBeUndefined();
  });
});
