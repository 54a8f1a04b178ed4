import { describe, expect, it } from "vitest";
import {
  floodOf,
  hasLink,
  isNewWriter,
  keysOf,
  listedIn,
  reasonsToHold,
  typedWords,
} from "../../domain/moderation/spam.ts";
import { freshRandom } from "../helpers/random.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

describe("a link", () => {
  it.each([
    "See https://cheap.example/pills",
    "HTTP://CHEAP.EXAMPLE",
    "hxxps://cheap.example",
    "www.cheap.example",
    "Visit cheap-pills.com today",
    "cheap.shop/offer",
    "[here](//evil.example)",
    "<https://a.example>",
    "write to sales@cheap.example",
    "cheap dot com",
    "cheap (dot) com",
    "ｃｈｅａｐ．ｃｏｍ",
    "che\u200bap.c\u200bom",
    "пример.com",
    "cheap。com",
  ])("is detected in %s", (text) => {
    expect(hasLink(text)).toBe(true);
  });

  it.each([
    "It runs on Node.js and Next.js.",
    "Version 2.10 came on 3.11.2026.",
    "See README.md, main.ts and app.py.",
    "e.g. this one, i.e. that one...",
    "Good.Bad grammar is no link",
    "At 10:30 it said and/or something: fine",
    "I give it 4.5/5",
    "Fine dot matrix printing",
  ])("is not detected in %s", (text) => {
    expect(hasLink(text)).toBe(false);
  });

  it("is detected anywhere among random words", () => {
    const random = freshRandom("links among words");
    const words = ["harvest", "by", "the", "tide", "Grüße", "日本語", "مرحبا", "😀", "-", "(", "…"];
    for (let round = 0; round < 300; round++) {
      const text = Array.from({ length: random.between(0, 12) }, () => random.pick(words));
      expect(hasLink(text.join(" "))).toBe(false);
      text.splice(
        random.between(0, text.length),
        0,
        random.pick(["https://x.example/a", "www.x.de", "x-y.com", "a@b.io"]),
      );
      expect(hasLink(text.join(" ")), text.join(" ")).toBe(true);
    }
  });
});

describe("a blocked word", () => {
  it.each([
    ["casino", "Best CASINO in town"],
    ["casino", "best c a s i n o in town"],
    ["casino", "best cas1n0 in town"],
    ["casino", "best саsinо in town"],
    ["casino", "best cas\u00adino in town"],
    ["casino", "bést cásìnö in town"],
    ["casino*", "the casinos of Malta"],
    ["buy followers", "Buy, followers!"],
    ["buy follow*", "you can BUY  followers"],
    ["赌场", "最好的赌场在这里"],
    ["strauß", "STRAUß"],
  ])("%s is found in %s", (word, text) => {
    expect(listedIn(text, [word])).toEqual([word]);
  });

  it.each([
    ["ass", "a class of its own, assumed in passing"],
    ["casino", "the casinos of Malta"],
    ["buy followers", "followers buy"],
    ["buy followers", "buy more followers"],
    ["soil", "5011 units were sold"],
  ])("%s is not found in %s", (word, text) => {
    expect(listedIn(text, [word])).toEqual([]);
  });

  it("is found however it is masked, and never inside another word", () => {
    const random = freshRandom("masked words");
    const letters = [..."abcdefghijklmnopqrstuvwxyz"];
    const masks: ((word: string) => string)[] = [
      (word) => word.toUpperCase(),
      (word) => [...word].join("\u200b"),
      (word) => [...word].map((letter) => `${letter}\u0301`).join(""),
      (word) => [...word].join(" "),
      (word) => word.normalize("NFD"),
    ];
    for (let round = 0; round < 300; round++) {
      const word = Array.from({ length: random.between(4, 10) }, () => random.pick(letters)).join("");
      const masked = random.pick(masks)(word);
      expect(listedIn(`1 ${masked} 2`, [word]), masked).toEqual([word]);
      expect(listedIn(`qq${word}qq`, [word])).toEqual([]);
    }
  });

  it("is typed one a line, each once", () => {
    expect(typedWords("Casino\r\n\n  buy   followers \ncasino\n***\n…\n")).toEqual(["casino", "buy followers"]);
  });

  it("is found quickly in any text", () => {
    const nasty = [
      "a ".repeat(5000),
      "a.".repeat(5000),
      "@".repeat(10_000),
      "dot ".repeat(3000),
      `${"x-".repeat(5000)}.`,
    ];
    const words = Array.from({ length: 1000 }, (_, index) => `word${index}*`);
    const before = process.threadCpuUsage();
    for (const text of nasty) reasonsToHold({ text, leadsElsewhere: hasLink(text), isNew: true, isSeen: false, words });
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(3000);
  });
});

describe("the same text", () => {
  const SENTENCE = "I have used this product for three months and would never go back";
  it("is the same apart from case, marks, digits, links and spaces", () => {
    const one = keysOf(`${SENTENCE}! See https://one.example`);
    expect(keysOf(`${SENTENCE.toUpperCase()}. 123 See https://two.example/`)).toEqual(one);
  });

  it("is recognized by one long sentence", () => {
    const keys = new Set(keysOf(`Hello Ines. ${SENTENCE}. Regards`));
    expect(keysOf(`Dear Yuki! ${SENTENCE}! Bye`).some((key) => keys.has(key))).toBe(true);
  });

  it("is never a short one, and has few keys at any length", () => {
    expect(keysOf("Congratulations!")).toEqual([]);
    expect(keysOf(`${SENTENCE} ${"x".repeat(30)}. `.repeat(50) + SENTENCE).length).toBeLessThanOrEqual(8);
    const many = Array.from(
      { length: 100 },
      (_, index) => `${SENTENCE} ${"abcdefghij"[index % 10]}${"klmn"[index % 4]}`,
    );
    expect(keysOf(many.join(". ")).length).toBe(8);
  });
});

it("an account is new for a week, or until one of its held texts is approved", () => {
  const writer = { createdAt: ago(6 * 86_400), isAdmin: false, hasPassed: false };
  expect(isNewWriter(writer, NOW)).toBe(true);
  expect(isNewWriter({ ...writer, createdAt: ago(7 * 86_400) }, NOW)).toBe(false);
  expect(isNewWriter({ ...writer, hasPassed: true }, NOW)).toBe(false);
  expect(isNewWriter({ ...writer, isAdmin: true }, NOW)).toBe(false);
});

it("a text is held for every matching reason, but not in established accounts", () => {
  const text = "Try the casino at https://x.example";
  expect(reasonsToHold({ text, leadsElsewhere: true, isNew: true, isSeen: true, words: ["casino"] })).toEqual([
    "new-account-link",
    "same-text",
    "listed-word",
  ]);
  expect(reasonsToHold({ text, leadsElsewhere: true, isNew: false, isSeen: false, words: [] })).toEqual([]);
});

describe("a flood", () => {
  it("is slowed sooner for a new account", () => {
    expect(floodOf([ago(1), ago(2), ago(3)], true, NOW)).toEqual({ count: 3, seconds: 60, waitSeconds: 57 });
    expect(floodOf([ago(1), ago(2), ago(3)], false, NOW)).toBeUndefined();
    expect(floodOf([ago(1), ago(2)], true, NOW)).toBeUndefined();
  });

  it("never exceeds the limit per minute, hour or day, and ends when stated", () => {
    const random = freshRandom("floods");
    for (const isNew of [true, false]) {
      const sent: Date[] = [];
      let at = NOW;
      for (let round = 0; round < 800; round++) {
        at = new Date(at.getTime() + random.between(0, 90) * 1000);
        const flood = floodOf(sent, isNew, at);
        if (!flood) {
          sent.push(at);
          continue;
        }
        const later = new Date(at.getTime() + flood.waitSeconds * 1000);
        expect(floodOf(sent, isNew, later)?.seconds).not.toBe(flood.seconds);
        if (random.between(0, 9) === 0) at = later;
      }
      const most = (seconds: number) =>
        Math.max(
          ...sent.map(
            (first) => sent.filter((one) => one >= first && one.getTime() < first.getTime() + seconds * 1000).length,
          ),
        );
      expect([most(60), most(3600), most(86_400)]).toEqual(
        (isNew ? [3, 10, 30] : [6, 40, 160]).map((count) => expect.toSatisfy((found: number) => found <= count)),
      );
    }
  });
});
