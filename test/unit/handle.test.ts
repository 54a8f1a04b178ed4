import { describe, expect, it } from "vitest";
import {
  foldHandle,
  HANDLE_DAYS,
  handleFault,
  isReservedHandle,
  nextChangeAt,
  skeletonOf,
} from "../../domain/profiles/handle.ts";
import { readLinks } from "../../domain/profiles/profile.ts";
import { ROUTE_NAMES, TEAM_NAMES } from "../../domain/profiles/reserved-handles.ts";
import { inEnglish } from "../../languages/words.ts";
import { freshRandom } from "../helpers/random.ts";

const BRANDS = ["Début", "launch.io"];
const DAY_MS = 86_400_000;
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789-"];

describe("the name of a profile", () => {
  it("has letters, digits and single hyphens between them, and at least one letter", () => {
    for (const fine of ["ada", "ada-lovelace", "a1b", "x-2-y", "a".repeat(30)])
      expect(handleFault(fine)).toBeUndefined();
    for (const wrong of [
      "ab",
      "a".repeat(31),
      "-ada",
      "ada-",
      "a--b",
      "Ada",
      "ada.l",
      "ada_l",
      "äda",
      "аda",
      "a b",
      "123",
      "",
      "../x",
      "a\u200bda",
    ])
      expect(handleFault(wrong), wrong).toBeDefined();
  });

  it("is read as people type it: with an @, in capitals, in wide letters", () => {
    for (const typed of ["@ada", " Ada ", "ＡＤＡ", "@ADA"]) expect(foldHandle(typed)).toBe("ada");
    // Cyrillic letters stay what they are, and are refused.
    expect(inEnglish(handleFault(foldHandle("аdа")) ?? "")).toContain("Use the letters a to z");
  });

  it.each([
    ["paul", "pau1"],
    ["anna", "an-na"],
    ["modern", "modem"],
    ["wendy", "vvendy"],
    ["otto", "0tt0"],
    ["lisa", "l1sa"],
    ["elena", "3l3n4"],
  ])("%s and %s look the same", (one, other) => {
    expect(skeletonOf(one)).toBe(skeletonOf(other));
  });

  it("cannot be that of a page, a role or the site, even in lookalike letters", () => {
    const reserved = [
      ...ROUTE_NAMES,
      ...TEAM_NAMES,
      "debut",
      "debut-team",
      "anna-support",
      "adm1n",
      "4dm1n",
      "supp0rt",
    ];
    for (const name of [...reserved, "thedebut", "d3but-io", "list1ngs", "adrnin", "launch-io", "launchio"])
      expect(isReservedHandle(name, BRANDS), name).toBe(true);
    for (const name of ["ada", "anna-lee", "supporter", "adminah", "mode", "teamwork"])
      expect(isReservedHandle(name, BRANDS), name).toBe(false);
  });

  it("reserves lookalikes with swapped letters and added hyphens", () => {
    const random = freshRandom("look-alikes");
    const swaps: Record<string, string[]> = {
      o: ["0"],
      l: ["1", "i"],
      i: ["1", "l"],
      e: ["3"],
      a: ["4"],
      s: ["5"],
      t: ["7"],
      m: ["rn"],
      w: ["vv"],
    };
    for (let round = 0; round < 2000; round++) {
      const name = random.pick([...ROUTE_NAMES, ...TEAM_NAMES]);
      const disguised = [...name]
        .map((letter) => (random.chance(0.4) && swaps[letter] ? random.pick(swaps[letter]) : letter))
        .join("");
      expect(isReservedHandle(disguised, BRANDS), `${name} as ${disguised}`).toBe(true);
      expect(skeletonOf(skeletonOf(disguised))).toBe(skeletonOf(disguised));
    }
  });

  it("changes at most once in 30 days, except for a first correction", () => {
    const random = freshRandom("changes");
    const taken: Date[] = [];
    let at = 0;
    for (let round = 0; round < 500; round++) {
      at += Math.floor(random.next() * 5 * DAY_MS);
      if (nextChangeAt(taken, new Date(at)) === undefined) taken.push(new Date(at));
    }
    const gaps = taken.slice(2).map((time, index) => time.getTime() - taken[index + 1]!.getTime());
    expect(taken.length).toBeGreaterThan(10);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(HANDLE_DAYS * DAY_MS);
  });

  it("needs no encoding in a URL", () => {
    const random = freshRandom("addresses");
    for (let round = 0; round < 2000; round++) {
      const name = Array.from({ length: 2 + Math.floor(random.next() * 30) }, () => random.pick(LETTERS)).join("");
      if (handleFault(name) === undefined) expect(new URL(`https://x.example/@${name}`).pathname).toBe(`/@${name}`);
    }
  });
});

describe("links of a profile", () => {
  it("are distinct web addresses, with https by default", () => {
    expect(readLinks("ada.example\n\nhttps://ada.example/\nhttp://old.example/x?y=1\nhttps://grüße.example")).toEqual({
      links: ["https://ada.example/", "http://old.example/x?y=1", "https://xn--gre-6ka8l.example/"],
    });
    expect(readLinks("   \n")).toEqual({ links: [] });
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)//x.example",
    "data:text/html,<script>alert(1)</script>",
    "mailto:ada@x.example",
    "https://user:pass@x.example",
    "https://user@x.example",
    "http://localhost:3000",
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://[::1]/",
    "https://x.example/a b",
    "//",
    "https://",
    "<script>alert(1)</script>",
    "file:///etc/passwd",
  ])("are never %s", (typed) => {
    expect(readLinks(typed).links).toEqual([]);
    expect(readLinks(typed).fault).toBeDefined();
  });

  it("are six at most, of 200 characters", () => {
    const many = Array.from({ length: 7 }, (_, index) => `https://x${index}.example`).join("\n");
    expect(inEnglish(readLinks(many).fault ?? "")).toBe("Use at most 6 links.");
    expect(inEnglish(readLinks(`https://x.example/${"a".repeat(200)}`).fault ?? "")).toBe(
      "Use at most 200 characters per link.",
    );
  });
});
