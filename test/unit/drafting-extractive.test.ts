import { describe, expect, it } from "vitest";
import type { DraftFieldName } from "../../domain/listings/fields.ts";
import { readSite } from "../../drafting/corpus.ts";
import type { DraftRequest } from "../../drafting/drafter.ts";
import { draftByRules } from "../../drafting/extractive.ts";
import { findLabelled } from "../../drafting/fields/labelled.ts";
import { crawledSite, type Html } from "../helpers/crawled-site.ts";

const draft = (pages: Html[], request: Partial<DraftRequest> = {}) =>
  draftByRules({ site: crawledSite(pages), categories: ["Note taking", "Invoicing", "CRM"], ...request });
const field = async (name: DraftFieldName, pages: Html[], request: Partial<DraftRequest> = {}) =>
  (await draft(pages, request)).fields[name]?.value;
const home = (body: string, rest: Partial<Html> = {}): Html => ({
  title: "Acme | Notes for small teams",
  body,
  ...rest,
});

describe("name and slogan", () => {
  it.each<[string, Html, string]>([
    ["the title part like the host name", { title: "Notes for teams - Acme", body: "" }, "Acme"],
    [
      "the site name",
      { title: "Notes for teams", head: '<meta property="og:site_name" content="Acme Notes">', body: "" },
      "Acme Notes",
    ],
    [
      "structured data",
      {
        title: "Welcome",
        head: '<script type="application/ld+json">{"@type":"SoftwareApplication","name":"Acme"}</script>',
        body: "",
      },
      "Acme",
    ],
    ["a short heading", { title: "Home", body: "<h1>Acme</h1>" }, "Acme"],
    [
      "the host name as the text writes it",
      { title: "The calm way to write things down", body: "<p>People like ACME for its calm.</p>" },
      "ACME",
    ],
    ["a name with a colon and a trade mark", { title: "Ac:me® - Notes", body: "" }, "Ac:me"],
  ])("takes the name from %s", async (_, page, name) => {
    expect(await field("name", [page])).toBe(name);
  });

  it("does not mistake a slogan or generic title for a name", async () => {
    expect(await field("name", [{ title: "The calm way to write", body: "" }])).toBeUndefined();
    expect(await field("name", [{ title: "Home", body: "" }])).toBeUndefined();
  });

  it.each<[string, Html, string | undefined]>([
    ["the rest of the title", home("<h1>Write it down today</h1>"), "Notes for small teams"],
    ["the first heading", { title: "Acme", body: "<h1>Write it down today</h1>" }, "Write it down today"],
    [
      "a heading on two lines",
      { title: "Acme", body: "<h1><div>Write it down</div><div>and forget it</div></h1>" },
      "Write it down and forget it",
    ],
    [
      "a short description",
      { title: "Acme", head: '<meta name="description" content="Calm notes for small teams. More here.">', body: "" },
      "Calm notes for small teams.",
    ],
    ["nothing", { title: "Acme", body: "" }, undefined],
    ["no call to action", { title: "Acme", body: "<h1>Subscribe to the Mailing List</h1>" }, undefined],
    ["no banner about cookies", { title: "Acme", body: "<h2>This site uses cookies for statistics</h2>" }, undefined],
    ["no greeting", { title: "Acme", lang: "hu", body: "<h1>Köszöntünk az Acme boltban!</h1>" }, undefined],
    [
      "a sentence that begins like a call",
      { title: "Acme", body: "<h1>Buy and sell used bikes in your town</h1>" },
      "Buy and sell used bikes in your town",
    ],
  ])("takes the slogan from %s", async (_, page, tagline) => {
    expect(await field("tagline", [page])).toBe(tagline);
  });
});

describe("prices", () => {
  const card = (name: string, price: string) =>
    `<div class="card"><h2>${name}</h2><div>${price}</div><p>Works on your computer</p><p>Reads every file</p></div>`;

  it("are freemium if a card is free beside one with a price", async () => {
    const body = `<div>${card("Preview", "<span>Free</span> <span>local use</span>")}${card("Pro", "<span>$49</span><span>one-time</span>")}</div>`;
    const { fields } = await draft([home(""), { kind: "pricing", title: "Pricing", body }]);
    expect(fields.pricing_model?.value).toBe("freemium");
    expect(fields.pricing_summary?.value).toContain("$49 one-time");
  });

  it("are not freemium if a card offers a free trial", async () => {
    const body = `<div>${card("Start", "Free trial")}${card("Pro", "$49 per month")}</div>`;
    const { fields } = await draft([home(""), { kind: "pricing", title: "Pricing", body }]);
    expect(fields.pricing_model?.value).not.toBe("freemium");
  });
});

describe("descriptions", () => {
  it("uses the page's description, or else the first paragraph about the product", async () => {
    const lead = "<p>Acme is a notebook that small teams share without ever losing a page.</p>";
    expect(
      await field("short_description", [
        home(lead, { head: '<meta name="description" content="Acme keeps the notes of small teams in one place.">' }),
      ]),
    ).toBe("Acme keeps the notes of small teams in one place.");
    expect(await field("short_description", [home(lead)])).toContain("Acme is a notebook");
    expect(
      await field("short_description", [
        home(lead, { head: '<meta name="description" content="Just another WordPress site">' }),
      ]),
    ).toContain("Acme is a notebook");
  });

  it("truncates a long description at a sentence", async () => {
    const text = `Acme keeps notes for teams. ${"It really does that every day for many of them. ".repeat(10)}`;
    const value = (await field("short_description", [
      home("", { head: `<meta name="description" content="${text}">` }),
    ])) as string;
    expect(value.length).toBeLessThanOrEqual(300);
    expect(value).toMatch(/\.$/);
  });

  const about = {
    kind: "about" as const,
    body: `<p>We started Acme because our own notes were always in the wrong place.</p>
      <p>Today our three people read every email about Acme on the day it arrives.</p>`,
  };
  const lead = "<p>Acme is a notebook that small teams share without losing a page.</p>";

  it.each([
    [
      "the paragraphs of the home page, without what the short description says",
      `${lead}<p>Acme opens in a second. It keeps every page on your own computer, even without a network.</p>
       <p>Our search finds every word that you ever wrote down, also in pictures of whiteboards.</p>
       <p>We use cookies to make this website of ours work for you.</p>`,
      ["Acme opens in a second. It keeps every page", "Our search finds every word"],
      "/",
    ],
    [
      "those of the about page if the home page has no more than one",
      lead,
      ["We started Acme because", "Today our three people"],
      "/about",
    ],
  ])("composes the long description from %s, each with its quote", async (_, body, beginnings, path) => {
    const { value, evidence } = (await draft([home(body), about])).fields.description!;
    const paragraphs = String(value).split("\n\n");
    expect(paragraphs).toHaveLength(beginnings.length);
    for (const [at, beginning] of beginnings.entries()) expect(paragraphs[at]).toContain(beginning);
    expect(value).not.toContain("notebook that small teams share");
    expect(new Set(evidence.map(({ url }) => url))).toEqual(new Set([`https://acme.com${path}`]));
    expect(evidence).toHaveLength(beginnings.length);
  });
});

describe("pricing", () => {
  const pricing = (body: string): Html[] => [home("<h1>Notes</h1>"), { kind: "pricing", body }];
  it.each<[string, Html[], string | undefined]>([
    ["a price per month", pricing("<h3>Pro</h3><p>$9 /month</p>"), "subscription"],
    [
      "a price and its period in two blocks",
      pricing("<h3>Pro</h3><div>$9</div><div>per user / month</div>"),
      "subscription",
    ],
    ["a free plan beside it", pricing("<h3>Free</h3><p>$0</p><h3>Pro</h3><p>€9 per month</p>"), "freemium"],
    ["only a free trial beside it", pricing("<p>14-day free trial</p><p>€9 per month</p>"), "subscription"],
    ["a single payment", pricing("<p>One-time payment of $49</p>"), "one_time"],
    ["a bare price", pricing("<p>$49</p>"), "paid"],
    ["open source", [home("<p>Acme is free and open source software under the MIT license.</p>")], "open_source"],
    ["all free", [home("<p>Acme is completely free for everyone.</p>")], "free"],
    ["on request", [home("<p>Request a quote for your team</p>")], "contact"],
    [
      "a competitor's price",
      [home("<h1>Notes</h1>"), { kind: "other", path: "/vs-umbrella", body: "<p>Umbrella costs $20 per month</p>" }],
      undefined,
    ],
    [
      "a sponsor's price",
      [home("<h1>Notes</h1>"), { kind: "other", path: "/sponsor", body: "<p>Gold sponsor: $2,000/year</p>" }],
      undefined,
    ],
    ["savings", [home("<p>Acme users save $500 per month.</p>")], undefined],
    ["support for open source projects", [home("<p>We love open source projects and support them.</p>")], undefined],
    ["the word free alone", [home("<p>Feel free to ask. Ad-free and hassle-free.</p>")], undefined],
  ])("reads %s", async (_, pages, model) => {
    expect(await field("pricing_model", pages)).toBe(model);
  });

  it("quotes prices in the site's words, with their plans", async () => {
    expect(await field("pricing_summary", pricing("<h3>Solo</h3><p>$5/month</p><h3>Team</h3><p>$15/month</p>"))).toBe(
      "Solo $5/month; Team $15/month",
    );
  });
});

/** Addresses as countries write them, without the country's name unless several write so. */
const ADDRESSES: [lines: string, country: string | undefined, city: string | undefined][] = [
  ["Acme Ltd / 12 High Street / Brighton / East Sussex / BN1 1AA", "GB", "Brighton"],
  ["Acme Ltd, 71-75 Shelton Street, London, WC2H 9JQ", "GB", "London"],
  ["Acme Ltd / 4 Station Road / Leeds / LS1 4DY", "GB", "Leeds"],
  ["Acme Ltd, 1 The Esplanade, St Helier, JE2 3QA", undefined, "St Helier"],
  ["Acme, Inc. / 548 Market St, Suite 100 / San Francisco, CA 94104", "US", "San Francisco"],
  ["Acme LLC, 30 N Gould Street, Sheridan, WY 82801", "US", "Sheridan"],
  ["Acme SAS / 12 rue de la République / 69002 Lyon / SIRET 123 456 789 00012", "FR", "Lyon"],
  ["Acme SARL / 5 avenue Foch / 75116 Paris CEDEX 16", "FR", "Paris"],
  ["Acme SARL / 5 rue des Fleurs / 20000 Casablanca", "MA", "Casablanca"],
  ["Acme GmbH / Torstraße 12 / 10119 Berlin", "DE", "Berlin"],
  ["Acme UG, Am Markt 1, D-20095 Hamburg", "DE", "Hamburg"],
  ["Acme GmbH, Bahnhofstrasse 10, 8001 Zürich Impressum", "CH", "Zürich"],
  ["Acme GmbH / Mariahilfer Straße 1 / 1060 Wien", "AT", "Wien"],
  ["Acme S.L. / Calle Mayor 5 / 28013 Madrid / CIF B12345678", "ES", "Madrid"],
  ["Acme / Calle Durango 10 / 06700 Ciudad de México", undefined, "Ciudad de México"],
  ["Acme S.r.l. / Via Roma 10 / 20121 Milano (MI) / P. IVA 01234567890", "IT", "Milano"],
  ["Acme S.r.l., Corso Garibaldi 3, 10121 Torino TO", "IT", "Torino"],
  ["株式会社アクメ / 〒150-0043 東京都渋谷区道玄坂1-2-3", "JP", "東京"],
  ["株式会社アクメ / 〒220-0012 神奈川県横浜市西区みなとみらい2-2-1", "JP", "横浜市"],
  ["Acme K.K. / 2-2-1 Dogenzaka, Shibuya-ku, Tokyo 150-0043", "JP", "Tokyo"],
  ["Acme B.V. / Herengracht 10 / 1017 AB Amsterdam", "NL", "Amsterdam"],
  ["Acme SL / Av. Meritxell 20 / AD500 Andorra la Vella / Andorra", "AD", "Andorra la Vella"],
  ["Call us: 030 12345 Extension 17 / Since 2019 Acme", undefined, undefined],
];

describe("a field without a finder of its own", () => {
  const found = (page: Html) =>
    findLabelled("stage")(readSite(crawledSite([page])), {
      ...{ name: null, categories: [], categoryWords: {}, categorySlugs: {} },
    }).map(({ value }) => value);

  it.each<[string, Html, string[]]>([
    ["a line with its label", home("<p>Stage: growing.</p><p>Our stage is Berlin.</p>"), ["growing"]],
    [
      "structured data",
      home("", { head: '<script type="application/ld+json">{"@type":"Product","stage":"idea"}</script>' }),
      ["idea"],
    ],
  ])("is found by %s", (_, page, values) => {
    expect(found(page)).toEqual(values);
  });
});

describe("company", () => {
  it.each<[string, Html[], string | undefined]>([
    ["founded", [home("<p>Acme was founded in 2015.</p>")], "2015"],
    ["started", [home(""), { kind: "about", body: "<p>Ada Stone started Acme in March 2016.</p>" }], "2016"],
    ["running since", [home("<p>An independent company, running since 2017.</p>")], "2017"],
    [
      "structured data",
      [
        home("", {
          head: '<script type="application/ld+json">{"@type":"Organization","foundingDate":"2014-05-01"}</script>',
        }),
      ],
      "2014",
    ],
    ["a copyright line", [home("<footer>© 2012 Acme. Since 2012. All rights reserved</footer>")], undefined],
    ["somebody else's beginning", [home("<p>Umbrella Corp was founded in 1968.</p>")], undefined],
    ["a feature's beginning", [home("<p>We launched dark mode in 2021.</p>")], undefined],
  ])("founding year: %s", async (_, pages, year) => {
    expect(await field("founded_year", pages)).toBe(year);
  });

  it.each<[string, Html[], string[]]>([
    ["founded by", [home("<p>Acme was founded by Ada Stone and Ben de Vries.</p>")], ["Ada Stone", "Ben de Vries"]],
    ["started it", [home(""), { kind: "about", body: "<p>Ada Stone started Acme in 2016.</p>" }], ["Ada Stone"]],
    [
      "cards of a team",
      [home(""), { kind: "team", body: "<h3>Ada Stone</h3><p>Co-founder & CEO</p><h3>Tim Bell</h3><p>Support</p>" }],
      ["Ada Stone"],
    ],
    ["an introduction", [home("<p>Hi, I'm Ada Stone, I built Acme for myself.</p>")], ["Ada Stone"]],
    [
      "structured data",
      [
        home("", {
          head:
            '<script type="application/ld+json">{"@type":"Organization","name":"Acme",' +
            '"founder":[{"name":"Ada Stone"},{"name":"4Corners"}]}</script>',
        }),
      ],
      ["Ada Stone"],
    ],
    [
      "customers",
      [
        home(
          '<div>Rue Price</div><div>Founder at Umbrella</div><div class="quote">Great</div><p>Rue Price, CEO of Umbrella</p>',
        ),
      ],
      [],
    ],
    [
      "a testimonial",
      [home(""), { kind: "about", body: "<blockquote><p>Rue Price</p><p>Founder</p></blockquote>" }],
      [],
    ],
    ["a company", [home("<p>Acme is built by Umbrella Labs.</p>")], []],
    [
      "names with small words",
      [home(""), { kind: "about", body: "<p>Acme was founded by Anna ten Berg and Piet ter Linde.</p>" }],
      ["Anna ten Berg", "Piet ter Linde"],
    ],
  ])("founders: %s", async (_, pages, names) => {
    expect((await draft(pages)).founders.map(({ name }) => name)).toEqual(names);
  });

  it("keeps the role on a team card", async () => {
    const { founders } = await draft([home(""), { kind: "team", body: "<h3>Ada Stone</h3><p>Co-founder & CEO</p>" }]);
    expect(founders[0]).toMatchObject({
      title: "Co-founder & CEO",
      evidence: [{ quote: "Ada Stone Co-founder & CEO", url: "https://acme.com/team" }],
    });
  });

  it.each<[string, Html[], string | undefined, string | undefined]>([
    ["based in", [home("<p>We are a small company based in Porto, Portugal.</p>")], "PT", "Porto"],
    [
      "an imprint",
      [
        home(""),
        { kind: "contact", path: "/imprint", body: "<p>Acme GmbH<br>Hauptstraße 1<br>10115 Berlin<br>Germany</p>" },
      ],
      "DE",
      "Berlin",
    ],
    [
      "structured data",
      [
        home("", {
          head:
            '<script type="application/ld+json">{"@type":"Organization",' +
            '"address":{"addressCountry":"FR","addressLocality":"Lyon"}}</script>',
        }),
      ],
      "FR",
      "Lyon",
    ],
    ...ADDRESSES.map(([lines, country, city]): [string, Html[], string | undefined, string | undefined] => [
      lines,
      [home(""), { kind: "contact", path: "/contact", body: `<p>${lines.replaceAll(" / ", "<br>")}</p>` }],
      country,
      city,
    ]),
    ["made there", [home("<footer><p>Made with ♥ in Andorra</p></footer>")], "AD", undefined],
    ["made there, in Spanish", [home("<footer><p>Hecho en Andorra</p></footer>")], "AD", undefined],
    ["made in a town", [home("<footer><p>Crafted in Lisbon, Portugal.</p></footer>")], "PT", "Lisbon"],
    ["made in a language", [home("<footer><p>Built in Rust</p></footer>")], undefined, undefined],
    ["servers elsewhere", [home("<p>Our servers are located in Frankfurt, Germany.</p>")], undefined, undefined],
    ["a trade mark", [home("<p>Registered trademark in Finland.</p>")], undefined, undefined],
    ["a continent", [home("<p>We are based in Europe. Made in the EU.</p>")], undefined, undefined],
  ])("place: %s", async (_, pages, country, city) => {
    const { fields } = await draft(pages);
    expect([fields.country?.value, fields.city?.value]).toEqual([country, city]);
  });

  it.each<[string, string, string | undefined]>([
    [
      "its own address first",
      '<a href="mailto:sales@umbrella.com">x</a><a href="mailto:hello@acme.com">Write</a>',
      "hello@acme.com",
    ],
    ["a percent-encoded one", '<a href="mailto:%68%69@acme.com">Write</a>', "hi@acme.com"],
    ["plain text", "<p>Write to support@acme.com.</p>", "support@acme.com"],
    [
      "a role nobody should write to",
      '<a href="mailto:privacy@acme.com">x</a><a href="mailto:noreply@acme.com">x</a>',
      undefined,
    ],
    ["an example", "<p>Log in as you@example.com or name@company.com</p>", undefined],
    ["a spam trap", "<p>hi@acme.nospam.com</p>", undefined],
  ])("mail: %s", async (_, body, email) => {
    expect(await field("contact_email", [home(""), { kind: "contact", body }])).toBe(email);
  });

  it("mail: does not include a label before an address", () => {
    const linked = '<a href="mailto:contato@brio.com">';
    const body = `${linked}<div>✉</div><div><b>E-mail</b><b>contato@brio.com</b></div></a>`;
    const footer = `<footer>${linked}contato@brio.com</a></footer>`;
    const site = crawledSite([home(""), { kind: "contact", body: body + footer }], "https://brio.com");
    expect(draftByRules({ site, categories: [] }).fields.contact_email?.value).toBe("contato@brio.com");
  });

  it("uses only the company's profiles", async () => {
    const { companySocials } = await draft([
      home(`<footer><a href="https://twitter.com/acmehq?lang=en">Twitter</a><a href="https://www.linkedin.com/company/acme/">LinkedIn</a><a href="https://github.com/acme">GitHub</a></footer>
        <a href="https://twitter.com/intent/tweet?text=a">Share</a><p>As <a href="https://twitter.com/benray">Ben</a> said</p><a href="https://github.com/umbrella/thing">thing</a>
        <div class="testimonial"><a href="https://instagram.com/acmefan">@acmefan</a></div>`),
    ]);
    expect(companySocials).toEqual({
      x: "https://x.com/acmehq",
      linkedin: "https://www.linkedin.com/company/acme",
      github: "https://github.com/acme",
    });
  });

  it.each([
    ["https://www.facebook.com/share/1E1TXiyNLZ/", "https://www.facebook.com/share/1E1TXiyNLZ"],
    ["https://facebook.com/profile.php?id=61583093071897", "https://facebook.com/profile.php?id=61583093071897"],
    ["https://www.facebook.com/sharer/sharer.php?u=https://acme.com", undefined],
    ["https://www.facebook.com/share.php?u=https://acme.com", undefined],
    ["https://www.facebook.com/share/p/1E1TXiyNLZ/", undefined],
  ])("recognizes a Facebook profile without a name: %s", async (href, profile) => {
    const footer = await draft([home(`<footer><a href="${href}" aria-label="Facebook"></a></footer>`)]);
    expect(footer.companySocials.facebook).toBe(profile);
    const text = await draft([home(`<p>A friend of ours is <a href="${href}">on Facebook</a> too.</p>`)]);
    expect(text.companySocials).toEqual({});
  });
});

describe("lists", () => {
  it("reads features from cards and lists, not from plans, customers and questions", async () => {
    const value = await field("features", [
      home(`<h2>What our customers say</h2><h3>Umbrella</h3><p>They use it every day and love it.</p>
        <h2>Features</h2><h3>Shared pages</h3><p>Everyone writes on the same page.</p><h3>Offline mode</h3><p>Works in tunnels and on planes.</p>
        <ul><li>Full-text search</li></ul><h2>Questions</h2><h3>Is it good?</h3><p>Yes, it is really very good.</p>`),
    ]);
    expect(value).toEqual(["Shared pages", "Offline mode", "Full-text search"]);
  });

  it("names a category only if the site's first texts do", async () => {
    const words = { "Note taking": ["notebook", "notes app"], Invoicing: ["invoices"], CRM: ["customers"] };
    const page = home("<h1>A notebook for customers</h1>", {
      title: "Acme | The notes app",
      head: '<meta name="description" content="A notebook and notes app for teams of any size.">',
    });
    expect(await field("categories", [page], { categoryWords: words })).toEqual(["Note taking"]);
    expect(
      await field("categories", [home("<p>We send invoices to our customers each month now.</p>")], {
        categoryWords: words,
      }),
    ).toBeUndefined();
  });

  it("reads questions and answers from markup and from headings", async () => {
    const markup = JSON.stringify({
      "@type": "FAQPage",
      mainEntity: [
        {
          "@type": "Question",
          name: "Is it free?",
          acceptedAnswer: { "@type": "Answer", text: "Yes, for one person." },
        },
      ],
    });
    const { faqs } = await draft([
      home("<h3>Can I export?</h3><p>Yes, as plain text files.</p>", {
        head: `<script type="application/ld+json">${markup}</script>`,
      }),
    ]);
    expect(faqs.map(({ question, answer }) => [question, answer])).toEqual([
      ["Is it free?", "Yes, for one person."],
      ["Can I export?", "Yes, as plain text files."],
    ]);
  });

  it("reads keywords, a video and a logo if the site has them", async () => {
    const { fields } = await draft([
      home('<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>', {
        head: '<meta name="keywords" content="notes, notebook"><link rel="icon" href="/i.svg">',
      }),
    ]);
    expect(fields).toMatchObject({
      keywords: { value: ["notes", "notebook"] },
      demo_video_url: { value: "https://www.youtube.com/watch?v=abcdefghijk" },
      logo_url: { value: "https://acme.com/i.svg" },
    });
  });

  it("states a stage only if the site does", async () => {
    expect(await field("stage", [home("<p>Acme is currently in public beta.</p>")])).toBe("mvp");
    expect(await field("stage", [home("<p>Notes for teams of every size.</p>")])).toBeUndefined();
  });
});

describe("regenerate", () => {
  const pages = [
    home("<h1>Write it down today</h1>", {
      head: '<meta name="description" content="Calm notes for small teams who write a lot.">',
    }),
  ];

  it("drafts only the requested fields, with the next best value", async () => {
    const drafted = await draft(pages, { only: ["tagline"], previous: { tagline: "Notes for small teams" } });
    expect(drafted.fields).toEqual({
      tagline: { value: "Write it down today", evidence: [{ quote: "Write it down today", url: "https://acme.com/" }] },
    });
    expect(drafted.founders).toEqual([]);
  });

  it("leaves a field out if the site offers nothing else", async () => {
    expect((await draft(pages, { only: ["name"], previous: { name: "Acme" } })).fields).toEqual({});
  });
});

it("a site that could not be read has an empty draft, and an empty shell only a name", async () => {
  expect(
    draftByRules({
      site: { ...crawledSite([]), error: { code: "robots_disallowed", detail: "No." } },
      categories: [],
    }).fields,
  ).toEqual({});
  const shell = await draft([{ title: "Acme", body: '<div id="app"></div><script src="/app.js"></script>' }]);
  expect(Object.keys(shell.fields)).toEqual(["name"]);
});

it("pattern characters in names and texts are harmless", async () => {
  const drafted = await draft([
    { title: "Ac(me+[? | *** $& notes \\ for (teams", body: "<h1>Ac(me+[?</h1><p>Founded by ((( in 2015.</p>" },
  ]);
  expect(drafted.drafter).toBe("extractive");
});

it("prose never comes from FAQ answers", async () => {
  const faq = `<h3>Is it hard to learn?</h3><p>Acme is learned in a day, says everybody who has tried it so far.</p>
    <h3>Where is my data?</h3><p>Acme keeps your data on your own computer, and nobody else can read it.</p>`;
  const body = `<h1>Notes for teams</h1><p>Acme keeps every note of a team in one place, and it finds each of them again.</p>${faq}`;
  const page = [{ title: "Acme", body }];
  const { fields } = await draft(page);
  expect(fields.short_description?.value).toMatch(/^Acme keeps every note/);
  expect(fields.description?.value).not.toMatch(/learned in a day|own computer/);
  const again = await draft(page, {
    only: ["short_description"],
    previous: { short_description: "Acme keeps every note of a team in one place, and it finds each of them again." },
  });
  expect(again.fields.short_description).toBeUndefined();
});

it("a reason to choose the product does not repeat a feature", async () => {
  const { fields } = await draft([
    {
      title: "Acme",
      body: `<h2>Features</h2><h3>Shared notes</h3><p>Everybody in the team sees the same note at once.</p>
        <h3>Full-text search</h3><p>Finds every word that you ever wrote in a note.</p>
        <h2>Why Acme</h2><h3>Shared notes</h3><p>Everybody in the team sees the same note at once.</p>
        <h3>Made by two people</h3><p>You always reach the person who wrote the program.</p>`,
    },
  ]);
  expect(fields.features?.value).toContain("Shared notes");
  expect(fields.usps?.value ?? []).not.toContain("Shared notes");
});

describe("languages without spaces", () => {
  it.each([
    ["ja", "チームのタスクを一か所で共有できるツール"],
    ["zh", "帮助小团队管理任务和笔记的工具"],
  ])("a sentence of %s is as long as its words", async (_, slogan) => {
    const { fields } = await draft([{ title: `Acme | ${slogan}`, body: `<h1>${slogan}</h1>` }]);
    expect(fields.tagline?.value).toBe(slogan);
  });
});
