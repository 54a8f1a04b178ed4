import { describe, expect, it } from "vitest";
import { moneyText } from "../../domain/orders/money.ts";
import { bytesText } from "../../domain/text/bytes.ts";
import { daysText } from "../../domain/time/date-words.ts";
import { createLanguage } from "../../languages/catalog.ts";
import { ENGLISH } from "../../languages/language.ts";
import { date, joined, noun, PHRASES, plural, quoted, say, type Text } from "../../languages/words.ts";
import { namesOf } from "../../site/kit/faces.ts";

const inEach = (text: Text, ...tags: string[]): string[] =>
  tags.map((tag) => say(text, tag === "en" ? ENGLISH : createLanguage(tag, { prefix: `/${tag}`, catalogs: [] })));

describe("A language", () => {
  it("writes ranges of days in words, with what they share said once", () => {
    expect(inEach(daysText("2026-11-23", "2026-11-29"), "en", "ja", "zh-Hans", "de")).toEqual([
      "23 to 29 November 2026",
      "2026年11月23日〜29日",
      "2026年11月23日至29日",
      "23.–29. November 2026",
    ]);
    expect(inEach(daysText("2026-11-30", "2026-12-06"), "ja")).toEqual(["2026年11月30日〜12月6日"]);
    expect(inEach(daysText("2026-12-28", "2027-01-03"), "ja")).toEqual(["2026年12月28日〜2027年1月3日"]);
    expect(inEach(daysText("2026-12-28", "2026-12-28"), "ja")).toEqual(["2026年12月28日"]);
  });

  it("keeps the sign of an amount on one side of it between words from right to left", () => {
    expect(inEach(moneyText(4900, "USD"), "en", "ar", "de")).toEqual(["$49.00", "\u2066$49.00\u2069", "49,00\u00a0$"]);
    expect(inEach(moneyText(4900, "USD", true), "en", "ar", "ja")).toEqual(["$49", "\u2066$49\u2069", "$49"]);
    expect(inEach(moneyText(4950, "USD", true), "en", "de")).toEqual(["$49.50", "49,50\u00a0$"]);
    expect(inEach(moneyText(4900, "JPY"), "ar")).toEqual(["\u2066¥4,900\u2069"]);
  });

  it("quotes in its own marks, and isolates names only from right to left", () => {
    expect(inEach(quoted("tides"), "en", "de", "fr", "ja", "ar", "zh-Hans")).toEqual([
      "“tides”",
      "„tides“",
      "«\u00a0tides\u00a0»",
      "「tides」",
      "«tides»",
      "“tides”",
    ]);
    expect(inEach(namesOf([{ name: "Ines" }]), "en", "ar")).toEqual(["Ines", "\u2068Ines\u2069"]);
  });

  it("names what a number beside it counts, also where none, one and two are said without it", () => {
    const catalog = `msgid "{count, plural, one {# vote} other {# votes}}"
msgstr "{count, plural, zero {لا أصوات} one {صوت واحد} two {صوتان} few {# أصوات} many {# صوتًا} other {# صوت}}"
`;
    const arabic = createLanguage("ar", { prefix: "/ar", catalogs: [catalog] });
    const named = [0, 1, 2, 3, 11, 100].map((count) => say(noun(count, "vote"), arabic));
    expect(named).toEqual(["صوت", "صوت", "صوت", "أصوات", "صوتًا", "صوت"]);
  });

  it("has its own punctuation between the items of a list, between phrases and before a colon", () => {
    const [list, phrases] = [joined(["a", "b"], ", "), joined(["a", "b"], PHRASES)];
    expect(inEach(list, "en", "zh-Hans", "ja", "ar")).toEqual(["a, b", "a、b", "a、b", "a، b"]);
    expect(inEach(phrases, "en", "zh-Hans", "ja", "ar", "fr")).toEqual(["a, b", "a，b", "a、b", "a، b", "a, b"]);
    expect(inEach(joined(["a", "b"], ": "), "en", "fr", "zh-Hans")).toEqual(["a: b", "a\u00a0: b", "a：b"]);
  });

  it("writes dates, amounts, sizes and none as its readers do", () => {
    const day = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } as const;
    expect(inEach(date(new Date("2026-12-07"), day), "es", "pt-BR")).toEqual([
      "lunes 7 de diciembre",
      "segunda-feira, 7 de dezembro",
    ]);
    const short = { day: "numeric", month: "short", timeZone: "UTC" } as const;
    expect(inEach(date(new Date("2026-12-01"), short), "fr")).toEqual(["1er déc."]);
    expect(inEach(date(new Date("2026-12-11"), short), "fr")).toEqual(["11 déc."]);
    expect(inEach(moneyText(4900, "USD"), "pt-BR", "es")).toEqual(["US$\u00a049,00", "49,00\u00a0$"]);
    const sizes = inEach(bytesText(58_140_000_000), "en", "fr", "de").map((size) => size.replace(/\s/u, " "));
    expect(sizes).toEqual(["58.1 GB", "58,1 Go", "58,1 GB"]);
    const catalog = `msgid "{count, plural, one {# vote} other {# votes}}"
msgstr "{count, plural, one {# voto} many {# de votos} other {# votos}}"
`;
    const brazilian = createLanguage("pt-BR", { prefix: "/pt-br", catalogs: [catalog] });
    expect([0, 1, 2].map((count) => say(plural(count, "vote"), brazilian))).toEqual(["0 votos", "1 voto", "2 votos"]);
  });
});
