import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { html, trusted } from "../../core/text/html.ts";
import { createLanguage, keyOf, pseudoLanguage } from "../../languages/catalog.ts";
import { ENGLISH } from "../../languages/language.ts";
import { readPo, writePo } from "../../languages/po.ts";
import { as, listed, ordinal, plural, t } from "../../languages/words.ts";
import { checkCatalog, entriesOf, everySentence, faultsOf, updated } from "../../scripts/words/catalogs.ts";

const template = entriesOf(everySentence());
const read = (file: string) => readPo(readFileSync(file, "utf8"));
const german = (po: string) => createLanguage("de", { prefix: "/de", catalogs: [po] });

describe.each(globSync("languages/*.po"))("%s", (file) => {
  const tag = basename(file, ".po");
  const found = checkCatalog(tag, template, read(file));
  it("has the parts, tags and plural forms of each sentence", () => expect(found.faults).toEqual([]));
  it("translates every sentence, and none that is gone", () =>
    expect({ missing: found.missing, unused: found.unused }).toEqual({ missing: [], unused: [] }));
});

describe("a catalog", () => {
  it("is read as it was written", () => {
    const entry = { context: "verb", id: 'A "b"\n\\n\t{c}', text: "ü“", notes: ["#: site/a.ts"], isFuzzy: true };
    expect(readPo(writePo("de", [entry]))).toEqual([entry]);
  });

  it("keeps the translation of a sentence whose parts were renamed, and marks that of a changed one", () => {
    const entry = (id: string, text = "") => ({ id, text, context: undefined, notes: [], isFuzzy: false });
    const before = [entry("Hello {name}, welcome", "Hallo {name}"), entry("Take your place now", "Nimm deinen Platz")];
    const after = updated([entry("Hello {who}, welcome"), entry("Take your place today"), entry("New")], before);
    expect(after).toEqual([
      entry("Hello {who}, welcome", "Hallo {who}"),
      { ...entry("Take your place today", "Nimm deinen Platz"), isFuzzy: true },
    ]);
    expect(t`Take your place today`.in(german(writePo("de", after)))).toBe("Take your place today");
  });

  it("has a fault where a part, a tag or a plural form is missing", () => {
    const id = "{count, plural, one {# vote} other {# votes}} for <a>{name}</a>";
    const good = "{count, plural, one {# Stimme} other {# Stimmen}} für <a>{name}</a>";
    expect(faultsOf("de", { id, text: good })).toEqual([]);
    expect(faultsOf("de", { id, text: "{count, plural, other {# Stimmen}} für <b>{nmae}</b>" })).toEqual([
      "{name} is missing",
      "{nmae} is not in the source",
      "the tags differ: <a> / <b>",
      "the form “one” of {count} is missing",
    ]);
    expect(faultsOf("ar", { id, text: "{count, plural, one {صوت} other {#}} <a>{name}</a>" })).toHaveLength(4);
    expect(faultsOf("de", { id, text: "{count, plural, one {# Stimme} für <a>{name}</a>" })).toHaveLength(1);
    expect(faultsOf("fr", { id: "{a}", text: "d'{a}" })).toEqual([
      "use the apostrophe ’: other tools read ' as a quote",
    ]);
  });
});

describe("a translation", () => {
  it("cannot add markup that the template does not have", () => {
    const evil = german(
      writePo("de", [
        {
          id: "Hello <a>{name}</a>",
          text: '<a>{name}</a> <img>x</img> <SCRIPT>alert(1) & "quoted"',
          notes: [],
          context: undefined,
          isFuzzy: false,
        },
        { id: "Search", text: '" onfocus="alert(1)', notes: [], context: undefined, isFuzzy: false },
      ]),
    );
    const page = html`<p>Hello <a href="${"/x?a=1&b"}">${"<i>"}</a></p><input placeholder="Search">`;
    expect(page.in(evil)).toBe(
      '<p><a href="/de/x?a=1&amp;b">&lt;i&gt;</a> x &lt;SCRIPT&gt;alert(1) &amp; &quot;quoted&quot;</p><input placeholder="&quot; onfocus=&quot;alert(1)">',
    );
  });

  it("has the plural forms, order and digits of its language", () => {
    const of = (tag: string) =>
      createLanguage(tag, { prefix: `/${tag}`, catalogs: [readFileSync(`languages/${tag}.po`, "utf8")] });
    const votes = (tag: string, count: number) => plural(count, "vote").in(of(tag));
    expect([0, 1, 2, 3, 11, 100, 1500].map((count) => votes("ar", count))).toEqual([
      "لا أصوات",
      "صوت واحد",
      "صوتان",
      "3 أصوات",
      "11 صوتًا",
      "100 صوت",
      "1,500 صوت",
    ]);
    expect(votes("de", 1500)).toBe("1.500 Stimmen");
    expect(listed(["a", "b", "c"]).in(of("de"))).toBe("a, b und c");
  });

  it("that cannot be read is shown in English", () => {
    const broken = german(`msgid "Hello <a>you</a>"\nmsgstr "Hallo <a>du"\n`);
    expect(html`<p>Hello <a href="/x">you</a></p>`.in(broken)).toBe('<p>Hello <a href="/de/x">you</a></p>');
  });

  it("that is missing in a language from right to left stands isolated, so its full stop stays at its end", () => {
    const arabic = createLanguage("ar", { prefix: "/ar", catalogs: [] });
    const link = html`<p title="Still English.">See <a href="/x">this</a>.</p>`;
    expect(link.in(arabic)).toBe('<p title="\u2066Still English.\u2069">\u2066See <a href="/ar/x">this</a>.\u2069</p>');
    expect(t`Not yet.`.in(arabic)).toBe("\u2066Not yet.\u2069");
  });

  it("of a word with several meanings is that of its context", () => {
    const one = { notes: [], isFuzzy: false };
    const entries = [
      { ...one, id: "Open", context: undefined, text: "Offen" },
      { ...one, id: "Open", context: "verb", text: "Öffnen" },
    ];
    const language = german(writePo("de", entries));
    expect([t`Open`.in(language), as("verb")`Open`.in(language)]).toEqual(["Offen", "Öffnen"]);
  });
});

describe("a page in another language", () => {
  const de = german("");
  it("links to pages of its language, and to what all share without it", () => {
    const slug = "acme";
    const page = html`<a href="/">a</a><a href="/${slug}">b</a><a href="/listings/${slug}">c</a><a
href="${"/search?q=x"}">d</a><a href="/de/about">e</a><a href="/ja" hreflang="ja">f</a><a href="${"/ja"}" hreflang="ja">g</a><a
href="/api/v1">h</a><a href="/assets/a.css">i</a><a href="//x.example">j</a><a href="#k">k</a><form action="/sign-in"></form>`;
    expect(page.in(de).match(/(?<![a-z])(?:href|action)="[^"]*"/g)).toEqual([
      'href="/de"',
      'href="/de/acme"',
      'href="/de/listings/acme"',
      'href="/de/search?q=x"',
      'href="/de/about"',
      'href="/ja"',
      'href="/ja"',
      'href="/api/v1"',
      'href="/assets/a.css"',
      'href="//x.example"',
      'href="#k"',
      'action="/de/sign-in"',
    ]);
  });

  it("is the source with other words: nothing else of a template changes", () => {
    const icon = trusted("<svg/>");
    const page = html`<p>
 ${icon}Save <b>all</b> &amp; go, ${plural(3, "vote")}</p><pre>As is</pre><p translate="no">GitHub</p>
<input aria-label="Your name" value="Not words">`;
    expect(page.in(de)).toContain("<svg/>Save <b>all</b> &amp; go, 3 votes");
    expect(
      page.in(pseudoLanguage("")),
    ).toBe(`<p> <svg/>⟦Šávé <b>áll</b> &amp; gö, 3 votes⟧</p><pre>As is</pre><p translate="no">GitHub</p>
<input aria-label="⟦Ýöúŕ ñámé⟧" value="Not words">`);
  });
});

describe("words", () => {
  it("never become a plain string without a language", () => {
    expect(() => String(t`Secret plans`)).toThrow('a string without a language: "Secret plans"');
  });

  it("say ordinals in English", () => {
    const places = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map((place) => ordinal(place).in(ENGLISH));
    expect(places.join(" ")).toBe("1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th");
  });

  it("have keys that do not know the names of parts", () => {
    expect(keyOf("{a} has {b, plural, one {# {c}} other {#}}")).toBe("{} has {, plural, one {# {}} other {#}}");
  });
});
